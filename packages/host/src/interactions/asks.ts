/**
 * What servers ask of the person, in either era: elicitation, sampling, roots. One question of a server becomes one of the queue; its answer
 * goes to that server and that request alone, once (C11, E09).
 */
import { randomBytes } from 'node:crypto';
import type { AskRefusal } from '@portolan/contract/activity';
import type { InputOf, OutputOf } from '@portolan/contract/contract';
import type { FieldProblemView } from '@portolan/contract/elicitation';
import { HostError } from '@portolan/contract/errors';
import { CallId, InteractionId } from '@portolan/contract/ids';
import type { ConversationId, ServerId } from '@portolan/contract/ids';
import type { InteractionAnswer } from '@portolan/contract/interactions';
import type { InputContext, RefusedAsk, RelatedCall, Root, SampleRequest } from '@portolan/mcp-client/handlers';
import { noActivity } from '../activity/activity-port.ts';
import type { ActivityPort } from '../activity/activity-port.ts';
import type { AsksPort } from '../ports.ts';
import { Samplings } from '../sampling/samplings.ts';
import type { SchemaChecker } from '@portolan/mcp-client/schema/schema-checker';
import type { SamplingModels } from '../sampling/run-model.ts';
import type { SamplingStore } from '../storage/sampling-store.ts';
import type { AskFrame, AskScope } from './ask-frame.ts';
import { AskLimits, defaultAskRates } from './ask-limits.ts';
import type { AskRates } from './ask-limits.ts';
import type { AskConnection, AskingServer } from './ask-server.ts';
import { Elicitations } from './elicitations.ts';
import type { InteractionQueue } from './interaction-queue.ts';
import { patternProblems } from './form-patterns.ts';
import { refusedEvent } from './refused-asks.ts';
import { rootsFor } from './roots.ts';

export interface AsksOptions {
  queue: InteractionQueue;
  /** The chat in which a call runs; null for one made by hand. */
  chatOf(callId: CallId): { id: ConversationId; title: string } | null;
  /** The one door for links. @throws {HostError} `link-refused` */
  openLink(url: string): Promise<OutputOf<'links/open'>>;
  /** Models, and what is kept of what servers ask of them. Absent where there are none: then servers are told that they can't ask for answers. */
  sampling?: { models: SamplingModels; store: SamplingStore };
  /** Tries a pattern of a server on a text in a thread that can be ended (E08). */
  schemas: Pick<SchemaChecker, 'check'>;
  /** Its calls are refused, and so is what it asks (C17). */
  isMuted?: (serverId: ServerId, conversationId: ConversationId | null) => boolean;
  rates?: AskRates;
  /** Hears what came of each question. */
  activity?: ActivityPort;
  now?: () => number;
}

export class Asks implements AsksPort {
  readonly #options: AsksOptions;
  readonly #elicitations: Elicitations;
  readonly #samplings: Samplings | null;
  readonly #scopes = new Set<AskScope>();
  readonly #stopped = new Set<ServerId>();
  #nextConnection = 1;

  constructor(options: AsksOptions) {
    this.#options = options;
    const { activity = noActivity } = options;
    this.#elicitations = new Elicitations({ queue: options.queue, frame: (scope, context) => this.#frame(scope, context), refusal: (scope, context) => this.#refusal(scope, context), stop: (serverId) => this.stop(serverId), openLink: (url) => options.openLink(url), activity });
    this.#samplings = options.sampling === undefined ? null : new Samplings({ ...options.sampling, queue: options.queue, frame: (scope, context) => this.#frame(scope, context), refusal: (scope, context) => this.#refusal(scope, context), stop: (serverId) => this.stop(serverId), now: options.now ?? Date.now, activity });
  }

  /** For one connection, or one try at one. A new one forgets that its server was told to stop. */
  connection(server: AskingServer): AskConnection {
    const scope: AskScope = { server, limits: new AskLimits(this.#options.rates ?? defaultAskRates, this.#options.now ?? Date.now), name: `c${this.#nextConnection++}`, isOver: false, open: new Set() };
    this.#scopes.add(scope);
    this.#stopped.delete(server.id);
    const mayElicit = server.mayElicit();
    const samplings = server.maySample() ? this.#samplings : null;
    const tell = (): Promise<Root[]> => rootsFor(server.roots() ?? [], (path) => server.warn('root-left-out', `The folder ${path} is gone or leads elsewhere by now, so the server was not told of it.`));
    return {
      handlers: {
        ...(mayElicit ? { elicit: (request, context) => this.#elicitations.ask(scope, request, context) } : {}),
        ...(samplings === null ? {} : { sample: (request: SampleRequest, context: InputContext) => samplings.ask(scope, request, context) }),
        ...(server.roots() === null ? {} : { roots: tell }),
        refused: (ask) => this.#recordRefused(scope, ask),
      },
      capabilities: { ...(mayElicit ? { elicitation: { form: {}, url: {} } } : {}), ...(samplings === null ? {} : { sampling: { tools: {} } }) },
      completed: (elicitationId) => this.#elicitations.completed(scope, elicitationId),
      end: () => {
        scope.isOver = true;
        this.#scopes.delete(scope);
        for (const id of scope.open) this.#options.queue.withdraw(id, 'server-gone');
      },
    };
  }

  isStopped(serverId: ServerId): boolean {
    return this.#stopped.has(serverId);
  }

  /** Everything this server asks is answered with a no, what is open included, until it may ask again or starts anew. */
  stop(serverId: ServerId): void {
    this.#stopped.add(serverId);
    for (const scope of this.#scopes) {
      if (scope.server.id !== serverId) continue;
      scope.server.note('asks-stopped', {});
      scope.server.changed();
      for (const id of scope.open) this.#options.queue.withdraw(id, 'stopped-asking');
    }
  }

  /** It may ask again, also what was denied. */
  letAsk(serverId: ServerId): void {
    this.#stopped.delete(serverId);
    this.#samplings?.forgetDenied(serverId);
  }

  /** @throws {HostError} `interaction-unknown`, `link-refused` */
  openPage(id: InteractionId, hash: string): Promise<OutputOf<'links/open'>> {
    const view = this.#options.queue.find(id, hash);
    if (view?.kind !== 'elicitation' || view.request.mode !== 'url') throw new HostError('interaction-unknown', {});
    return this.#elicitations.open(view, view.request);
  }

  /** Answers one question. A form's patterns are tried first, in a thread that can be ended (E08). */
  async resolve({ id, hash, answer }: InputOf<'interactions/resolve'>): Promise<OutputOf<'interactions/resolve'>> {
    const problems = await this.#patternProblems(id, hash, answer);
    return problems.length > 0 ? { accepted: false, problems } : this.#options.queue.resolve(id, hash, answer);
  }

  /** Answers all questions of a round, or none of them. */
  async resolveRound({ answers }: InputOf<'interactions/resolveRound'>): Promise<OutputOf<'interactions/resolveRound'>> {
    const found = await Promise.all(answers.map(async ({ id, hash, answer }) => ({ id, problems: await this.#patternProblems(id, hash, answer) })));
    const problems = found.filter((each) => each.problems.length > 0);
    return problems.length > 0 ? { accepted: false, problems } : this.#options.queue.answerAll(answers);
  }

  #patternProblems(id: InteractionId, hash: string, answer: InteractionAnswer): Promise<FieldProblemView[]> {
    const view = this.#options.queue.find(id, hash);
    if (view?.kind !== 'elicitation' || view.request.mode !== 'form' || answer.kind !== 'elicitation' || answer.action !== 'accept') return Promise.resolve([]);
    return patternProblems(this.#options.schemas, view.request.schema, answer.content ?? {});
  }

  /** A server was muted: what it has asked there is over. */
  withdrawMuted(): void {
    this.#options.queue.withdrawWhere((view) => (view.kind === 'elicitation' || view.kind === 'sampling') && this.#options.isMuted?.(view.serverId, view.conversationId) === true, 'muted');
  }

  #isMuted(scope: AskScope, conversationId: ConversationId | null): boolean {
    return this.#options.isMuted?.(scope.server.id, conversationId) ?? false;
  }

  /** What no card could be made of is written down all the same: who wanted what, and why nobody was asked. */
  #recordRefused({ server }: AskScope, ask: RefusedAsk): void {
    const event = refusedEvent(ask);
    if (event === null) return;
    const callId = ask.call?.reference === undefined ? null : CallId.parse(ask.call.reference);
    this.#options.activity?.record(event, { serverId: server.id, serverName: server.name(), conversationId: this.#chatOf(ask)?.id ?? null, callId, by: 'host', isOfServer: true });
  }

  #chatOf({ call }: { call: RelatedCall | undefined }): { id: ConversationId; title: string } | null {
    return call?.reference === undefined ? null : this.#options.chatOf(CallId.parse(call.reference));
  }

  /** Why a question is not even shown, or null. */
  #refusal(scope: AskScope, context: InputContext): Extract<AskRefusal, 'stopped' | 'mute' | 'too-many'> | null {
    if (this.isStopped(scope.server.id)) return 'stopped';
    if (this.#isMuted(scope, this.#chatOf(context)?.id ?? null)) return 'mute';
    // The rest of a round that is on the screen is one question with it.
    if (context.round !== undefined && (context.round.inputs.findIndex(({ key }) => key === context.requestId) > 0)) return null;
    const exceeded = scope.limits.exceeded(context.round === undefined ? context.call?.requestId : undefined);
    if (exceeded === null) return null;
    const message = exceeded === 'per-minute' ? 'The server asked too many questions within a minute; further ones were cancelled.' : 'The server asked too many questions during one call; further ones were cancelled.';
    scope.server.warn('asks-too-much', message);
    return 'too-many';
  }

  #frame(scope: AskScope, context: InputContext): AskFrame {
    const { call, round } = context;
    const callId = call?.reference === undefined ? null : CallId.parse(call.reference);
    const chat = this.#chatOf(context);
    const asked = round?.inputs.filter(({ method }) => method !== 'roots/list') ?? [];
    return {
      id: InteractionId.parse(`i_${randomBytes(16).toString('base64url')}`),
      createdAt: (this.#options.now ?? Date.now)(),
      serverId: scope.server.id,
      serverName: scope.server.name(),
      conversationId: chat?.id ?? null,
      conversationTitle: chat?.title ?? '',
      callId,
      cause: call === undefined ? null : { method: call.method, name: call.name.slice(0, 2000), isCertain: call.isCertain },
      round:
        round === undefined ? null : { id: `${scope.name}-${round.id}`, number: round.number, position: asked.findIndex(({ key }) => key === context.requestId) + 1, count: asked.length },
    };
  }
}
