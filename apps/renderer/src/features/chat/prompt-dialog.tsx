/** A prompt on its way into a message: its arguments, then its messages to look at before they are attached (H15). */
import type { ConversationId } from '@portolan/contract/ids';
import type { PromptView, ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { useEffect, useRef, useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { promptAttachments } from '../../lib/attachment-store.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { PromptArguments, usePromptArguments } from '../../lib/prompt-arguments.tsx';
import { useFirstError } from '../../lib/use-first-error.ts';
import { ServerPicture } from '../../lib/server-picture.tsx';
import { useAttachTo } from '../../lib/use-attach-to.ts';
import { PromptDraft } from './prompt-draft.tsx';
import type { DraftMessage } from './prompt-draft.tsx';

export function PromptDialog({ conversationId, server, prompt, onClose }: { conversationId: ConversationId; server: ServerView; prompt: PromptView; onClose: () => void }) {
  const t = useT();
  const get = useHostMutation('prompts/get');
  const add = useAttachTo();
  const args = usePromptArguments(server, prompt);
  const form = useRef<HTMLFormElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const [isTried, setIsTried] = useState(false);
  const [made, setMade] = useState<{ of: string; messages: DraftMessage[] } | null>(null);
  const asked = JSON.stringify(args.filled);
  // Messages of other arguments than are filled in now are none to take along.
  const draft = made?.of === asked ? made.messages : null;
  const kept = draft?.filter(isWorthTaking) ?? [];
  const insert = useRef<HTMLButtonElement>(null);
  // What was asked for is there: the keyboard goes on from it.
  const isThere = draft !== null;
  useEffect(() => {
    if (isThere) insert.current?.focus();
  }, [isThere]);
  const showFirstError = useFirstError(form);
  const preview = () => {
    setIsTried(true);
    if (args.missing.length > 0) showFirstError();
    else {
      get.mutate(
        { serverId: server.id, name: prompt.name, arguments: args.filled },
        { onSuccess: ({ messages }) => setMade({ of: asked, messages: messages.map((message) => ({ ...message, isKept: true })) }) },
      );
    }
  };
  const attach = () => {
    add(conversationId, promptAttachments(server, prompt, kept.map(({ role, content }) => ({ role, content }))));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      icon={<ServerPicture server={server} size={1.5} />}
      title={<RevealText text={prompt.title ?? prompt.name} />}
      description={prompt.description === undefined ? undefined : <RevealText text={prompt.description} />}
      size="lg"
      dismissOutside={false}
      {...(prompt.arguments.length === 0 ? { initialFocus: main } : {})}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>{t.app.actions.cancel}</Button>
          <Button ref={main} variant={draft ? 'secondary' : 'primary'} loading={get.isPending} onClick={preview}>{t.prompts.preview}</Button>
          {draft && draft.length > 0 ? <Button ref={insert} variant="primary" disabled={kept.length === 0} onClick={attach}>{t.prompts.insert}</Button> : null}
        </>
      }
    >
      <form
        ref={form}
        className="flex flex-col gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          preview();
        }}
      >
        <PromptArguments server={server} prompt={prompt} args={args} showErrors={isTried} />
        {/* Enter in a field asks as well; the buttons stand in the foot. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
      {get.error ? <div className="mt-3"><ProblemCallout problem={get.error.problem} /></div> : null}
      {draft ? <div className="mt-4"><PromptDraft messages={draft} serverId={server.id} onChange={(index, change) => setMade({ of: asked, messages: draft.map((each, at) => (at === index ? { ...each, ...change } : each)) })} /></div> : null}
    </Dialog>
  );
}

/** A text that was emptied is one that was left out. */
const isWorthTaking = ({ isKept, content }: DraftMessage): boolean => isKept && (content.type !== 'text' || content.text.trim() !== '');
