/** A job as windows see it. */
import type { ProgressView } from '@portolan/contract/content';
import type { Problem } from '@portolan/contract/errors';
import type { JobView } from '@portolan/contract/jobs';
import type { StoredJob } from './job-store.ts';

export interface JobFacts {
  isWatched: boolean;
  isBackground: boolean;
  heardAt: number;
  progress: ProgressView | null;
  /** Why it cannot be asked about now. */
  trouble: Problem | null;
  /** Null for a chat that is gone. */
  chatTitle: string | null;
}

/** The last that calendars have. What a server means to keep for longer it keeps without an end. */
const lastMoment = 8_640_000_000_000_000;

export function toJobView(job: StoredJob, { isWatched, isBackground, heardAt, progress, trouble, chatTitle }: JobFacts): JobView {
  return {
    id: job.id,
    serverId: job.server.id,
    serverName: job.server.name,
    tool: job.tool,
    ...(job.title === null ? {} : { title: job.title }),
    callId: job.callId,
    conversation: job.conversationId === null || chatTitle === null ? null : { id: job.conversationId, title: chatTitle },
    state: job.state,
    ...(job.statusMessage === null || job.statusMessage === '' ? {} : { statusMessage: job.statusMessage }),
    progress,
    startedAt: job.startedAt,
    heardAt,
    endedAt: job.endedAt,
    expiresAt: job.ttlMs === null || job.startedAt + job.ttlMs > lastMoment ? null : job.startedAt + job.ttlMs,
    ...(job.pollMs === null ? {} : { pollMs: job.pollMs }),
    isWatched,
    isBackground,
    cancel: job.cancel,
    problem: job.problem ?? trouble,
  };
}
