/** Forms and pages that servers ask for. Nothing is opened, filled in or sent without the person (H33–H49). */
import type { AskRefusal } from '@portolan/contract/activity';
import type { ElicitationView } from '@portolan/contract/elicitation';
import type { OutputOf } from '@portolan/contract/contract';
import type { InteractionId, ServerId } from '@portolan/contract/ids';
import type { InteractionAnswer, WithdrawnReason } from '@portolan/contract/interactions';
import type { JsonObject } from '@portolan/contract/json';
import type { ElicitFormRequest, ElicitRequest, ElicitResult, InputContext } from '@portolan/mcp-client/handlers';
import { askHash, reasonOf } from './ask-frame.ts';
import type { ActivityAbout, ActivityPort } from '../activity/activity-port.ts';
import type { AskFrame, AskScope } from './ask-frame.ts';
import type { InteractionQueue, Review } from './interaction-queue.ts';
import { asksForSecret, secretFields } from './secret-words.ts';
import { urlView } from './url-view.ts';

export interface ElicitationsOptions {
  queue: InteractionQueue;
  frame(scope: AskScope, context: InputContext): AskFrame;
  refusal(scope: AskScope, context: InputContext): Extract<AskRefusal, 'stopped' | 'mute' | 'too-many'> | null;
  stop(serverId: ServerId): void;
  openLink(url: string): Promise<OutputOf<'links/open'>>;
  activity: ActivityPort;
}

type UrlRequest = Extract<ElicitationView['request'], { mode: 'url' }>;

/** A page that was asked for, as long as its question is on the screen. */
interface Page {
  scope: AskScope;
  elicitationId: string | undefined;
  retriesCall: boolean;
  /** Tells the server; does nothing the second time. */
  answer(result: ElicitResult): void;
}

/** Longest pattern of a form that a window tries, in characters. */
const patternLength = 500;

export class Elicitations {
  readonly #options: ElicitationsOptions;
  readonly #pages = new Map<InteractionId, Page>();

  constructor(options: ElicitationsOptions) {
    this.#options = options;
  }

  /** Resolves with what the server is told. Withdrawn is `cancel`: nobody chose. */
  async ask(scope: AskScope, request: ElicitRequest, context: InputContext): Promise<ElicitResult> {
    const refusal = this.#options.refusal(scope, context);
    if (refusal !== null || !scope.server.mayElicit()) {
      const action = refusal === 'too-many' ? 'cancel' : 'decline';
      scope.server.note('elicitation', { mode: request.mode, outcome: action });
      this.#record(request, action, { serverId: scope.server.id, serverName: scope.server.name(), by: 'host', isOfServer: true }, refusal ?? 'off');
      return { action };
    }
    const frame = this.#options.frame(scope, context);
    const { result, byPerson } = await this.#show(scope, request, context, frame);
    const { serverId, serverName, conversationId, callId } = frame;
    this.#record(request, result.action, { serverId, serverName, conversationId, callId, by: byPerson ? 'person' : 'host', isOfServer: !byPerson });
    scope.server.note('elicitation', { mode: request.mode, outcome: result.action });
    return result;
  }

  /** Names of fields; what was filled in stands nowhere but in the answer. */
  #record(request: ElicitRequest, action: ElicitResult['action'], about: ActivityAbout, reason?: AskRefusal): void {
    const shown = request.mode === 'form' ? { fields: request.fields.map(({ name }) => name), host: null } : { fields: [], host: URL.canParse(request.url) ? new URL(request.url).host : null };
    this.#options.activity.record({ type: 'elicitation', mode: request.mode, action, ...shown, ...(reason === undefined ? {} : { reason }) }, about);
  }

  /** Opens the page of a question through the one door; the question then says what comes next. */
  async open(view: ElicitationView, request: UrlRequest): Promise<OutputOf<'links/open'>> {
    const opened = await this.#options.openLink(request.url.href);
    const page = this.#pages.get(view.id);
    if (page === undefined || request.phase !== 'ask') return opened;
    if (page.retriesCall) this.#options.queue.change({ ...view, request: { ...request, phase: 'opened' } });
    else {
      // The server itself waits for the page; what is left on the screen is only told when it is done.
      if (page.elicitationId === undefined) this.#options.queue.withdraw(view.id, 'done');
      else this.#options.queue.change({ ...view, request: { ...request, phase: 'waiting' } });
      page.answer({ action: 'accept' });
    }
    return opened;
  }

  /** What the person did in the browser is done, says the server. Unknown ids are ignored (H47). */
  completed(scope: AskScope, elicitationId: string): void {
    for (const [id, page] of this.#pages) {
      if (page.scope !== scope || page.elicitationId !== elicitationId) continue;
      page.answer({ action: 'accept' });
      this.#options.queue.withdraw(id, 'done');
    }
  }

  #show(scope: AskScope, request: ElicitRequest, context: InputContext, frame: AskFrame): Promise<{ result: ElicitResult; byPerson: boolean }> {
    const content = request.mode === 'form' ? formView(request) : { mode: 'url' as const, url: urlView(request.url), phase: 'ask' as const };
    const hash = askHash(scope.server, frame, ['elicitation', request.message, content]);
    const view: ElicitationView = { ...frame, kind: 'elicitation', message: request.message, request: content, hash };
    const { queue } = this.#options;
    return new Promise((resolve, reject) => {
      const withdraw = (reason: WithdrawnReason): void => queue.withdraw(view.id, reason);
      // The end of the connection is told a moment later than the end of what ran on it.
      const onAbort = (): void => void setTimeout(() => withdraw(reasonOf(scope, context)), 20);
      const answer = (result: ElicitResult, byPerson = true): void => {
        context.signal.removeEventListener('abort', onAbort);
        resolve({ result, byPerson });
      };
      const done = (): void => {
        scope.open.delete(view.id);
        this.#pages.delete(view.id);
      };
      scope.open.add(view.id);
      if (request.mode === 'url') this.#pages.set(view.id, { scope, elicitationId: request.elicitationId, retriesCall: request.retriesCall, answer });
      try {
        queue.add(
          view,
          (given) => {
            done();
            answer(resultOf(given));
            if (given.kind === 'elicitation' && given.action !== 'accept' && given.stopAsking === true) this.#options.stop(view.serverId);
          },
          () => {
            done();
            answer({ action: scope.server.mayElicit() && !scope.isOver && !context.signal.aborted ? 'decline' : 'cancel' }, false);
          },
          (given) => this.#review(view.id, request, given),
        );
      } catch (error) {
        done();
        reject(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (context.signal.aborted) onAbort();
      else context.signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #review(id: InteractionId, request: ElicitRequest, given: InteractionAnswer): Review {
    if (given.kind !== 'elicitation' || given.action !== 'accept') return { outcome: 'settles' };
    // A page that nobody opened can't be done with.
    if (request.mode === 'url') return this.#pages.get(id) !== undefined && this.#wasOpened(id) ? { outcome: 'settles' } : { outcome: 'stands', problems: [] };
    if (asksSecret(request)) return { outcome: 'stands', problems: secretFields(request.fields).map(({ name }) => ({ field: name, code: 'type' })) };
    const problems = request.check(given.content ?? {}).map(({ field, code }) => ({ field, code }));
    return problems.length === 0 ? { outcome: 'settles' } : { outcome: 'stands', problems };
  }

  #wasOpened(id: InteractionId): boolean {
    const view = this.#options.queue.list().find((each) => each.id === id);
    return view?.kind === 'elicitation' && view.request.mode === 'url' && view.request.phase !== 'ask';
  }
}

function resultOf(given: InteractionAnswer): ElicitResult {
  if (given.kind !== 'elicitation') return { action: 'cancel' };
  if (given.action !== 'accept') return { action: given.action };
  return { action: 'accept', ...(given.content === undefined ? {} : { content: given.content }) };
}

function asksSecret(request: ElicitFormRequest): boolean {
  return secretFields(request.fields).length > 0 || (asksForSecret(request.message) && request.fields.some(({ kind }) => kind === 'string'));
}

function formView(request: ElicitFormRequest): Extract<ElicitationView['request'], { mode: 'form' }> {
  const secrets = secretFields(request.fields);
  return {
    mode: 'form',
    schema: withPatterns(request),
    secretFields: secrets,
    isSecretAsked: asksSecret(request),
    repairs: request.repairs.slice(0, 50).map(({ path, reason }) => ({ path, reason })),
  };
}

/** A pattern is a hint to the person: the window tries the harmless ones, the server has the last word (E08). */
function withPatterns({ schema, fields, raw }: ElicitFormRequest): JsonObject {
  const asked = asObject(asObject(raw['requestedSchema'])['properties']);
  const properties = Object.fromEntries(
    Object.entries(asObject(schema['properties'])).map(([name, property]) => {
      const pattern = Object.hasOwn(asked, name) ? asObject(asked[name])['pattern'] : undefined;
      const isText = fields.some((field) => field.name === name && field.kind === 'string');
      return [name, isText && typeof pattern === 'string' && pattern.length <= patternLength ? { ...asObject(property), pattern } : (property ?? null)];
    }),
  );
  return { ...schema, properties };
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
