/** Asks a provider which models it has: proves address and key in one go. */
import * as z from 'zod/mini';
import type { Problem } from '@portolan/contract/errors';
import type { ProviderKind } from '@portolan/contract/providers';
import { firstText, guardedFetch } from './guarded-fetch.ts';
import { readOllamaTags } from './local/service-answers.ts';
import { NotAModel, problemOf, responseProblem } from './model-errors.ts';
import type { ErrorContext } from './model-errors.ts';
import { effectiveBaseUrl, keyHeaders, originOf } from './provider-kinds.ts';
import { redactor } from './redact.ts';

export interface ListRequest {
  kind: ProviderKind;
  /** The provider's name in the configuration, for messages. */
  name: string;
  baseUrl: string;
  key: string | null;
  signal: AbortSignal;
  timeoutMs?: number;
  fetch?: typeof fetch;
}

const maxModels = 500;
const maxCharacters = 5_000_000;
const defaultTimeoutMs = 15_000;

const OpenAiList = z.object({ data: z.array(z.object({ id: z.string() })) });
const GoogleList = z.object({ models: z.array(z.object({ name: z.string(), supportedGenerationMethods: z.optional(z.array(z.string())) })) });

/** Does not throw: a failure is a problem, in the words of the fault. At most 500 models, in the provider's order. */
export async function listModels(request: ListRequest): Promise<{ models: string[]; problem: Problem | null }> {
  const { kind, baseUrl, key } = request;
  const origin = originOf(kind, baseUrl);
  const context: ErrorContext = { provider: request.name, origin, model: '', hasContent: false, redact: redactor(key, () => '') };
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs)]);
  const send = guardedFetch({ origin, hasKey: key !== null, ...(request.fetch ? { fetch: request.fetch } : {}) });
  try {
    const response = await send(`${effectiveBaseUrl(kind, baseUrl)}${listPath[kind]}`, { headers: { accept: 'application/json', ...keyHeaders(kind, key) }, signal });
    const text = await firstText(response.body, maxCharacters);
    if (!response.ok) return { models: [], problem: notAnEndpoint(response.status, text) ? problemOf(new NotAModel(`HTTP ${response.status} ${text.slice(0, 300)}`), context) : responseProblem(response.status, response.headers, text, context) };
    const models = read(kind, text);
    return models ? { models: models.slice(0, maxModels), problem: null } : { models: [], problem: problemOf(new NotAModel(text.slice(0, 300)), context) };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return { models: [], problem: problemOf(isTimeout ? Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }) : error, context) };
  }
}

const listPath: Record<ProviderKind, string> = { openai: '/models', 'openai-chat': '/models', 'openai-compatible': '/models', anthropic: '/models?limit=1000', google: '/models?pageSize=1000', ollama: '/api/tags', gguf: '' };

/** There is a server, but not this service: often a base URL without its `/v1`. */
function notAnEndpoint(status: number, text: string): boolean {
  return status === 404 || status === 405 || (status >= 400 && /<(!doctype|html)/i.test(text.slice(0, 500)));
}

function read(kind: ProviderKind, text: string): string[] | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (kind === 'google') {
    const list = GoogleList.safeParse(json);
    if (!list.success) return null;
    return list.data.models.filter((model) => model.supportedGenerationMethods?.includes('generateContent') ?? true).map((model) => model.name.replace(/^models\//, ''));
  }
  if (kind === 'ollama') return readOllamaTags(json);
  const list = OpenAiList.safeParse(json);
  if (!list.success) return null;
  const ids = list.data.data.map((model) => model.id).filter((id) => id.length > 0 && id.length <= 256);
  // OpenAI lists everything it sells under one address; these do not converse.
  return kind === 'openai' || kind === 'openai-chat' ? ids.filter((id) => !/embedding|whisper|tts|dall-e|moderation|transcribe|realtime|^sora|image/.test(id)) : ids;
}
