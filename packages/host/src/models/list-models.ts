/** Asks a provider which models it has: proves address and key in one go. */
import type { Problem } from '@portolan/contract/errors';
import type { ProviderKind } from '@portolan/contract/providers';
import { awsRegion, bedrockListAddress, signedHeaders } from './aws.ts';
import { azureAddress } from './azure-address.ts';
import { firstText, guardedFetch } from './guarded-fetch.ts';
import { secretsOf } from './keys.ts';
import type { Credentials } from './keys.ts';
import { readList } from './listed-models.ts';
import type { ListedModel } from './listed-models.ts';
import { NotAModel, problemOf, responseProblem } from './model-errors.ts';
import type { ErrorContext } from './model-errors.ts';
import { effectiveBaseUrl, keyHeaders, originOf } from './provider-kinds.ts';
import { redactor } from './redact.ts';

export interface ListRequest {
  kind: ProviderKind;
  /** The provider's name in the configuration, for messages. */
  name: string;
  baseUrl: string;
  apiVersion?: string | undefined;
  region?: string | undefined;
  credentials: Credentials | null;
  signal: AbortSignal;
  timeoutMs?: number;
  fetch?: typeof fetch;
}

export interface Listed {
  models: ListedModel[];
  problem: Problem | null;
}

const maxModels = 1_000;
const maxCharacters = 10_000_000;
const defaultTimeoutMs = 15_000;

/** Does not throw: a failure is a problem, in the words of the fault. At most 1,000 models, in the provider's order. */
export async function listModels(request: ListRequest): Promise<Listed> {
  const { kind, baseUrl, credentials } = request;
  const origin = originOf(kind, baseUrl);
  const context: ErrorContext = { provider: request.name, origin, model: '', hasContent: false, redact: redactor(secretsOf(credentials), () => '') };
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs)]);
  const found = new Map<string, ListedModel>();
  try {
    for (const { url, isOptional } of addresses(request)) {
      const response = await ask(url, request, signal);
      const text = await firstText(response.body, maxCharacters);
      if (!response.ok) {
        if (isOptional && response.status !== 401 && response.status !== 403) continue;
        return { models: [], problem: notAnEndpoint(response.status, text) ? problemOf(new NotAModel(`HTTP ${response.status} ${text.slice(0, 300)}`), context) : responseProblem(response.status, response.headers, text, context) };
      }
      const models = isOptional ? (readList(kind, text) ?? []) : readList(kind, text);
      if (!models) return { models: [], problem: problemOf(new NotAModel(text.slice(0, 300)), context) };
      for (const model of models) if (!found.has(model.id)) found.set(model.id, model);
    }
    return { models: [...found.values()].slice(0, maxModels), problem: null };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return { models: [], problem: problemOf(isTimeout ? Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }) : error, context) };
  }
}

interface Address {
  url: string;
  /** What it answers is of use, and nothing is wrong where it is not there; a refused key is. */
  isOptional: boolean;
}

function addresses({ kind, baseUrl, apiVersion }: ListRequest): Address[] {
  const base = effectiveBaseUrl(kind, baseUrl);
  const only = (url: string): Address[] => [{ url, isOptional: false }];
  switch (kind) {
    case 'anthropic':
      return only(`${base}/models?limit=1000`);
    case 'google':
      return only(`${base}/models?pageSize=1000`);
    case 'ollama':
      return only(`${base}/api/tags`);
    case 'azure':
      return only(azureAddress(base, apiVersion).models);
    case 'bedrock': {
      const list = bedrockListAddress(base);
      return [{ url: `${list}/foundation-models?byOutputModality=TEXT`, isOptional: false }, { url: `${list}/inference-profiles?maxResults=1000`, isOptional: true }];
    }
    case 'openrouter':
      // It lists its models to anybody: the key has an address of its own.
      return [{ url: `${base}/key`, isOptional: true }, { url: `${base}/models`, isOptional: false }];
    default:
      return only(`${base}/models`);
  }
}

async function ask(url: string, { kind, baseUrl, region, credentials, fetch }: ListRequest, signal: AbortSignal): Promise<Response> {
  const send = guardedFetch({ origin: kind === 'bedrock' ? new URL(url).origin : originOf(kind, baseUrl), hasKey: credentials !== null, ...(fetch ? { fetch } : {}) });
  const aws = credentials?.aws ?? null;
  const own = aws === null ? keyHeaders(kind, credentials?.key ?? null) : await signedHeaders(url, aws, awsRegion(effectiveBaseUrl(kind, baseUrl), region));
  return send(url, { headers: { accept: 'application/json', ...own }, signal });
}

/** There is a server, but not this service: often a base URL without its `/v1`. */
function notAnEndpoint(status: number, text: string): boolean {
  return status === 404 || status === 405 || (status >= 400 && /<(!doctype|html)/i.test(text.slice(0, 500)));
}
