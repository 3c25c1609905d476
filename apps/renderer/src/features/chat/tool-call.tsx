/** One tool call: folded to a line, with the decision in its place while one is needed. */
import type { ToolCallView } from '@portolan/contract/conversations';
import type { ConversationId } from '@portolan/contract/ids';
import { toolTitle } from '@portolan/i18n/tool-title';
import { Badge } from '@portolan/ui/badge';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { StatusDot } from '@portolan/ui/status-dot';
import type { StatusTone } from '@portolan/ui/status-dot';
import { ChevronRightIcon } from 'lucide-react';
import { useInteractions, useServers } from '../../host/queries.ts';
import { AppOf } from '../../lib/app-frames.tsx';
import { AskCardsOf, isAsk } from '../../lib/ask-cards.tsx';
import { ToolResult } from '../../lib/content/tool-result.tsx';
import { useFound } from '../../lib/found.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { formatRoute } from '../../lib/router.ts';
import { ProgressLine } from '../../lib/progress-line.tsx';
import { useKeptState } from '../../lib/use-kept-state.ts';
import { PictureOf } from '../../lib/server-picture.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { ArgumentsView } from './arguments-view.tsx';
import { JobOfCall } from './job-of-call.tsx';
import { OriginalResult } from './original-result.tsx';
import { ResultReviewCard } from './result-review-card.tsx';

export const callTones: Record<ToolCallView['state'], StatusTone> = { waiting: 'warn', running: 'busy', done: 'success', failed: 'danger', denied: 'idle', cancelled: 'idle', interrupted: 'warn', unknown: 'warn' };

export interface ToolCallProps {
  call: ToolCallView;
  conversationId: ConversationId;
  /** The chat of the call, while what was withheld can still be passed on there. */
  passOnIn: ConversationId | null;
}

export function ToolCall({ call, conversationId, passOnIn }: ToolCallProps) {
  const questions = useInteractions().data;
  const question = call.state === 'waiting' ? questions?.find((each) => each.kind === 'tool-approval' && each.id === call.interactionId) : undefined;
  if (question?.kind === 'tool-approval') {
    // One at a time, oldest first: the next one does not slip under a pointer that is still pressing.
    const ofChat = questions?.filter((each) => each.kind === 'tool-approval' && each.conversationId === question.conversationId) ?? [];
    if (ofChat[0]?.id === question.id) return <ApprovalCard key={question.id} interaction={question} behind={ofChat.length - 1} />;
  }
  const review = questions?.find((each) => each.kind === 'result-review' && each.callId === call.callId);
  // One at a time as well, oldest first.
  const reviews = questions?.filter((each) => each.kind === 'result-review' && each.conversationId === review?.conversationId) ?? [];
  const asks = call.state === 'running' ? (questions ?? []).filter(isAsk).filter((each) => each.callId === call.callId) : [];
  // What its app asks for, asked like a call of the model's; the oldest question of the chat comes first here as well.
  const ofApp = questions?.find((each) => each.kind === 'tool-approval' && each.ofApp === call.callId);
  const approvals = ofApp === undefined ? [] : (questions?.filter((each) => each.kind === 'tool-approval' && each.conversationId === ofApp.conversationId) ?? []);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <CallLine call={call} passOnIn={passOnIn} />
      {call.job === undefined ? null : <JobOfCall call={call} jobId={call.job.id} conversationId={conversationId} />}
      {review?.kind === 'result-review' && reviews[0]?.id === review.id ? <ResultReviewCard key={review.id} interaction={review} behind={reviews.length - 1} /> : null}
      <AskCardsOf asks={asks} />
      <AppOf call={call} conversationId={conversationId}>
        {ofApp?.kind === 'tool-approval' && approvals[0]?.id === ofApp.id ? <ApprovalCard key={ofApp.id} interaction={ofApp} behind={approvals.length - 1} /> : null}
      </AppOf>
    </div>
  );
}

type CallLineProps = Pick<ToolCallProps, 'call' | 'passOnIn'>;

function CallLine({ call, passOnIn }: CallLineProps) {
  const t = useT();
  const format = useFormat();
  const title = toolTitle(call.tool, call.title, t);
  const [wasOpened, setIsOpen] = useKeptState(`call ${call.callId}`, false);
  const isOpen = useFound((state) => state.callId === call.callId) || wasOpened;
  const took = call.startedAt !== null && call.endedAt !== null && call.state !== 'denied' ? format.duration(call.endedAt - call.startedAt) : null;
  // The call is over; what is waited for is the person.
  const shown = call.review?.state === 'waiting' ? 'waiting' : call.state === 'done' && call.result?.isError ? 'failed' : call.state;
  return (
    <section data-call={call.callId} aria-label={t.chat.call.title(revealed(call.serverName), revealed(title))} className="min-w-0 rounded-lg border border-line bg-surface">
      <button type="button" aria-expanded={isOpen} className="flex w-full min-w-0 items-center gap-2 rounded-lg px-3 py-2 text-left text-sm hover:bg-hover" onClick={() => setIsOpen(!isOpen)}>
        <ChevronRightIcon className={`size-4 shrink-0 text-subtle ${isOpen ? 'rotate-90' : ''}`} aria-hidden="true" />
        <PictureOf serverId={call.serverId} name={call.serverName} />
        <span className="min-w-0 flex-1 truncate">
          <span className="text-muted"><RevealText text={call.serverName} hideCount /></span> <span className="font-medium"><RevealText text={title} hideCount /></span>
          {/* Calls of one script often differ in nothing else. */}
          {call.script === undefined ? null : <span className="text-subtle"> <RevealText text={briefly(call.arguments)} hideCount /></span>}
        </span>
        {call.modelArguments === undefined ? null : <Badge className="max-sm:hidden">{t.chat.call.changed}</Badge>}
        {took === null ? null : <span className="text-xs whitespace-nowrap text-subtle tabular-nums max-sm:hidden">{took}</span>}
        <StatusDot tone={callTones[shown]} text={t.chat.call.state[shown]} className="text-xs whitespace-nowrap" />
      </button>
      {call.state === 'running' && call.startedAt !== null && call.job?.isBackground !== true ? <div className="border-t border-line px-3 py-2"><ProgressLine progress={call.progress} startedAt={call.startedAt} /></div> : null}
      <Outcome call={call} />
      {isOpen ? <Details call={call} passOnIn={passOnIn} /> : null}
    </section>
  );
}

/** What must be seen without opening anything. */
function Outcome({ call }: { call: ToolCallView }) {
  const t = useT();
  if (call.state === 'unknown') return <div className="px-3 pb-3"><Callout tone="warn">{t.chat.call.unknownText}</Callout></div>;
  if (call.state === 'interrupted') return <div className="px-3 pb-3"><Callout tone="neutral">{t.chat.call.interruptedText}</Callout></div>;
  if (call.state === 'denied' && call.decidedBy === 'never-rule') {
    return <p className="px-3 pb-2.5 pl-9 text-sm break-words text-muted">{t.rules.denied} <a className="rounded-sm text-accent-fg underline" href={formatRoute({ at: 'settings', section: 'permissions' })}>{t.rules.manage}</a></p>;
  }
  if (call.state === 'denied' && (call.decidedBy === 'storm-limit' || call.decidedBy === 'mute')) {
    return <p className="px-3 pb-2.5 pl-9 text-sm break-words text-muted"><RevealText text={t.mutes[call.decidedBy === 'mute' ? 'refusedMute' : 'refusedStorm'](call.serverName)} hideCount /></p>;
  }
  if (call.state === 'denied' && call.denyReason) return <p className="px-3 pb-2.5 pl-9 text-sm break-words text-muted"><RevealText text={t.chat.call.deniedBecause(call.denyReason)} /></p>;
  if (call.review?.state === 'withheld') return <p className="px-3 pb-2.5 pl-9 text-sm break-words text-muted"><RevealText text={call.review.note === undefined ? t.chat.call.withheld : t.chat.call.withheldWith(call.review.note)} /></p>;
  if (call.problem) return <div className="px-3 pb-3"><ProblemCallout problem={call.problem} alert={false} /></div>;
  return null;
}

function Details({ call, passOnIn }: CallLineProps) {
  const t = useT();
  // A link in a result is read from the server that gave it, as long as that is still there.
  const servers = useServers().data;
  const serverId = servers?.some((server) => server.id === call.serverId) ? call.serverId : null;
  return (
    <div className="flex min-w-0 flex-col gap-3 border-t border-line p-3">
      <p className="text-xs break-words text-subtle">
        <CodeText text={call.tool} className="break-all" />
        {call.decidedBy ? ` · ${t.chat.call.decidedBy[call.decidedBy]}` : ''}
        {servers && serverId === null ? ` · ${t.chat.call.serverGone}` : ''}
        {/* What was never sent left no trace. */}
        {call.startedAt === null || serverId === null ? null : <> · <a className="rounded-sm text-accent-fg underline" href={formatRoute({ at: 'trace', callId: call.callId })}>{t.trace.show}</a></>}
      </p>
      <div className="min-w-0">
        <h3 className="mb-1 text-xs font-medium text-muted">{call.modelArguments === undefined ? t.chat.call.arguments : t.chat.call.changedArguments}</h3>
        {call.invalidArguments === undefined ? (
          <ArgumentsView value={call.arguments} before={call.modelArguments} />
        ) : (
          <>
            <p className="mb-1 text-sm text-muted">{t.chat.call.invalidArguments}</p>
            <CodeText block text={call.invalidArguments} label={t.chat.call.arguments} className="max-h-72 overflow-auto" />
          </>
        )}
      </div>
      {call.result ? (
        <div className="min-w-0">
          <h3 className="mb-1 text-xs font-medium text-muted">{call.review?.state === 'edited' ? t.chat.call.editedResult : t.chat.call.result}</h3>
          <ToolResult result={call.result} serverId={serverId} />
        </div>
      ) : null}
      {call.review?.state === 'edited' || call.review?.state === 'withheld' ? <OriginalResult callId={call.callId} serverId={serverId} withheldIn={call.review.state === 'withheld' ? passOnIn : null} /> : null}
    </div>
  );
}

const longestBrief = 120;

function briefly(args: ToolCallView['arguments']): string {
  const text = Object.values(args).map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' · ');
  return text.length > longestBrief ? `${text.slice(0, longestBrief).toWellFormed()}…` : text;
}
