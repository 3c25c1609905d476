/** Below a call that its server made a job of: what that means for the answer, and what can be done about it (C18). */
import type { ToolCallView } from '@portolan/contract/conversations';
import type { ConversationId, JobId } from '@portolan/contract/ids';
import { toolTitle } from '@portolan/i18n/tool-title';
import { Button } from '@portolan/ui/button';
import { RevealText } from '@portolan/ui/reveal-text';
import { useRef } from 'react';
import { useConversation, useHostMutation, useJobs, useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { ProgressLine } from '../../lib/progress-line.tsx';
import { formatRoute } from '../../lib/router.ts';
import { isUp } from '../../lib/server-state.ts';
import { useAct } from '../../lib/use-act.ts';

export interface JobOfCallProps {
  call: ToolCallView;
  jobId: JobId;
  conversationId: ConversationId;
}

export function JobOfCall(props: JobOfCallProps) {
  const { call } = props;
  if (call.state === 'running') return <Going {...props} />;
  if (call.job?.isBackground !== true || call.state === 'cancelled' || call.review?.state === 'waiting' || call.review?.state === 'withheld') return null;
  return call.script === undefined ? <Arrived {...props} /> : <ArrivedOfScript />;
}

function Going({ call, jobId }: JobOfCallProps) {
  const t = useT();
  const act = useAct();
  const j = t.jobs;
  const list = useRef<HTMLAnchorElement>(null);
  // The button is gone once it was pressed; the keyboard goes on beside it.
  const goOn = () => {
    list.current?.focus();
    void act('jobs/goOn', { jobId });
  };
  const job = useJobs().data?.find(({ id }) => id === jobId);
  const server = useServers().data?.find(({ id }) => id === call.serverId);
  const isBackground = call.job?.isBackground === true;
  const needsAnswer = job?.state === 'input_required';
  const canStart = job?.isWatched === false && server !== undefined && !isUp(server);
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-sunken px-3 py-2.5 text-sm">
      <p className="text-muted">{!isBackground ? j.inChat.waits : call.script === undefined ? j.inChat.background : j.inChat.ofScript}</p>
      {needsAnswer ? <p>{j.needsAnswer}</p> : null}
      {isBackground && !needsAnswer && job !== undefined && job.isWatched ? <ProgressLine progress={job.progress} startedAt={job.startedAt} /> : null}
      {job?.statusMessage === undefined ? null : <p className="break-words text-muted"><RevealText text={j.serverSays(job.statusMessage)} /></p>}
      {canStart ? <p>{j.waitsFor(server.name)}</p> : null}
      <div className="flex flex-wrap items-center gap-2">
        {canStart ? <Button size="sm" onClick={() => void act('servers/start', { serverId: server.id })}>{j.start(server.name)}</Button> : null}
        {isBackground ? null : <Button size="sm" onClick={goOn}>{j.inChat.goOn}</Button>}
        {job?.isWatched === true && job.cancel === null ? <Button size="sm" variant="ghost" onClick={() => void act('jobs/cancel', { jobId })}>{j.cancel}</Button> : null}
        <a ref={list} className="rounded-sm text-accent-fg underline" href={formatRoute({ at: 'jobs', job: jobId })}>{j.inChat.open}</a>
      </div>
      {job?.cancel ? <p className="text-muted">{job.cancel === 'asked' ? j.cancelAsked : j.cancelRefused}</p> : null}
    </div>
  );
}

/** What calls of scripts brought is told to no model: the script has long ended, and what it printed is all that the model reads. */
function ArrivedOfScript() {
  const j = useT().jobs.inChat;
  return <p className="text-sm text-muted">{j.arrivedOfScript}</p>;
}

/** One press gives it to the model, as long as no later answer has read it. */
function Arrived({ call, jobId, conversationId }: JobOfCallProps) {
  const t = useT();
  const j = t.jobs.inChat;
  const messages = useConversation(conversationId).data?.messages ?? [];
  const hand = useHostMutation('jobs/handOver');
  const { endedAt } = call;
  const isRead = hand.isSuccess || (endedAt !== null && messages.some(({ role, createdAt }) => role === 'assistant' && createdAt >= endedAt));
  if (isRead) return null;
  return (
    <div className="flex min-w-0 flex-col items-start gap-2 rounded-lg border border-accent-line bg-accent-soft px-3 py-2.5 text-sm">
      <p>{j.arrived}</p>
      <Button size="sm" variant="primary" loading={hand.isPending} onClick={() => hand.mutate({ jobId, text: j.handOverText(toolTitle(call.tool, call.title, t)).slice(0, 2000) })}>{j.handOver}</Button>
      {hand.error ? <ProblemCallout problem={hand.error.problem} /> : null}
    </div>
  );
}
