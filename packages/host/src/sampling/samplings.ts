/**
 * What servers ask of models (F01–F06): the person reads and changes the request, the answer, or writes it. Nothing is run and
 * nothing goes back without them, and a no holds.
 */
import { createHash } from 'node:crypto';
import type { AskRefusal } from '@portolan/contract/activity';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { InteractionAnswer } from '@portolan/contract/interactions';
import type { AnswerBlock, SamplingAnswer, SamplingSpent, SamplingView } from '@portolan/contract/sampling';
import type { SamplingOutcome } from '@portolan/contract/samplings';
import type { InputContext, SampleRequest, SampleResult } from '@portolan/mcp-client/handlers';
import { askHash, reasonOf } from '../interactions/ask-frame.ts';
import type { ActivityPort } from '../activity/activity-port.ts';
import type { AskFrame, AskScope } from '../interactions/ask-frame.ts';
import { canonicalJson } from '../interactions/canonical-json.ts';
import type { InteractionQueue, Review } from '../interactions/interaction-queue.ts';
import type { SamplingStore } from '../storage/sampling-store.ts';
import { mayAsk, spentOf, tokensLeft } from './budget.ts';
import { costOf } from './prices.ts';
import type { SamplingModels } from './run-model.ts';
import { requestView } from './sampling-view.ts';
import { aboutOf, transcriptOf } from './transcript.ts';

export interface SamplingsOptions {
  queue: InteractionQueue;
  models: SamplingModels;
  frame(scope: AskScope, context: InputContext): AskFrame;
  refusal(scope: AskScope, context: InputContext): Extract<AskRefusal, 'stopped' | 'mute' | 'too-many'> | null;
  stop(serverId: ServerId): void;
  store: SamplingStore;
  activity: ActivityPort;
  now: () => number;
}

/** One request under way. */
interface Work {
  scope: AskScope;
  frame: AskFrame;
  asked: SampleRequest;
  /** As the person left it. */
  request: SampleRequest;
  systemPrompt: string;
  /** Grows with each step: an answer to an earlier one counts no more. */
  step: number;
  view: SamplingView;
  running: AbortController | null;
  /** Of all runs so far; `cost` is null once one of them has no known price. */
  used: { model: string | null; tokens: number; cost: number | null };
}

const stands: Review = { outcome: 'stands', problems: [] };
/** What the server is told of who answered, when the person did. */
const byHand = 'answered by the user';

export class Samplings {
  readonly #options: SamplingsOptions;
  /** What was denied, by server: asked again it is denied again, without a word, also after a start of its own making (F06). */
  readonly #denied = new Map<ServerId, Set<string>>();

  constructor(options: SamplingsOptions) {
    this.#options = options;
  }

  async ask(scope: AskScope, request: SampleRequest, context: InputContext): Promise<SampleResult> {
    const refusal = this.#options.refusal(scope, context);
    const content = createHash('sha256').update(canonicalJson(withoutMeta(request.raw))).digest('hex');
    const denied = this.#denied.get(scope.server.id) ?? new Set();
    this.#denied.set(scope.server.id, denied);
    const reason = refusal ?? (!scope.server.maySample() ? 'off' : denied.has(content) ? 'denied-before' : this.#isWithin(scope) ? null : 'budget');
    if (reason !== null) {
      scope.server.note('sampling', { outcome: 'deny' });
      this.#keep(scope, null, requestView(scope.server.name(), request), 'refused', { model: null, tokens: 0, cost: 0 }, [], reason);
      return { action: 'reject' };
    }
    const choice = await this.#options.models.choose(request.modelPreferences);
    const { result, work } = await this.#show(scope, request, context, choice);
    // A no of the person; that the call was over meanwhile is none.
    if (result.action === 'reject' && !work.isGone) remember(denied, content);
    scope.server.note('sampling', { outcome: result.action === 'accept' ? 'accept' : 'deny' });
    const outcome = result.action === 'accept' ? 'sent' : work.isGone ? 'gone' : 'denied';
    this.#keep(scope, work.frame, work.view.request, outcome, work.used, result.action === 'accept' ? sentOf(result) : []);
    return result;
  }

  /** The person wants to be asked again. */
  forgetDenied(serverId: ServerId): void {
    this.#denied.delete(serverId);
  }

  /** Counts it when it may be shown. */
  #isWithin(scope: AskScope): boolean {
    const spent = this.#spent(scope);
    if (mayAsk(spent)) {
      this.#options.store.addRequest(scope.server.id);
      return true;
    }
    scope.server.warn('sampling-budget', `The server asked your models for more than the ${spent.budget.requestsPerDay} answers a day that it may ask for; what it asks is denied until tomorrow.`);
    return false;
  }

  #spent(scope: AskScope): SamplingSpent {
    return spentOf(this.#options.store, scope.server.id, scope.server.budget(), this.#options.now());
  }

  /** Beside the server, never in a chat (F02). What can't be written down is no reason to keep an answer from being sent. */
  #keep(scope: AskScope, frame: AskFrame | null, request: SamplingView['request'], outcome: SamplingOutcome, used: Work['used'] = { model: null, tokens: 0, cost: 0 }, answer: readonly AnswerBlock[] = [], reason?: AskRefusal): void {
    const isDecided = outcome === 'sent' || outcome === 'denied';
    this.#options.activity.record({ type: 'sampling', outcome, model: used.model, tokens: used.tokens, ...(reason === undefined ? {} : { reason }) }, { serverId: scope.server.id, serverName: scope.server.name(), conversationId: frame?.conversationId ?? null, callId: frame?.callId ?? null, by: isDecided ? 'person' : 'host', isOfServer: !isDecided });
    try {
      this.#options.store.add(scope.server.id, { outcome, ...used, about: aboutOf(request) }, transcriptOf(request, answer));
    } catch (error) {
      scope.server.warn('sampling-not-kept', `What the server asked of your models could not be written down: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #show(scope: AskScope, request: SampleRequest, context: InputContext, choice: SamplingView['choice']): Promise<{ result: SampleResult; work: Work & { isGone: boolean } }> {
    const { queue } = this.#options;
    const frame = this.#options.frame(scope, context);
    const first = { ...frame, kind: 'sampling' as const, request: requestView(frame.serverName, request), choice, spent: this.#spent(scope), phase: { at: 'request' as const } };
    const work: Work = { scope, frame, asked: request, request, systemPrompt: request.systemPrompt ?? '', step: 0, view: { ...first, hash: '' }, running: null, used: { model: null, tokens: 0, cost: 0 } };
    work.view = this.#stamped(work, work.view);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => void setTimeout(() => queue.withdraw(frame.id, reasonOf(scope, context)), 20);
      const settle = (result: SampleResult, isGone = false): void => {
        scope.open.delete(frame.id);
        work.running?.abort();
        context.signal.removeEventListener('abort', onAbort);
        resolve({ result, work: { ...work, isGone } });
      };
      scope.open.add(frame.id);
      try {
        queue.add(
          work.view,
          (given) => {
            settle(this.#resultOf(work, given));
            if (given.kind === 'sampling' && given.action === 'deny' && given.stopAsking === true) this.#options.stop(frame.serverId);
          },
          () => settle({ action: 'reject' }, true),
          (given) => this.#review(work, given),
        );
      } catch (error) {
        scope.open.delete(frame.id);
        reject(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (context.signal.aborted) onAbort();
      else context.signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #review(work: Work, given: InteractionAnswer): Review {
    if (given.kind !== 'sampling') return stands;
    const { at } = work.view.phase;
    switch (given.action) {
      case 'deny':
        return { outcome: 'settles' };
      case 'run':
        return at === 'running' ? stands : this.#run(work, given);
      case 'stop':
        work.running?.abort();
        return at === 'running' ? this.#goOn(work, { at: 'request' }) : stands;
      case 'by-hand':
        return at === 'running' ? stands : this.#goOn(work, { at: 'answer', model: null, content: [{ type: 'text', text: '' }], stopReason: 'endTurn', tokens: null, cost: null });
      case 'back':
        return at === 'answer' || at === 'failed' ? this.#goOn(work, { at: 'request' }) : stands;
      case 'send':
        return at === 'answer' && isSendable(work.asked, given.content) ? { outcome: 'settles' } : stands;
    }
  }

  #run(work: Work, given: Extract<SamplingAnswer, { action: 'run' }>): Review {
    const { asked, frame } = work;
    work.request = edited(asked, given);
    work.systemPrompt = given.systemPrompt;
    const controller = new AbortController();
    work.running = controller;
    const view = requestView(frame.serverName, { ...work.request, systemPrompt: given.systemPrompt });
    const asLeft = { request: { ...view, maxTokens: asked.maxTokens, tokenCap: Math.min(given.maxTokens, asked.maxTokens) } };
    const next = this.#goOn(work, { at: 'running', model: given.model }, asLeft);
    const { step } = work;
    const goOn = (phase: SamplingView['phase']): void => {
      // Stopped, or settled meanwhile.
      if (work.step !== step || controller.signal.aborted) return;
      const outcome = this.#goOn(work, phase);
      if (outcome.outcome === 'goes-on') this.#options.queue.change(outcome.view);
    };
    void this.#answer(work, given, view.hostPrompt, controller.signal)
      .then(goOn)
      .catch((error: unknown) => goOn({ at: 'failed', model: given.model, problem: (error instanceof HostError ? error : new HostError('internal', { where: 'sampling' })).problem }));
    return next;
  }

  /** @throws {HostError} `sampling-budget`: nothing was run */
  async #answer(work: Work, given: Extract<SamplingAnswer, { action: 'run' }>, hostPrompt: string, signal: AbortSignal): Promise<SamplingView['phase']> {
    const { models, store } = this.#options;
    const { asked, frame, scope } = work;
    const model = { providerId: given.providerId, model: given.model };
    const price = await models.price(model);
    const left = tokensLeft(this.#spent(scope), price);
    if ('exceeded' in left) throw new HostError('sampling-budget', { server: frame.serverName, what: left.exceeded });
    signal.throwIfAborted();
    const maxTokens = Math.min(given.maxTokens, asked.maxTokens, left.tokens);
    const instructions = [hostPrompt, given.systemPrompt].filter((text) => text !== '').join('\n\n');
    const answer = await models.run({ serverId: frame.serverId, serverName: frame.serverName, request: work.request, model, instructions, maxTokens, signal });
    // What a service does not count costs what it might have.
    const tokens = answer.usage === null ? maxTokens : (answer.usage.inputTokens ?? 0) + (answer.usage.outputTokens ?? 0);
    const cost = answer.usage === null ? null : costOf(price, answer.usage);
    store.addRun({ serverId: frame.serverId, tokens, cost });
    work.used = { model: answer.model, tokens: work.used.tokens + tokens, cost: cost === null || work.used.cost === null ? null : work.used.cost + cost };
    if (answer.problem !== null) return { at: 'failed', model: answer.model, problem: answer.problem };
    return { at: 'answer', model: answer.model, content: answer.content, stopReason: answer.stopReason, tokens: answer.usage === null ? null : tokens, cost };
  }

  #goOn(work: Work, phase: SamplingView['phase'], change: Partial<SamplingView> = {}): Review {
    work.step += 1;
    work.view = this.#stamped(work, { ...work.view, ...change, spent: this.#spent(work.scope), phase });
    return { outcome: 'goes-on', view: work.view };
  }

  #stamped(work: Work, view: SamplingView): SamplingView {
    const { hash: _old, createdAt: _at, ...content } = view;
    return { ...view, hash: askHash(work.scope.server, work.frame, ['sampling', work.step, JSON.stringify(content)]) };
  }

  #resultOf(work: Work, given: InteractionAnswer): SampleResult {
    const { phase } = work.view;
    if (given.kind !== 'sampling' || given.action !== 'send' || phase.at !== 'answer') return { action: 'reject' };
    const stopReason = given.content.some(({ type }) => type === 'tool_use') ? 'toolUse' : phase.stopReason === 'toolUse' ? 'endTurn' : phase.stopReason;
    // An empty text beside a use of a tool says nothing, and older servers take one block.
    const content = given.content.filter((block) => block.type !== 'text' || block.text !== '');
    return { action: 'accept', model: phase.model ?? byHand, content, stopReason };
  }
}

const mostDenied = 1000;

function remember(denied: Set<string>, content: string): void {
  denied.add(content);
  const [oldest] = denied;
  if (denied.size > mostDenied && oldest !== undefined) denied.delete(oldest);
}

function sentOf({ content }: Extract<SampleResult, { action: 'accept' }>): AnswerBlock[] {
  return content.flatMap((block): AnswerBlock[] => (block.type === 'text' ? [{ type: 'text', text: block.text }] : block.type === 'tool_use' ? [{ type: 'tool_use', id: block.id, name: block.name, input: block.input }] : []));
}

/** What could be read by the server: some words, and uses of its own tools only, each with an id of its own (H54). */
function isSendable(asked: SampleRequest, content: readonly AnswerBlock[]): boolean {
  const names = new Set(asked.tools.map(({ name }) => name));
  const uses = content.filter((block) => block.type === 'tool_use');
  const ids = new Set(uses.map(({ id }) => id));
  return (uses.length > 0 || content.some((block) => block.type === 'text' && block.text.trim() !== '')) && ids.size === uses.length && uses.every(({ id, name }) => id !== '' && names.has(name));
}

/** The request as the person left it: texts, tools, and how freely it is answered. */
function edited(asked: SampleRequest, given: Extract<SamplingAnswer, { action: 'run' }>): SampleRequest {
  const texts = new Map(given.texts.map(({ message, block, text }) => [`${message} ${block}`, text]));
  const messages = asked.messages.map((message, at) => ({
    ...message,
    content: message.content.map((block, index) => {
      const text = texts.get(`${at} ${index}`);
      return block.type === 'text' && text !== undefined ? { ...block, text } : block;
    }),
  }));
  const kept = new Set(given.tools);
  const tools = asked.tools.filter(({ name }) => kept.has(name));
  const { temperature: wanted, ...rest } = asked;
  const temperature = given.temperature === undefined ? wanted : given.temperature;
  return {
    ...rest,
    ...(temperature === undefined || temperature === null ? {} : { temperature }),
    messages,
    tools,
    stopSequences: given.stopSequences ?? asked.stopSequences,
    toolChoice: tools.length === 0 ? 'none' : (given.toolChoice ?? asked.toolChoice),
  };
}

function withoutMeta(raw: SampleRequest['raw']): SampleRequest['raw'] {
  const { _meta: _left, ...rest } = raw;
  return rest;
}
