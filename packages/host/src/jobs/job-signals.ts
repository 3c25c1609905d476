/** How waiting for a job can end other than by its result. Callers that know of no jobs see a call that was cancelled. */
import { HostError } from '@portolan/contract/errors';
import type { JobId } from '@portolan/contract/ids';

/** Nobody waits any longer; the job goes on, and what comes of it is told later. */
export class JobGoesOn extends HostError {
  readonly jobId: JobId;
  constructor(jobId: JobId) {
    super('cancelled', { job: jobId });
    this.jobId = jobId;
  }
}

/** The job was cancelled: by the person, or by its server. */
export class JobCancelled extends HostError {
  constructor(server: string, tool: string) {
    super('cancelled', { server, tool });
  }
}
