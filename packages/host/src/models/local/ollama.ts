/**
 * A model of Ollama over its own interface, `/api/chat`: the one it offers beside it under OpenAI's name ignores how long
 * the context is to be and silently forgets the beginning of longer ones.
 */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { NotAModel } from '../model-errors.ts';
import { ollamaChat } from './ollama-chat.ts';
import { ollamaContext } from './ollama-context.ts';

export interface OllamaSettings {
  baseUrl: string;
  fetch: typeof fetch;
  headers: Record<string, string>;
  /** The most the model has, where it said so. */
  contextTokens: number | undefined;
  /** The most that the person wants of it. */
  wanted?: number | undefined;
}

export async function ollamaModel(modelId: string, { contextTokens, wanted, ...connection }: OllamaSettings): Promise<LanguageModelV4> {
  const { createOllama } = await import('ai-sdk-ollama');
  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId,
    // Addresses are never handed over: whatever is sent goes as bytes.
    supportedUrls: {},
    doGenerate: nothingElse,
    async doStream(options: LanguageModelV4CallOptions) {
      const written: string[] = [];
      const chat = ollamaChat({ ...connection, onArguments: (raw) => written.push(raw) });
      const model = createOllama({ client: { chat, embed: nothingElse, webSearch: nothingElse, webFetch: nothingElse } })(modelId, { options: { num_ctx: ollamaContext(contextTokens, wanted) } });
      try {
        const result = await model.doStream({ ...options, prompt: withoutReasoning(options.prompt) });
        return { ...result, stream: result.stream.pipeThrough(argumentsAsWritten(written)) };
      } catch (error) {
        // The package puts every failure into an error of its own, without status and code.
        throw error instanceof Error && error.cause !== undefined ? error.cause : error;
      }
    },
  };
}

/** The package would send what a model thought as if it had said it. */
function withoutReasoning(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map((message) => (message.role === 'assistant' ? { ...message, content: message.content.filter((part) => part.type !== 'reasoning') } : message));
}

/** Arguments that were read and written again are not what the model wrote: `1e400` would be null. */
function argumentsAsWritten(written: string[]): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      if (part.type !== 'tool-call') return controller.enqueue(part);
      const { toolCallId: id, toolName } = part;
      const input = written.shift() ?? part.input;
      controller.enqueue({ type: 'tool-input-start', id, toolName });
      controller.enqueue({ type: 'tool-input-delta', id, delta: input });
      controller.enqueue({ type: 'tool-input-end', id });
      controller.enqueue({ ...part, input });
    },
  });
}

function nothingElse(): Promise<never> {
  return Promise.reject(new NotAModel('Only conversations are asked for.'));
}
