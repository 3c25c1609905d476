/** What a problem of one server is told with: who it is, the last it said, and never one of its secrets. */
import type { Problem } from '@portolan/contract/errors';
import type { LifecycleNote } from '@portolan/contract/servers';
import type { ServerConfig } from '../ports.ts';
import type { ServerLog } from './log/server-log.ts';
import type { ProblemContext } from './problems.ts';
import { redactProblem, withoutSecrets } from './redact-problem.ts';

export class ProblemWords {
  readonly #config: () => ServerConfig;
  readonly #log: ServerLog;

  constructor(config: () => ServerConfig, log: ServerLog) {
    this.#config = config;
    this.#log = log;
  }

  get subject(): ProblemContext {
    const { name, launch } = this.#config();
    return { server: name, ...(launch.kind === 'stdio' ? { command: launch.command } : { url: withoutSecrets(launch.url) }) };
  }

  /** What a failed start is told with: the last the process said, above all. */
  ofStart(handshakeMs: number): ProblemContext {
    return { ...this.subject, ...this.lastWords(), seconds: handshakeMs / 1000 };
  }

  lastWords(): { log?: string } {
    this.#log.endOfStderr();
    const log = this.#config().launch.kind === 'stdio' ? this.#log.lastStderr(200) : '';
    return log === '' ? {} : { log };
  }

  clean(problem: Problem): Problem {
    return redactProblem(problem, (text) => this.#log.redact(text));
  }
}

/** Details of a problem as a note can hold them. */
export function inNote(details: Problem['details']): LifecycleNote['details'] {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, typeof value === 'object' ? value.join(', ') : value]));
}
