/** One message with its parts in order. */
import type { MessageView, PartView } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Collapsible } from '@portolan/ui/collapsible';
import { CopyButton } from '@portolan/ui/copy-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { FileTextIcon } from 'lucide-react';
import { memo } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { ContentBlock } from '../../lib/content/content-blocks.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { SafeMarkdown } from '../../lib/safe-markdown.tsx';
import { ToolCall } from './tool-call.tsx';

/** Rows are memoised: the reducer keeps the identity of messages that did not change. */
export const Message = memo(function Message({ message, isLast, isRunning }: { message: MessageView; isLast: boolean; isRunning: boolean }) {
  const t = useT();
  return (
    <article className="mx-auto w-full max-w-3xl px-5 py-2.5" aria-label={t.chat.messageOf[message.role]}>
      <VisuallyHidden>
        <h2>{message.role === 'user' ? t.chat.you : t.chat.assistant}</h2>
      </VisuallyHidden>
      {message.role === 'user' ? <OwnMessage message={message} /> : <Answer message={message} isLast={isLast} isRunning={isRunning} />}
    </article>
  );
});

function OwnMessage({ message }: { message: MessageView }) {
  return (
    <div className="ml-auto flex w-fit max-w-[85%] flex-col items-end gap-1.5">
      {message.parts.map((part, index) =>
        part.type === 'attachment' ? (
          // eslint-disable-next-line react/no-array-index-key -- parts never move
          <Attachment key={index} part={part} />
        ) : part.type === 'text' && part.text !== '' ? (
          // eslint-disable-next-line react/no-array-index-key -- parts never move
          <div key={index} className="rounded-xl rounded-br-sm bg-accent-soft px-3.5 py-2 text-read break-words whitespace-pre-wrap">
            <RevealText text={part.text} multiline limit={100_000} />
          </div>
        ) : null,
      )}
    </div>
  );
}

function Attachment({ part }: { part: Extract<PartView, { type: 'attachment' }> }) {
  const t = useT();
  return (
    <Collapsible
      className="max-w-full rounded-lg border border-line bg-surface px-2.5 py-1.5 text-sm"
      label={
        <span className="flex min-w-0 items-center gap-1.5">
          <FileTextIcon className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <RevealText text={part.name} /> <span className="text-subtle">{t.composer.chipFrom(part.serverName)}</span>
        </span>
      }
    >
      <ContentBlock block={part.content} />
    </Collapsible>
  );
}

function Answer({ message, isLast, isRunning }: { message: MessageView; isLast: boolean; isRunning: boolean }) {
  const t = useT();
  const isStreaming = message.status === 'streaming';
  const lastPart = message.parts.at(-1);
  const isSilent = isStreaming && (lastPart === undefined || (lastPart.type === 'tool-call' && lastPart.state !== 'waiting' && lastPart.state !== 'running'));
  const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  return (
    <div className="group/answer flex min-w-0 flex-col gap-3">
      {message.parts.map((part, index) => (
        // eslint-disable-next-line react/no-array-index-key -- parts are only ever appended
        <Part key={index} part={part} isOpen={isStreaming && index === message.parts.length - 1} cacheKey={`${message.id} ${index}`} />
      ))}
      {isSilent ? (
        <p className="flex items-center gap-2 text-sm text-muted" role="status">
          <Spinner /> {t.chat.waitingForModel}
        </p>
      ) : null}
      <Ending message={message} canContinue={isLast && !isRunning} />
      {isStreaming || text === '' ? null : (
        <footer className="-mt-1 flex h-7 items-center gap-2 text-xs text-subtle opacity-0 group-focus-within/answer:opacity-100 group-hover/answer:opacity-100">
          <CopyButton label={t.chat.copyMarkdown} text={text} />
          <Usage message={message} />
        </footer>
      )}
    </div>
  );
}

function Usage({ message }: { message: MessageView }) {
  const t = useT();
  const format = useFormat();
  const { usage, model } = message;
  const tokens = usage && usage.inputTokens !== null && usage.outputTokens !== null ? t.chat.usage(format.number(usage.inputTokens), format.number(usage.outputTokens)) : null;
  return <>{[model?.model, tokens].filter(Boolean).join(' · ')}</>;
}

function Part({ part, isOpen, cacheKey }: { part: PartView; isOpen: boolean; cacheKey: string }) {
  const t = useT();
  switch (part.type) {
    case 'text':
      return part.text === '' ? null : <SafeMarkdown text={part.text} streaming={isOpen} cacheKey={cacheKey} />;
    case 'reasoning':
      return part.text === '' ? null : (
        <Collapsible label={<span className="text-sm text-muted">{t.chat.thinking}</span>}>
          <div className="border-l-2 border-line pl-3 text-sm text-muted">
            <SafeMarkdown text={part.text} streaming={isOpen} cacheKey={cacheKey} />
          </div>
        </Collapsible>
      );
    case 'tool-call':
      return <ToolCall call={part} />;
    case 'attachment':
      return <Attachment part={part} />;
  }
}

/** How an answer ended when it did not simply end, and the way on. */
function Ending({ message, canContinue }: { message: MessageView; canContinue: boolean }) {
  const t = useT();
  const goOn = useHostMutation('conversations/continue');
  const { status, problem } = message;
  if (status === 'streaming' || (status === 'complete' && !problem)) return null;
  const button = canContinue ? (
    <Button size="sm" loading={goOn.isPending} onClick={() => goOn.mutate({ conversationId: message.conversationId })}>
      {status === 'failed' ? t.chat.retry : t.chat.continue}
    </Button>
  ) : undefined;
  if (problem) return <ProblemCallout problem={problem} actions={button} tone={status === 'failed' ? 'danger' : 'warn'} />;
  return (
    <Callout tone={status === 'stopped' ? 'neutral' : 'warn'} actions={button}>
      {status === 'stopped' ? t.chat.stopped : t.chat.interrupted}
    </Callout>
  );
}
