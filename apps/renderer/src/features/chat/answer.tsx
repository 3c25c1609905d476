/** An answer of a model: text, thinking, tool calls, and how it ended. */
import type { MessageView, PartView } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { CopyButton } from '@portolan/ui/copy-button';
import { IconButton } from '@portolan/ui/icon-button';
import { Spinner } from '@portolan/ui/spinner';
import { RefreshCwIcon } from 'lucide-react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useAct } from '../../lib/use-act.ts';
import { AnswerPart } from './answer-part.tsx';
import { AskAnother } from './ask-another.tsx';
import { TooLongActions } from './context/too-long-actions.tsx';
import { AnswerUsage } from './answer-usage.tsx';
import { MessageVersions } from './message-versions.tsx';

export function Answer({ message, isLast, isRunning }: { message: MessageView; isLast: boolean; isRunning: boolean }) {
  const t = useT();
  const act = useAct();
  const isStreaming = message.status === 'streaming';
  const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  const silence = silenceOf(message);
  return (
    <div className="group/answer flex min-w-0 flex-col gap-3">
      {message.parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts are only ever appended
        <AnswerPart message={message} key={index} part={part} isOpen={isStreaming && index === message.parts.length - 1} cacheKey={`${message.id} ${index}`} passOnIn={isRunning ? null : message.conversationId} />
      ))}
      {isStreaming && isSilent(message.parts) ? (
        <p className="flex items-center gap-2 text-sm text-muted" role="status">
          <Spinner /> {t.chat.waitingForModel}
        </p>
      ) : null}
      {silence === null ? null : <Callout tone="neutral">{silence === 'after-calls' ? t.chat.saidNothingMore : t.chat.saidNothing}</Callout>}
      <Ending message={message} canContinue={isLast && !isRunning} />
      {isStreaming || (text === '' && message.versions === undefined && silence === null) ? null : (
        <footer className={`-mt-1 flex h-7 min-w-0 items-center gap-2 text-xs text-subtle ${isLast || message.versions !== undefined ? '' : 'opacity-0 group-focus-within/answer:opacity-100 group-hover/answer:opacity-100 pointer-coarse:opacity-100'}`}>
          {text === '' ? null : <CopyButton label={t.chat.copyMarkdown} text={text} />}
          <IconButton size="sm" label={t.chat.regenerate} icon={<RefreshCwIcon />} disabled={isRunning} onClick={() => void act('conversations/regenerate', { conversationId: message.conversationId, messageId: message.id })} />
          <AskAnother message={message} isRunning={isRunning} />
          <MessageVersions message={message} isRunning={isRunning} />
          <span className="min-w-0 truncate"><AnswerUsage message={message} /></span>
        </footer>
      )}
    </div>
  );
}

/** It ended as it should, and nothing was said: at all, or after the last call came back (R103). */
function silenceOf({ status, problem, parts }: MessageView): 'whole' | 'after-calls' | null {
  if (status !== 'complete' || problem) return null;
  const last = parts.findLast((part) => part.type !== 'reasoning' && !(part.type === 'text' && part.text.trim() === ''));
  if (last === undefined) return 'whole';
  return last.type === 'tool-call' ? 'after-calls' : null;
}

/** Nothing moves on the screen, and something is being waited for. */
function isSilent(parts: readonly PartView[]): boolean {
  const last = parts.at(-1);
  if (!last) return true;
  // Of calls made together the last may be over before the others, and so may one of a script.
  if (last.type === 'tool-call') return !parts.some((part) => part.type === 'tool-call' && (part.state === 'waiting' || part.state === 'running' || part.review?.state === 'waiting'));
  return (last.type === 'text' || last.type === 'reasoning') && last.text === '';
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
  return (
    <>
      {problem ? (
        // Most of these were there before the chat was opened; the end of a fresh one is announced once, elsewhere.
        <ProblemCallout problem={problem} actions={canContinue && problem.code === 'model-context-too-long' ? <>{button}<TooLongActions conversationId={message.conversationId} /></> : button} tone={status === 'failed' ? 'danger' : 'warn'} alert={false} />
      ) : (
        <Callout tone={status === 'stopped' ? 'neutral' : 'warn'} actions={button}>
          {status === 'stopped' ? t.chat.stopped : t.chat.interrupted}
        </Callout>
      )}
      {goOn.error ? <ProblemCallout problem={goOn.error.problem} /> : null}
    </>
  );
}
