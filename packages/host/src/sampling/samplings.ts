/**
 * What servers ask of models (F01–F06): the person reads and changes the request, the answer, or writes it. Nothing is run and
 * nothing goes back without them, and a no holds.
 */
import { createHash } from 'node:crypto';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { InteractionAnswer, WithdrawnReason } from '@portolan/contract/interactions';
import type { AnswerBlock, SamplingAnswer, SamplingView } from '@portolan/contract/sampling';
import type { InputContext, SampleRequest, SampleResult } from '@portolan/mcp-client/handlers';
import { askHash } from '../interactions/ask-frame.ts';
import type { AskFrame, AskScope } from '../interactions/ask-frame.ts';
import { canonicalJson } from '../interactions/canonical-json.ts';
import type { InteractionQueue, Review } from '../interactions/interaction-queue.ts';
import type { SamplingModels } from './run-model.ts';
import { requestView } from './sampling-view.ts';

export interface SamplingsOptions {
  queue: InteractionQueue;
  models: SamplingModels;
  frame(scope: AskScope, context: InputContext): AskFrame;
  refusal(scope: AskScope, context: InputContext): 'stopped' | 'too-many' | null;
  stop(serverId: ServerId): void;
  /** Tokens that one server may use before the app starts anew. Default 200,000. */
  tokenBudget?: number;
}

interface Spent {
  requests: number;
  tokens: number;
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
}

const stands: Review = { outcome: 'stands', problems: [] };
/** What the server is told of who answered, when the person did. */
const byHand = 'answered by the user';

export class Samplings {
  readonly #options: SamplingsOptions;
  readonly #spent = new Map<ServerId, Spent>();
  /** What was denied, by connection: asked again it is denied again, without a word (F06). */
  readonly #denied = new WeakMap<AskScope, Set<string>>();

  constructor(options: SamplingsOptions) {
    this.#options = options;
  }

  async ask(scope: AskScope, request: SampleRequest, context: InputContext): Promise<SampleResult> {
    const refusal = this.#options.refusal(scope, context);
    const content = createHash('sha256').update(canonicalJson(withoutMeta(request.raw))).digest('hex');
    const denied = this.#denied.get(scope) ?? new Set();
    this.#denied.set(scope, denied);
    if (refusal !== null || !scope.server.maySample() || denied.has(content) || this.#isSpent(scope)) {
      scope.server.note('sampling', { outcome: 'deny' });
      return { action: 'reject' };
    }
    const result = await this.#show(scope, request, context);
    if (result.action === 'reject') denied.add(content);
    scope.server.note('sampling', { outcome: result.action === 'accept' ? 'accept' : 'deny' });
    return result;
  }

  #isSpent(scope: AskScope): boolean {
    const { tokenBudget } = this.#budget(scope.server.id);
    if ((this.#spent.get(scope.server.id)?.tokens ?? 0) < tokenBudget) return false;
    scope.server.warn('sampling-budget', `The server has used up the ${tokenBudget} tokens it may use of your models; its requests are denied until the app is started anew.`);
    return true;
  }

  #budget(serverId: ServerId): Spent & { tokenBudget: number } {
    return { ...(this.#spent.get(serverId) ?? { requests: 0, tokens: 0 }), tokenBudget: this.#options.tokenBudget ?? 200_000 };
  }

  #show(scope: AskScope, request: SampleRequest, context: InputContext): Promise<SampleResult> {
    const { queue, models } = this.#options;
    const frame = this.#options.frame(scope, context);
    const choice = models.choose(request.modelPreferences);
    const first = { ...frame, kind: 'sampling' as const, request: requestView(frame.serverName, request), choice, spent: this.#budget(frame.serverId), phase: { at: 'request' as const } };
    const work: Work = { scope, frame, asked: request, request, systemPrompt: request.systemPrompt ?? '', step: 0, view: { ...first, hash: '' }, running: null };
    work.view = this.#stamped(work, work.view);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => void setTimeout(() => queue.withdraw(frame.id, reasonOf(scope, context)), 20);
      const settle = (result: SampleResult): void => {
        scope.open.delete(frame.id);
        work.running?.abort();
        context.signal.removeEventListener('abort', onAbort);
        resolve(result);
      };
      scope.open.add(frame.id);
      try {
        queue.add(
          work.view,
          (given) => {
            settle(this.#resultOf(work, given));
            if (given.kind === 'sampling' && given.action === 'deny' && given.stopAsking === true) this.#options.stop(frame.serverId);
          },
          () => settle({ action: 'reject' }),
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
        return at === 'running' ? stands : this.#goOn(work, { at: 'answer', model: null, content: [{ type: 'text', text: '' }], stopReason: 'endTurn', tokens: null });
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
    const maxTokens = Math.min(given.maxTokens, asked.maxTokens);
    const controller = new AbortController();
    work.running = controller;
    const view = requestView(frame.serverName, { ...work.request, systemPrompt: given.systemPrompt });
    const spent = this.#spent.get(frame.serverId) ?? { requests: 0, tokens: 0 };
    this.#spent.set(frame.serverId, { ...spent, requests: spent.requests + 1 });
    const next = this.#goOn(work, { at: 'running', model: given.model }, { request: { ...view, maxTokens: asked.maxTokens, tokenCap: maxTokens } });
    const { step } = work;
    void this.#options.models
      .run({ serverId: frame.serverId, serverName: frame.serverName, request: work.request, model: { providerId: given.providerId, model: given.model }, instructions: [view.hostPrompt, given.systemPrompt].filter((text) => text !== '').join('\n\n'), maxTokens, signal: controller.signal })
      .then((answer) => {
        const used = this.#spent.get(frame.serverId) ?? { requests: 0, tokens: 0 };
        // What a service does not count costs what it might have.
        this.#spent.set(frame.serverId, { ...used, tokens: used.tokens + (answer.tokens ?? maxTokens) });
        // Stopped, or settled meanwhile.
        if (work.step !== step || controller.signal.aborted) return;
        const outcome = answer.problem === null ? this.#goOn(work, { at: 'answer', model: answer.model, content: answer.content, stopReason: answer.stopReason, tokens: answer.tokens }) : this.#goOn(work, { at: 'failed', model: answer.model, problem: answer.problem });
        if (outcome.outcome === 'goes-on') this.#options.queue.change(outcome.view);
      })
      .catch((error: unknown) => {
        if (work.step !== step) return;
        const outcome = this.#goOn(work, { at: 'failed', model: given.model, problem: (error instanceof HostError ? error : new HostError('internal', { where: 'sampling' })).problem });
        if (outcome.outcome === 'goes-on') this.#options.queue.change(outcome.view);
      });
    return next;
  }

  #goOn(work: Work, phase: SamplingView['phase'], change: Partial<SamplingView> = {}): Review {
    work.step += 1;
    work.view = this.#stamped(work, { ...work.view, ...change, spent: this.#budget(work.frame.serverId), phase });
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
    return { action: 'accept', model: phase.model ?? byHand, content: given.content, stopReason };
  }
}

function reasonOf(scope: AskScope, context: InputContext): WithdrawnReason {
  return scope.isOver ? 'server-gone' : context.round === undefined ? 'taken-back' : 'call-over';
}

/** What could be read by the server: some words, and uses of its own tools only, each with an id of its own (H54). */
function isSendable(asked: SampleRequest, content: readonly AnswerBlock[]): boolean {
  const names = new Set(asked.tools.map(({ name }) => name));
  const uses = content.filter((block) => block.type === 'tool_use');
  const ids = new Set(uses.map(({ id }) => id));
  return (uses.length > 0 || content.some((block) => block.type === 'text' && block.text.trim() !== '')) && ids.size === uses.length && uses.every(({ id, name }) => id !== '' && names.has(name));
}

/** The request with the texts and tools that the person left in it. */
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
  return { ...asked, messages, tools, toolChoice: tools.length === 0 ? 'none' : asked.toolChoice };
}

function withoutMeta(raw: SampleRequest['raw']): SampleRequest['raw'] {
  const { _meta: _left, ...rest } = raw;
  return rest;
}
