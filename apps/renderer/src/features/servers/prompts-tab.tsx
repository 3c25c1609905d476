/** The prompts of a server: fill in arguments, see the messages, take them into a chat. */
import type { PromptView, ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { useMemo, useRef, useState } from 'react';
import { useHostMutation, useHostQuery } from '../../host/queries.ts';
import { AddToChat } from '../../lib/add-to-chat.tsx';
import { promptAttachments } from '../../lib/attachment-store.ts';
import type { PendingAttachment } from '../../lib/attachment-store.ts';
import { PromptMessages } from '../../lib/content/prompt-messages.tsx';
import { Repairs } from '../../lib/content/tool-result.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { PromptArguments, usePromptArguments } from '../../lib/prompt-arguments.tsx';
import { navigate } from '../../lib/router.ts';
import { hasLists } from '../../lib/server-state.ts';
import { useFirstError } from '../../lib/use-first-error.ts';
import { ItemPicture } from '../../lib/server-picture.tsx';
import { ItemSwitch } from './item-switch.tsx';
import { FromLastTime, ListState, Refused } from './list-state.tsx';
import { PickList } from './pick-list.tsx';

export function PromptsTab({ server, item }: { server: ServerView; item: string | undefined }) {
  const t = useT();
  const { data, error, refetch } = useHostQuery('servers/prompts', { serverId: server.id }, { stamp: server.generation, enabled: hasLists(server), keep: true });
  const groups = useMemo(
    () => [{ items: (data?.prompts ?? []).map((each) => ({ id: each.name, label: each.title ?? each.name, ...(each.title === undefined ? {} : { name: each.name }), words: each.description ?? '', isMuted: !each.isEnabled, ...(data?.prompts.some(({ hasIcon }) => hasIcon) ? { picture: <ItemPicture server={server} of={{ kind: 'prompt', name: each.name }} name={each.title ?? each.name} hasIcon={each.hasIcon === true} /> } : {}) })) }],
    [data, server],
  );
  if (!hasLists(server) || !data || (data.prompts.length === 0 && data.refused.length === 0)) {
    return <ListState server={server} error={error} isEmpty={data !== undefined} notReady={t.prompts.notReady} empty={t.prompts.empty} onRetry={() => void refetch()} />;
  }
  const prompt = data.prompts.find((each) => each.name === item);
  return (
    <PickList
      groups={groups}
      chosen={item}
      onChoose={(name) => navigate({ at: 'server', serverId: server.id, tab: 'prompts', ...(name === undefined ? {} : { item: name }) }, { replace: true })}
      filterLabel={t.prompts.filter}
      noMatch={t.prompts.noMatch}
      hint={t.prompts.select}
      above={<FromLastTime server={server} />}
      below={<Refused refused={data.refused} />}
    >
      {prompt ? <PromptPanel key={prompt.name} server={server} prompt={prompt} /> : null}
    </PickList>
  );
}

function PromptPanel({ server, prompt }: { server: ServerView; prompt: PromptView }) {
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
