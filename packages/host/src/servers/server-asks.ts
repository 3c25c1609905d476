/** What one server may ask of the person: what is decided now, and what it was told at its start. */
import type { ServerView } from '@portolan/contract/servers';
import type { AskConnection, AskingServer } from '../interactions/ask-server.ts';
import type { AsksPort, ServerConfig } from '../ports.ts';
import { usualBudget } from '../sampling/budget.ts';

type Decided = Omit<ServerView['asks'], 'needsRestart' | 'isStopped'>;

export interface ServerAsksOptions {
  port: AsksPort | undefined;
  config: () => ServerConfig;
  server: Pick<AskingServer, 'launchHash' | 'note' | 'warn' | 'changed'>;
}

export class ServerAsks {
  readonly #options: ServerAsksOptions;
  #told: Decided | null = null;

  constructor(options: ServerAsksOptions) {
    this.#options = options;
  }

  get view(): ServerView['asks'] {
    const decided = this.#decided;
    const told = this.#told;
    const needsRestart = told !== null && (told.elicitation !== decided.elicitation || told.sampling !== decided.sampling || (told.roots === null) !== (decided.roots === null));
    return { ...decided, needsRestart, isStopped: this.#options.port?.isStopped(this.#options.config().id) ?? false };
  }

  /** One that was told of no roots at its start can't be told that they changed. */
  get hearsOfRoots(): boolean {
    return this.#told !== null && this.#told.roots !== null;
  }

  /** For one connection, or one try at one. */
  open(): AskConnection | undefined {
    const { port, config, server } = this.#options;
    this.#told = this.#decided;
    return port?.connection({
      ...server,
      id: config().id,
      name: () => config().name,
      mayElicit: () => this.#decided.elicitation === 'ask',
      maySample: () => this.#decided.sampling === 'ask',
      budget: () => this.#decided.budget,
      roots: () => this.#decided.roots,
    });
  }

  /** The connection is over. */
  close(connection: AskConnection | undefined): void {
    connection?.end();
    this.#told = null;
  }

  get #decided(): Decided {
    const { elicitation = 'ask', sampling = 'off', samplingBudget: budget = usualBudget, roots = null } = this.#options.config().care ?? {};
    return { elicitation, sampling, budget, roots };
  }
}
