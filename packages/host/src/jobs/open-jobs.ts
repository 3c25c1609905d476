/** The jobs of a host: where they are kept, and who outside of the windows hears of their ends. */
import type { ConfigStore } from '../ports.ts';
import type { Storage } from '../storage/open-storage.ts';
import { endedJob } from './ended-job.ts';
import type { EndedJob } from './ended-job.ts';
import { Jobs } from './jobs.ts';
import type { JobChats, JobServers } from './jobs-port.ts';

export interface OpenJobsDeps {
  storage: Pick<Storage, 'jobs' | 'conversations'>;
  config: Pick<ConfigStore, 'current'>;
  servers: () => JobServers;
  chats: () => JobChats;
  onEnded: TellEnded | undefined;
  onError: (error: unknown) => void;
}

/** Told of each long job that has ended, with whether the person wants to be told. */
export type TellEnded = (job: EndedJob & { notifies: boolean }) => void;

export function openJobs({ storage, config, servers, chats, onEnded, onError }: OpenJobsDeps): Jobs {
  return new Jobs({
    store: storage.jobs,
    servers,
    chats,
    titleOf: (id) => storage.conversations.get(id)?.title ?? null,
    onEnded: (job) => {
      const ended = endedJob(job);
      if (ended !== null) onEnded?.({ ...ended, notifies: config.current().settings.jobNotifications !== 'off' });
    },
    onError,
  });
}
