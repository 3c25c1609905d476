/** The AI SDK, loaded when a model is first asked. */
import type * as Ai from 'ai';

type Sdk = typeof Ai;

let sdk: Promise<Sdk> | null = null;

function refuse(): never {
  throw new Error('models are named by provider and id');
}

/** The SDK without its warnings on the console and without the gateway it would send a bare model name to. */
export function quietSdk(): Promise<Sdk> {
  sdk ??= import('ai').then((module) => {
    globalThis.AI_SDK_LOG_WARNINGS = false;
    globalThis.AI_SDK_DEFAULT_PROVIDER = { specificationVersion: 'v4', languageModel: refuse, embeddingModel: refuse, imageModel: refuse };
    return module;
  });
  return sdk;
}
