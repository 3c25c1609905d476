/**
 * One request to a model and its streamed answer. The SDK assembles the stream and nothing more: tools carry no code, so
 * it can run none; retries, approval and the loop are the host's.
 */
import type { ModelMessage, ToolSet } from 'ai';
import type { Problem } from '@portolan/contract/errors';
import { HostError } from '@portolan/contract/errors';
import { ModelSilent, NotAModel, problemOf } from './model-errors.ts';
import type { ResolvedModel } from './registry.ts';
import { quietSdk } from './sdk.ts';
import { defaultLimits, StepReader, Watchdog } from './step-reader.ts';
import type { StepEvent, StepLimits } from './step-reader.ts';
import type { UsedTokens } from '../usage/usage-store.ts';
import type { OfferedTool } from './tools.ts';

export interface StepRequest {
  model: ResolvedModel;
  instructions: string;
  messages: ModelMessage[];
  tools: readonly OfferedTool[];
  /** Stops the request; the provider sees the connection close. */
  signal: AbortSignal;
  /** Same for every request of a conversation: lets the provider reuse what it has read. */
  cacheKey: string;
  maxOutputTokens?: number | undefined;
  temperature?: number | undefined;
  topP?: number | undefined;
  stopSequences?: string[];
  /** Only with tools. */
  toolChoice?: 'auto' | 'required' | 'none';
  limits?: Partial<StepLimits>;
}

export interface StepOutcome {
  /** `interrupted`: part of an answer came and then the stream broke. */
  status: 'complete' | 'stopped' | 'interrupted' | 'failed';
  /** With `complete`: a remark, such as an answer that reached its length limit. */
  problem: Problem | null;
  usage: UsedTokens;
  /** Why the model ended, in its provider's word. */
  rawFinish: string | null;
  /** For `writeStepState`; empty unless complete. */
  responseMessages: ModelMessage[];
  /** The provider's complaint before it was reduced to a problem; for finding the tool it is about. Never stored or shown. */
  complaint: unknown;
}

/** Does not throw: whatever happens to a request is an outcome. Events arrive in the order of the answer. */
export async function runStep(request: StepRequest, onEvent: (event: StepEvent) => void): Promise<StepOutcome> {
  const limits = { ...defaultLimits, ...request.model.limits, ...request.limits };
  const own = new AbortController();
  const signal = AbortSignal.any([request.signal, own.signal]);
  const reader = new StepReader(limits, onEvent);
  const usage: StepOutcome['usage'] = { inputTokens: null, cacheReadTokens: null, cacheWriteTokens: null, outputTokens: null };
  let failure: unknown = null;
  let finish: string | null = null;
  let rawFinish: string | null = null;
  let responseMessages: ModelMessage[] = [];
  const watchdog = new Watchdog(limits.silenceMs, () => own.abort(new ModelSilent(Math.round(limits.silenceMs / 1000))));
  try {
    const result = await start(request, signal);
    for await (const part of result.stream) {
      if (signal.aborted) break;
      if (part.type === 'error') {
        if (isAboutOneEvent(part.error)) reader.lastOddity = part.error;
        else {
          failure = part.error;
          own.abort(part.error);
          break;
        }
      } else if (part.type === 'finish-step') {
        finish = part.finishReason;
        rawFinish = part.rawFinishReason ?? null;
        usage.inputTokens = part.usage.inputTokens ?? null;
        usage.outputTokens = part.usage.outputTokens ?? null;
        usage.cacheReadTokens = part.usage.inputTokenDetails.cacheReadTokens ?? null;
        usage.cacheWriteTokens = part.usage.inputTokenDetails.cacheWriteTokens ?? null;
      } else if (reader.take(part)) watchdog.reset();
    }
    signal.throwIfAborted();
    if (reader.hasContent) responseMessages = await result.responseMessages;
  } catch (error) {
    failure ??= own.signal.aborted ? own.signal.reason : error;
    own.abort(error);
  } finally {
    watchdog.stop();
  }
  return outcome({ request, reader, usage, failure, finish, rawFinish, responseMessages });
}

interface Ended {
  request: StepRequest;
  reader: StepReader;
  usage: StepOutcome['usage'];
  failure: unknown;
  finish: string | null;
  rawFinish: string | null;
  responseMessages: ModelMessage[];
}

function outcome({ request, reader, usage, failure, finish, rawFinish, responseMessages }: Ended): StepOutcome {
  const { model } = request;
  const details = { provider: model.providerName, host: new URL(model.maker.origin).host, model: model.maker.model };
  const context = {
    provider: model.providerName,
    origin: model.maker.origin,
    model: model.maker.model,
    hasContent: reader.hasContent,
    redact: (text: string) => model.redact(text, () => sentText(request)),
  };
  const unreadable = (error: Error, hasContent: boolean) => (hasContent ? new HostError('model-interrupted', details).problem : problemOf(new NotAModel(error instanceof TypeError || error instanceof RangeError ? 'The answer could not be read.' : error.message), context));
  const end = (status: StepOutcome['status'], problem: Problem | null): StepOutcome => ({ status, problem, usage, rawFinish, responseMessages: status === 'complete' ? responseMessages : [], complaint: failure });

  if (request.signal.aborted) return end('stopped', null);
  if (failure !== null) return end(reader.hasContent ? 'interrupted' : 'failed', isUnreadable(failure) ? unreadable(failure, reader.hasContent) : problemOf(failure, context));
  if (finish === 'content-filter') return end(reader.hasContent ? 'interrupted' : 'failed', new HostError('model-refused-request', { ...details, reason: 'content-filter' }).problem);
  if (finish === 'length') return end('complete', new HostError('model-answer-too-long', details).problem);
  if (!reader.hasContent) {
    // An empty answer that was properly ended is an answer; without an end it came from something else than a model.
    if (finish === 'stop' && reader.lastOddity === null) return end('complete', null);
    return end('failed', problemOf(new NotAModel(reader.lastOddity instanceof Error ? reader.lastOddity.message : 'The answer was empty.'), context));
  }
  // Without a proper end the last call may be cut, even where what there is of it happens to be JSON.
  // Some packages begin with `other` and keep it when the service gives no reason.
  const isCut = finish === null || finish === 'interrupted' || finish === 'error' || (finish === 'other' && rawFinish === null);
  return isCut ? end('interrupted', new HostError('model-interrupted', details).problem) : end('complete', null);
}

async function start(request: StepRequest, signal: AbortSignal) {
  const { streamText, dynamicTool, jsonSchema, isStepCount } = await quietSdk();
  const tools: ToolSet = Object.create(null);
  for (const offered of request.tools) {
    // Arguments are checked by the server; a check here would run the server's patterns on our thread.
    tools[offered.name] = dynamicTool({ description: offered.description, inputSchema: jsonSchema(offered.schema) });
  }
  const maxOutputTokens = request.maxOutputTokens ?? request.model.maxOutputTokens;
  return streamText({
    model: request.model.languageModel,
    instructions: request.instructions,
    messages: request.model.arrange?.(request.messages) ?? request.messages,
    ...(request.tools.length > 0 ? { tools, toolOrder: request.tools.map((tool) => tool.name) } : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { topP: request.topP }),
    ...(request.stopSequences === undefined ? {} : { stopSequences: request.stopSequences }),
    ...(request.toolChoice === undefined || request.tools.length === 0 ? {} : { toolChoice: request.toolChoice }),
    stopWhen: isStepCount(1),
    maxRetries: 0,
    abortSignal: signal,
    providerOptions: request.model.options(request.cacheKey),
    // Nothing a server or a model names is ever fetched on the way.
    experimental_download: (files) => (files.length === 0 ? Promise.resolve([]) : Promise.reject(new Error('no downloads'))),
    onError: () => undefined,
  });
}

/** Errors of the SDK's own about a single event of the stream, as opposed to what a provider says. */
function isAboutOneEvent(error: unknown): boolean {
  return error instanceof Error && ['AI_JSONParseError', 'AI_TypeValidationError', 'AI_InvalidResponseDataError', 'AI_ToolChoiceViolationError', 'AI_NoOutputGeneratedError'].includes(error.name);
}

/** What the packages throw over bytes that are no event: a fault of what answers, in whatever words. */
function isUnreadable(error: unknown): error is Error {
  if (!(error instanceof Error) || 'statusCode' in error) return false;
  if (error.message === 'Expected a normalized Anthropic stream error') return true;
  if (/event-stream frame|(?:prelude|message) checksum|message too short|truncated event message|message length does not match/i.test(error.message)) return true;
  return error instanceof RangeError || error instanceof SyntaxError || (error instanceof TypeError && !/fetch failed|terminated/i.test(error.message));
}

function sentText(request: StepRequest): string {
  return [request.instructions, ...request.messages.map((message) => JSON.stringify(message.content))].join('\n');
}
