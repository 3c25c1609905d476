/** One answer of one of the person's models for a server. Nothing of any chat is in it, and nothing of it goes into one (F02, F04). */
import type { AnswerBlock } from '@portolan/contract/sampling';
import type { ModelRef } from '@portolan/contract/conversations';
import type { Problem } from '@portolan/contract/errors';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { ModelPrice } from '@portolan/contract/samplings';
import type { SampleRequest } from '@portolan/mcp-client/handlers';
import { traitsOf } from '../models/lower/traits.ts';
import type { ModelRegistry } from '../models/registry.ts';
import { runStep } from '../models/step.ts';
import { offerTools } from '../models/tools.ts';
import type { AvailableTool, ConfigStore } from '../ports.ts';
import { toToolView } from '../servers/views/list-views.ts';
import { chooseModel } from './choose-model.ts';
import type { Choice } from './choose-model.ts';
import { lowerMessages } from './lower.ts';
import type { UsagePort } from '../usage/usage.ts';
import { priceOf } from './prices.ts';

export interface SamplingRun {
  serverId: ServerId;
  serverName: string;
  request: SampleRequest;
  model: ModelRef;
  /** What this app puts in front, then the server's as the person left it. */
  instructions: string;
  maxTokens: number;
  signal: AbortSignal;
}

export interface SamplingAnswered {
  /** The name a server is told. */
  model: string;
  content: AnswerBlock[];
  stopReason: string;
  /** Null when the service did not count. */
  usage: { inputTokens: number | null; outputTokens: number | null } | null;
  /** Set when there is no answer. */
  problem: Problem | null;
}

/** What sampling needs of the models. */
export interface SamplingModels {
  /** Does not throw. */
  choose(preferences: SampleRequest['modelPreferences']): Promise<Choice | null>;
  /** List price, as far as it is known. Does not throw. */
  price(model: ModelRef): Promise<ModelPrice | null>;
  /** Does not throw. */
  run(run: SamplingRun): Promise<SamplingAnswered>;
}

/** Looking a price up takes a moment; who has more models than this gets by with their names. */
const mostPriced = 200;

export class ModelsForSampling implements SamplingModels {
  readonly #config: ConfigStore;
  readonly #registry: ModelRegistry;
  readonly #usage: UsagePort | undefined;

  constructor(config: ConfigStore, registry: ModelRegistry, usage?: UsagePort) {
    this.#config = config;
    this.#registry = registry;
    this.#usage = usage;
  }

  async choose(preferences: SampleRequest['modelPreferences']): Promise<Choice | null> {
    const { providers, defaultModel } = this.#config.current();
    const prices = new Map<string, number>();
    if ((preferences.costPriority ?? 0) > 0) {
      const models = providers.flatMap(({ id, models: of }) => of.map((model) => ({ providerId: id, model: model.id }))).slice(0, mostPriced);
      for (const ref of models) {
        const price = await priceOf(this.#config, ref);
        if (price !== null) prices.set(`${ref.providerId} ${ref.model}`, price.output);
      }
    }
    return chooseModel(preferences, providers, defaultModel, ({ providerId, model }) => prices.get(`${providerId} ${model}`) ?? null);
  }

  price(model: ModelRef): Promise<ModelPrice | null> {
    return priceOf(this.#config, model);
  }

  async run(run: SamplingRun): Promise<SamplingAnswered> {
    try {
      return await this.#run(run);
    } catch (error) {
      return { model: run.model.model, content: [], stopReason: '', usage: null, problem: error instanceof HostError ? error.problem : new HostError('internal', { where: 'sampling' }).problem };
    }
  }

  async #run({ serverId, serverName, request, model: ref, instructions, maxTokens, signal }: SamplingRun): Promise<SamplingAnswered> {
    const model = await this.#registry.resolve(ref);
    const { kind } = model.maker;
    const available = request.tools.map((tool): AvailableTool => ({ serverId, serverName, launchHash: '', name: tool.name, ...(tool.title === undefined ? {} : { title: tool.title }), ...(tool.description === undefined ? {} : { description: tool.description }), inputSchema: tool.inputSchema, view: toToolView(tool, true, { name: tool.name, changes: [] }) }));
    const offer = offerTools(available, kind);
    const texts: string[] = [];
    const calls: AnswerBlock[] = [];
    const outcome = await runStep(
      {
        model,
        instructions,
        messages: lowerMessages(serverName, request.messages, traitsOf(kind, ref.model, false, model.capabilities)),
        tools: offer.tools,
        signal,
        cacheKey: `sampling-${serverId}`,
        maxOutputTokens: maxTokens,
        ...(request.temperature === undefined ? {} : { temperature: Math.min(2, Math.max(0, request.temperature)) }),
        ...(request.stopSequences.length === 0 ? {} : { stopSequences: request.stopSequences }),
        ...(offer.tools.length === 0 ? {} : { toolChoice: request.toolChoice }),
      },
      (event) => {
        if (event.type === 'text') {
          if (event.isNewPart || texts.length === 0) texts.push(event.text);
          else texts.push(`${texts.pop() ?? ''}${event.text}`);
        } else if (event.type === 'tool-call') {
          // Under the server's own name; what was not offered is nothing it could run.
          const tool = offer.byName.get(event.toolName)?.tool;
          if (tool !== undefined && event.input !== null) calls.push({ type: 'tool_use', id: event.toolCallId, name: tool.name, input: event.input });
        }
      },
    );
    const cut = cutAt(texts, request.stopSequences);
    const content: AnswerBlock[] = [...(cut ?? texts).filter((text) => text !== '').map((text): AnswerBlock => ({ type: 'text', text })), ...(cut === null ? calls : [])];
    const usage = outcome.usage.inputTokens === null && outcome.usage.outputTokens === null ? null : outcome.usage;
    if (usage !== null) await this.#usage?.record({ kind: 'sampling', conversationId: null, serverId, ...ref, tokens: outcome.usage });
    const stopReason = cut !== null ? 'stopSequence' : calls.length > 0 ? 'toolUse' : outcome.problem?.code === 'model-answer-too-long' ? 'maxTokens' : outcome.rawFinish === 'stop_sequence' ? 'stopSequence' : 'endTurn';
    const isAnswer = outcome.status === 'complete' && (content.length > 0 || cut !== null);
    const problem = isAnswer ? null : (outcome.problem ?? new HostError('model-not-a-model', { provider: model.providerName, model: ref.model }).problem);
    return { model: ref.model, content: isAnswer && content.length === 0 ? [{ type: 'text', text: '' }] : content, stopReason, usage, problem };
  }
}

/** Not every service ends at a stop sequence: the texts up to the first one that came nevertheless, or null when none did. */
function cutAt(texts: readonly string[], stops: readonly string[]): string[] | null {
  for (const [index, text] of texts.entries()) {
    const found = stops.flatMap((stop) => (stop !== '' && text.includes(stop) ? [text.indexOf(stop)] : []));
    if (found.length > 0) return [...texts.slice(0, index), text.slice(0, Math.min(...found))];
  }
  return null;
}
