/** One prompt: its arguments as a form, the messages it makes, and the way into a chat. */
import type { PromptView, ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { useRef, useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { AddToChat } from '../add-to-chat.tsx';
import { promptAttachments } from '../attachment-store.ts';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { PromptMessages } from '../content/prompt-messages.tsx';
import { Repairs } from '../content/tool-result.tsx';
import { useT } from '../i18n.tsx';
import { ProblemCallout } from '../problem.tsx';
import { PromptArguments, usePromptArguments } from '../prompt-arguments.tsx';
import { useFirstError } from '../use-first-error.ts';
import { ItemSwitch } from './item-switch.tsx';

export function PromptPanel({ server, prompt }: { server: ServerView; prompt: PromptView }) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setIsTried] = useState(false);
  const showFirstError = useFirstError(form);
  const get = useHostMutation('prompts/get');
  const args = usePromptArguments(server, prompt);
  const messages = get.data?.messages;
  // Made once for each answer: adding the same one to a chat twice adds it once.
  const [attachments, setAttachments] = useState<readonly PendingAttachment[]>([]);
  const ask = () =>
    get.mutate(
      { serverId: server.id, name: prompt.name, arguments: args.filled },
      { onSuccess: (answer) => setAttachments(promptAttachments(server, prompt, answer.messages)), onError: () => setAttachments([]) },
    );
  return (
    <article className="flex max-w-3xl min-w-0 flex-col gap-4">
      <header className="flex min-w-0 flex-col gap-2">
        <ItemSwitch server={server} kind="prompt" name={prompt.name} isEnabled={prompt.isEnabled} />
        <h2 className="text-lg font-semibold break-words"><RevealText text={prompt.title ?? prompt.name} /></h2>
        <p><CodeText text={prompt.name} className="break-all" /></p>
        {prompt.description ? <p className="text-sm break-words"><RevealText text={prompt.description} multiline /></p> : null}
        <Repairs repairs={prompt.repairs} />
      </header>
      <form
        ref={form}
        className="flex flex-col gap-3"
        noValidate
        aria-label={t.prompts.arguments}
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (args.missing.length > 0) showFirstError();
          else ask();
        }}
      >
        <PromptArguments server={server} prompt={prompt} args={args} showErrors={isTried} />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant={attachments.length > 0 ? 'secondary' : 'primary'} loading={get.isPending}>{t.prompts.preview}</Button>
          {attachments.length > 0 ? <AddToChat variant="primary" label={t.prompts.insert} attachments={attachments} /> : null}
        </div>
      </form>
      {get.error ? <ProblemCallout problem={get.error.problem} /> : null}
      {messages ? <PromptMessages messages={messages} serverId={server.id} /> : null}
      {get.data ? <Repairs repairs={get.data.repairs} /> : null}
    </article>
  );
}
