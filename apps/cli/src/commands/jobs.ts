/** `jobs list`, `cancel`, `result`: calls that servers go on with by themselves, as on the window's page of jobs (C18). */
import { JobId } from '@portolan/contract/ids';
import type { JobView } from '@portolan/contract/jobs';
import { HostError } from '@portolan/contract/errors';
import type { Command, Context } from '../command.ts';
import { contentLines } from '../content-lines.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { columns } from '../output/output.ts';
import { visible } from '../output/visible.ts';
import { serverNamed, usableServer } from '../servers.ts';

export const jobCommands: Command[] = [
  { name: 'jobs list', words: ['[SERVER]'], options: [], examples: ['jobs list', 'jobs list files --json'], run: listJobs },
  { name: 'jobs cancel', words: ['ID'], options: [], examples: ['jobs cancel job_0123456789abcdef'], run: cancelJob },
  { name: 'jobs result', words: ['ID'], options: [], examples: ['jobs result job_0123456789abcdef --json'], run: resultOfJob },
];

async function listJobs(context: Context): Promise<ExitCode> {
  const { out, t, shared, words } = context;
  const [name] = words;
  const server = name === undefined ? null : await serverNamed(context, name);
  const shown = (await jobsUntil(context, () => true)).filter(({ serverId }) => server === null || serverId === server.id);
  out.result({ jobs: shown.map(jobJson) }, () =>
    shown.length === 0
      ? [t.jobs.none]
      : columns(shown.map((job) => [out.style('dim', job.id), visible(job.serverName), visible(job.tool), `${shared.jobs.state[job.state]}${job.statusMessage === undefined ? '' : `: ${visible(job.statusMessage)}`}`, moment(job.startedAt)])),
  );
  return exitCodes.done;
}

/** Chats are none of a command line's business: what is told of one is its id, as in the log. */
function jobJson({ conversation, startedAt, heardAt, endedAt, expiresAt, ...job }: JobView) {
  const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  return { ...job, conversationId: conversation?.id ?? null, startedAt: time(startedAt), heardAt: time(heardAt), endedAt: time(endedAt), expiresAt: time(expiresAt) };
}

const moment = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Starts its server where it does not run: only that can be asked to stop. */
async function cancelJob(context: Context): Promise<ExitCode> {
  const { out, t, signal } = context;
  const job = await jobNamed(context);
  if (job.endedAt === null) {
    const { client } = await context.session();
    if (!job.isWatched) {
      await usableServer(context, job.serverName);
      await jobsUntil(context, (jobs) => jobs.some(({ id, isWatched, endedAt }) => id === job.id && (isWatched || endedAt !== null)));
    }
    await client.request('jobs/cancel', { jobId: job.id }, { signal });
  }
  out.result({ cancelled: job.id, wasOver: job.endedAt !== null }, () => [job.endedAt === null ? t.jobs.asked : t.jobs.over]);
  return exitCodes.done;
}

async function resultOfJob(context: Context): Promise<ExitCode> {
  const { out, t, signal } = context;
  const job = await jobNamed(context);
  if (job.endedAt === null) throw new CliFailure(exitCodes.failed, 'failed', t.jobs.running);
  if (job.problem !== null) throw HostError.fromProblem(job.problem);
  const { client } = await context.session();
  const { result } = await client.request('jobs/result', { jobId: job.id }, { signal });
  out.result({ id: job.id, state: job.state, content: result?.content ?? [], structuredContent: result?.structuredContent ?? null, isError: result?.isError ?? false }, () => [
    ...(result?.content ?? []).flatMap((content) => contentLines(content, context)),
    ...(result?.content.length === 0 && result.structuredContent !== undefined ? [JSON.stringify(result.structuredContent, null, 2)] : []),
    ...(result === null ? [t.jobs.nothing] : []),
  ]);
  return job.state === 'done' ? exitCodes.done : exitCodes.failed;
}

async function jobNamed(context: Context): Promise<JobView> {
  const [word = ''] = context.words;
  const id = JobId.safeParse(word);
  const job = (await jobsUntil(context, () => true)).find((each) => id.success && each.id === id.data);
  if (job === undefined) throw new CliFailure(exitCodes.notFound, 'not-found', context.t.jobs.noJob(visible(word)));
  return job;
}

/** The jobs as they stand once they are as wanted. */
async function jobsUntil(context: Context, isReached: (jobs: readonly JobView[]) => boolean): Promise<JobView[]> {
  const { client } = await context.session();
  return new Promise((resolve, reject) => {
    let jobs: JobView[] = [];
    const stop = client.watch(
      'jobs/watch',
      {},
      (event) => {
        if (event.type === 'snapshot') ({ jobs } = event);
        else if (event.type === 'changed') jobs = [event.job, ...jobs.filter(({ id }) => id !== event.job.id)];
        else jobs = jobs.filter(({ id }) => id !== event.jobId);
        if (!isReached(jobs)) return;
        stop();
        resolve(jobs);
      },
      (error) => reject(error ?? new HostError('host-gone')),
    );
    context.signal.addEventListener('abort', () => {
      stop();
      reject(new HostError('cancelled'));
    });
  });
}
