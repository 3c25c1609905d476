/** Jobs of a host in memory: what is asked of them changes them at once. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { JobId } from '@portolan/contract/ids';
import type { jobs, JobView } from '@portolan/contract/jobs';
import type { HostInMemory } from './host-in-memory.ts';

export function jobHandlers(host: HostInMemory): HandlersFor<typeof jobs> {
  const removed = new Map<JobId, JobView>();
  const change = (id: JobId, part: Partial<JobView>): Record<string, never> => {
    const known = host.state.jobs.find((job) => job.id === id);
    if (!known) throw new HostError('job-unknown', { job: id });
    const job = { ...known, ...part };
    host.state.jobs = host.state.jobs.map((each) => (each.id === id ? job : each));
    host.feeds.jobs.publish({ type: 'changed', job });
    return {};
  };
  return {
    'jobs/watch': (_input, { signal }) => host.feeds.jobs.watch(signal, [{ type: 'snapshot', jobs: host.state.jobs }]),
    'jobs/cancel': ({ jobId }) => change(jobId, { cancel: 'asked' }),
    'jobs/goOn': ({ jobId }) => change(jobId, { isBackground: true }),
    'jobs/askAgain': ({ jobId }) => change(jobId, { isWatched: true, problem: null }),
    'jobs/giveUp': ({ jobId }) => change(jobId, { state: 'lost', endedAt: 2 }),
    'jobs/result': () => ({ result: { content: [{ type: 'text', text: 'what came' }], isError: false, repairs: [] } }),
    'jobs/handOver': () => ({}),
    'jobs/remove': ({ jobIds }) => {
      for (const id of jobIds) {
        const known = host.state.jobs.find((job) => job.id === id);
        if (known) removed.set(id, known);
        host.state.jobs = host.state.jobs.filter((job) => job.id !== id);
        host.feeds.jobs.publish({ type: 'removed', jobId: id });
      }
      return {};
    },
    'jobs/restore': ({ jobIds }) => {
      for (const id of jobIds) {
        const job = removed.get(id);
        if (!job) continue;
        host.state.jobs = [...host.state.jobs, job];
        host.feeds.jobs.publish({ type: 'changed', job });
      }
      return {};
    },
  };
}
