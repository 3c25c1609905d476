/** A model file in the shape that the model layer asks models in. Nothing is sent anywhere. */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { HostError } from '@portolan/contract/errors';
import { isJson } from '@portolan/contract/json';
import type { JsonObject } from '@portolan/contract/json';
import { chatHistory } from './chat-history.ts';
import { grammarSchema, withoutLeftOut } from './grammar-schema.ts';
import type { FromModel, GenerateRequest } from './model-messages.ts';

export type Answering = Extract<FromModel, { id: number }>;

/** Asks the model; what it says comes as it is written. Rejects with a HostError when its process ends. */
export type Generate = (request: GenerateRequest, signal: AbortSignal | undefined) => AsyncIterable<Answering>;

const ends: Readonly<Record<Extract<Answering, { t: 'done' }>['end'], LanguageModelV4FinishReason['unified']>> = { stop: 'stop', length: 'length', calls: 'tool-calls', stopped: 'other' };

/** @param names how the person knows them, for errors */
export function fileModel(names: { provider: string; model: string }, generate: Generate): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'gguf',
    modelId: names.model,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('answers are streamed')),
    doStream: (options) => Promise.resolve({ stream: ReadableStream.from(parts(options, generate, names)) }),
  };
}

async function* parts(options: LanguageModelV4CallOptions, generate: Generate, names: { provider: string; model: string }): AsyncGenerator<LanguageModelV4StreamPart> {
  const schemas = schemasOf(options);
  yield { type: 'stream-start', warnings: [] };
  const blocks = new Blocks();
  for await (const message of generate(requestOf(options, schemas), options.abortSignal)) {
    if (message.t === 'text' || message.t === 'thought') {
      yield* blocks.say(message.t === 'text' ? 'text' : 'reasoning', message.text);
    } else if (message.t === 'call') {
      yield* blocks.close();
      const id = `call-${crypto.randomUUID()}`;
      const input = JSON.stringify(withoutLeftOut(message.params, schemas.get(message.name)?.given));
      yield { type: 'tool-input-start', id, toolName: message.name };
      yield { type: 'tool-input-delta', id, delta: input };
      yield { type: 'tool-input-end', id };
      yield { type: 'tool-call', toolCallId: id, toolName: message.name, input };
    } else if (message.t === 'done') {
      yield* blocks.close();
      yield {
        type: 'finish',
        finishReason: { unified: ends[message.end], raw: message.end },
        usage: { inputTokens: { total: message.input, noCache: message.input - message.cached, cacheRead: message.cached, cacheWrite: undefined }, outputTokens: { total: message.output, text: message.output, reasoning: undefined } },
      };
      return;
    } else throw new HostError(message.why === 'too-long' ? 'model-context-too-long' : 'model-failed', names, { log: message.log });
  }
}

/** What is said comes in blocks of one kind, each with a beginning and an end. */
class Blocks {
  #open: { kind: 'text' | 'reasoning'; id: string } | null = null;
  #count = 0;

  *say(kind: 'text' | 'reasoning', delta: string): Generator<LanguageModelV4StreamPart> {
    if (this.#open?.kind !== kind) {
      yield* this.close();
      this.#count += 1;
      this.#open = { kind, id: `${kind}-${this.#count}` };
      yield { type: `${kind}-start`, id: this.#open.id };
    }
    yield { type: `${kind}-delta`, id: this.#open.id, delta };
  }

  *close(): Generator<LanguageModelV4StreamPart> {
    if (this.#open !== null) yield { type: `${this.#open.kind}-end`, id: this.#open.id };
    this.#open = null;
  }
}

interface ToolSchema {
  description: string;
  given: JsonObject;
}

function schemasOf({ tools = [], toolChoice }: LanguageModelV4CallOptions): Map<string, ToolSchema> {
  if (toolChoice?.type === 'none') return new Map();
  return new Map(tools.flatMap((tool): [string, ToolSchema][] => (tool.type === 'function' && isJson(tool.inputSchema) ? [[tool.name, { description: tool.description ?? '', given: tool.inputSchema as JsonObject }]] : [])));
}

function requestOf(options: LanguageModelV4CallOptions, schemas: ReadonlyMap<string, ToolSchema>): GenerateRequest {
  return {
    history: chatHistory(options.prompt),
    functions: Object.fromEntries([...schemas].map(([name, { description, given }]) => [name, { description, params: grammarSchema(given) }])),
    maxTokens: options.maxOutputTokens ?? null,
    temperature: options.temperature ?? null,
    stop: options.stopSequences ?? [],
  };
}
