/** A script of the model's as one row: its code, the calls it made below it, and what it printed, which is all that the model reads (C17). */
import type { ToolCallView } from '@portolan/contract/conversations';
import type { ConversationId } from '@portolan/contract/ids';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { StatusDot } from '@portolan/ui/status-dot';
import { ChevronRightIcon, SquareTerminalIcon } from 'lucide-react';
import { useInteractions } from '../../host/queries.ts';
import { ToolResult } from '../../lib/content/tool-result.tsx';
import { useFound } from '../../lib/found.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useKeptState } from '../../lib/use-kept-state.ts';
import { ApprovalCard } from './approval-card.tsx';
import { codeOf, ScriptCode } from './script-code.tsx';
import { callTones, ToolCall } from './tool-call.tsx';

export interface ScriptCallProps {
  call: ToolCallView;
  /** The calls that it made, in their order. */
  inner: readonly ToolCallView[];
  conversationId: ConversationId;
  passOnIn: ConversationId | null;
}

export function ScriptCall({ call, inner, conversationId, passOnIn }: ScriptCallProps) {
  const t = useT();
  const s = t.scripts;
  const format = useFormat();
  const questions = useInteractions().data;
  const question = call.state === 'waiting' ? questions?.find((each) => each.kind === 'tool-approval' && each.id === call.interactionId) : undefined;
  const [wasOpened, setIsOpen] = useKeptState(`call ${call.callId}`, false);
  const found = useFound((state) => state.callId);
  const isOpen = wasOpened || (found !== null && (found === call.callId || inner.some(({ callId }) => callId === found)));
  if (question?.kind === 'tool-approval') {
    // One at a time, oldest first, as with any call.
    const ofChat = questions?.filter((each) => each.kind === 'tool-approval' && each.conversationId === question.conversationId) ?? [];
    if (ofChat[0]?.id === question.id) return <ApprovalCard key={question.id} interaction={question} behind={ofChat.length - 1} />;
  }
  const took = call.startedAt !== null && call.endedAt !== null ? format.duration(call.endedAt - call.startedAt) : null;
  const isRunning = call.state === 'running';
  // A call that its server makes a job of outlives the script, and may still need the person.
  const isAtWork = isRunning || inner.some(({ state, review }) => state === 'running' || state === 'waiting' || review?.state === 'waiting');
  return (
    <section data-call={call.callId} data-script="" aria-label={s.title} className="min-w-0 rounded-lg border border-line bg-surface">
      <button type="button" aria-expanded={isOpen} className="flex w-full min-w-0 items-center gap-2 rounded-lg px-3 py-2 text-left text-sm hover:bg-hover" onClick={() => setIsOpen(!isOpen)}>
        <ChevronRightIcon className={`size-4 shrink-0 text-subtle ${isOpen ? 'rotate-90' : ''}`} aria-hidden="true" />
        <SquareTerminalIcon className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate"><span className="font-medium">{s.title}</span> <span className="text-muted">{summary(inner, s)}</span></span>
        {took === null ? null : <span className="text-xs whitespace-nowrap text-subtle tabular-nums max-sm:hidden">{took}</span>}
        <StatusDot tone={callTones[call.state]} text={t.chat.call.state[call.state]} className="text-xs whitespace-nowrap" />
      </button>
      <Outcome call={call} />
      {isOpen ? (
        <div className="min-w-0 border-t border-line p-3">
          <h3 className="mb-1 text-xs font-medium text-muted">{call.modelArguments === undefined ? s.code : s.changedCode}</h3>
          <ScriptCode code={codeOf(call.arguments)} cacheKey={`script ${call.callId}`} />
          {call.modelArguments === undefined ? null : (
            <>
              <h3 className="mt-3 mb-1 text-xs font-medium text-muted">{s.askedCode}</h3>
              <ScriptCode code={codeOf(call.modelArguments)} />
            </>
          )}
        </div>
      ) : null}
      {inner.length > 0 && (isOpen || isAtWork) ? (
        <ol aria-label={s.callsOf} className="flex min-w-0 flex-col gap-2 border-t border-line p-3 pl-6">
          {inner.map((each) => <li key={each.callId} className="min-w-0"><ToolCall call={each} conversationId={conversationId} passOnIn={passOnIn} /></li>)}
        </ol>
      ) : null}
      <Printed call={call} isOpen={isOpen} />
    </section>
  );
}

/** What must be seen without opening anything. */
function Outcome({ call }: { call: ToolCallView }) {
  const t = useT();
  if (call.state === 'unknown') return <div className="px-3 pb-3"><Callout tone="warn">{t.scripts.unknownText}</Callout></div>;
  if (call.state === 'interrupted') return <div className="px-3 pb-3"><Callout tone="neutral">{t.chat.call.interruptedText}</Callout></div>;
  if (call.state === 'denied' && call.denyReason) return <p className="px-3 pb-2.5 pl-9 text-sm break-words text-muted"><RevealText text={t.chat.call.deniedBecause(call.denyReason)} /></p>;
  return call.problem ? <div className="px-3 pb-3"><ProblemCallout problem={call.problem} alert={false} /></div> : null;
}

/** While it runs, the end of what it has printed; after that all of it. */
function Printed({ call, isOpen }: { call: ToolCallView; isOpen: boolean }) {
  const s = useT().scripts;
  if (call.result === null) {
    return (call.printed ?? '') === '' ? null : <div className="min-w-0 border-t border-line p-3"><CodeText block text={call.printed ?? ''} label={s.printed} className="max-h-40 overflow-auto" /></div>;
  }
  if (!isOpen) return null;
  return (
    <div className="min-w-0 border-t border-line p-3">
      <h3 className="mb-1 text-xs font-medium text-muted">{s.printed}</h3>
      <ToolResult result={call.result} serverId={null} />
      <p className="mt-2 text-xs text-subtle">{s.printedNote}</p>
    </div>
  );
}

function summary(inner: readonly ToolCallView[], s: ReturnType<typeof useT>['scripts']): string {
  const denied = inner.filter(({ state }) => state === 'denied').length;
  const failed = inner.filter(({ state, result }) => state === 'failed' || result?.isError === true).length;
  return [inner.length === 0 ? s.noCalls : s.calls(inner.length), ...(denied > 0 ? [s.refused(denied)] : []), ...(failed > 0 ? [s.failed(failed)] : [])].join(' · ');
}
