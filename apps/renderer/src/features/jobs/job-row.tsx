/** One job: whose, how far, what can be done about it, and what came of it. */
import type { JobView } from '@portolan/contract/jobs';
import { toolTitle } from '@portolan/i18n/tool-title';
import { Button } from '@portolan/ui/button';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { StatusDot } from '@portolan/ui/status-dot';
import type { StatusTone } from '@portolan/ui/status-dot';
import { useEffect, useRef, useState } from 'react';
import { useHostQuery, useInteractions, useServers } from '../../host/queries.ts';
import { ToolResult } from '../../lib/content/tool-result.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { ProgressLine } from '../../lib/progress-line.tsx';
import { goToQuestion } from '../../lib/questions.ts';
import { PictureOf } from '../../lib/server-picture.tsx';
import { isUp } from '../../lib/server-state.ts';
import { useAct } from '../../lib/use-act.ts';
import { JobFacts } from './job-facts.tsx';
import { useRemoveJobs } from './use-remove-jobs.ts';

const tones: Record<JobView['state'], StatusTone> = { working: 'busy', input_required: 'warn', done: 'success', failed: 'danger', cancelled: 'idle', lost: 'warn' };

export function JobRow({ job, isWanted }: { job: JobView; isWanted: boolean }) {
  const t = useT();
  const j = t.jobs;
  const title = toolTitle(job.tool, job.title, t);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The person came for this one: from its chat, or by a notification.
    if (isWanted) row.current?.focus();
  }, [isWanted]);
  return (
    <li ref={row} tabIndex={-1} data-job={job.id} aria-label={j.label(revealed(job.serverName), revealed(title))} className={`flex min-w-0 flex-col gap-2 rounded-lg border bg-surface px-3.5 py-3 text-sm ${isWanted ? 'border-accent' : 'border-line'}`}>
      <div className="flex min-w-0 items-center gap-2">
        <PictureOf serverId={job.serverId} name={job.serverName} />
        <h3 className="min-w-0 flex-1 break-words">
          <span className="text-muted"><RevealText text={job.serverName} hideCount /></span> <span className="font-medium"><RevealText text={title} hideCount /></span>
        </h3>
        <StatusDot tone={tones[job.state]} text={j.state[job.state]} className="text-xs whitespace-nowrap" />
      </div>
      {job.state === 'working' && job.isWatched ? <ProgressLine progress={job.progress} startedAt={job.startedAt} /> : null}
      {job.statusMessage === undefined ? null : <p className="break-words"><RevealText text={j.serverSays(job.statusMessage)} /></p>}
      <JobFacts job={job} />
      {job.endedAt === null ? <Going job={job} /> : <Ended job={job} />}
    </li>
  );
}

function Going({ job }: { job: JobView }) {
  const { id: jobId } = job;
  const j = useT().jobs;
  const act = useAct();
  const server = useServers().data?.find(({ id }) => id === job.serverId);
  const question = useInteractions().data?.find((each) => 'callId' in each && each.callId !== null && each.callId === job.callId && each.kind !== 'tool-approval');
  const isRunning = server !== undefined && isUp(server);
  return (
    <>
      {job.isWatched ? null : <p>{server === undefined ? j.serverGone(job.serverName) : !isRunning ? j.waitsFor(server.name) : job.problem ? j.trouble : j.waitsForNew(server.name)}</p>}
      {job.isWatched || !isRunning || job.problem === null ? null : <ProblemCallout problem={job.problem} alert={false} />}
      {job.cancel === null ? null : <p className="text-muted">{job.cancel === 'asked' ? j.cancelAsked : j.cancelRefused}</p>}
      {job.state === 'input_required' && question !== undefined ? <p>{j.needsAnswer}</p> : null}
      <div className="flex flex-wrap items-center gap-2">
        {job.state === 'input_required' && question !== undefined ? <Button size="sm" variant="primary" onClick={() => goToQuestion(question)}>{j.answer}</Button> : null}
        {!job.isWatched && server !== undefined && !isRunning ? <Button size="sm" variant="primary" onClick={() => void act('servers/start', { serverId: server.id })}>{j.start(server.name)}</Button> : null}
        {!job.isWatched && isRunning && job.problem !== null ? <Button size="sm" onClick={() => void act('jobs/askAgain', { jobId })}>{j.askAgain}</Button> : null}
        {job.isWatched && job.cancel !== 'refused' ? <Button size="sm" onClick={() => void act('jobs/cancel', { jobId })}>{j.cancel}</Button> : null}
        {job.isWatched && job.cancel !== 'refused' ? null : <Button size="sm" variant="ghost" title={j.giveUpText} onClick={() => void act('jobs/giveUp', { jobId })}>{j.giveUp}</Button>}
      </div>
    </>
  );
}

function Ended({ job }: { job: JobView }) {
  const j = useT().jobs;
  const remove = useRemoveJobs();
  const [isOpen, setIsOpen] = useState(false);
  const hasResult = job.state === 'done' || (job.state === 'failed' && job.problem === null);
  return (
    <>
      {job.problem === null ? null : <ProblemCallout problem={job.problem} alert={false} />}
      <div className="flex flex-wrap items-center gap-2">
        {hasResult ? <Button size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>{isOpen ? j.hideResult : j.result}</Button> : null}
        <Button size="sm" variant="ghost" onClick={() => void remove([job.id])}>{j.remove}</Button>
      </div>
      {isOpen ? <Result job={job} /> : null}
    </>
  );
}

function Result({ job }: { job: JobView }) {
  const j = useT().jobs;
  const { data, error } = useHostQuery('jobs/result', { jobId: job.id }, { fresh: true });
  // A link in it is read from the server that gave it, as long as that is still there.
  const isThere = useServers().data?.some(({ id }) => id === job.serverId) === true;
  if (error) return <ProblemCallout problem={error.problem} alert={false} />;
  if (!data) return <Spinner />;
  return data.result === null ? <p className="text-muted">{j.resultGone}</p> : <ToolResult result={data.result} serverId={isThere ? job.serverId : null} />;
}

