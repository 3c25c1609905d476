/**
 * Reads a provider's list of models, and what it says of each. Services say it in many shapes; whatever is not said stays
 * unknown, and nothing here can make a list unusable but an answer that is no list.
 */
import type { ModelCapabilities } from '@portolan/contract/model-capabilities';
import type { ProviderKind } from '@portolan/contract/providers';
import { readOllamaTags } from './local/service-answers.ts';

export interface ListedModel {
  id: string;
  /** As the service said; absent is not known. */
  capabilities: ModelCapabilities;
}

/** Null for an answer that is no list of models. */
export function readList(kind: ProviderKind, text: string): ListedModel[] | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const root = record(json);
  if (kind === 'google') return entries(root?.['models'], (each) => (supports(each, 'generateContent') ? textOf(each['name'])?.replace(/^models\//, '') : undefined));
  if (kind === 'bedrock') return bedrock(root);
  if (kind === 'ollama') return readOllamaTags(json)?.map((id) => ({ id, capabilities: {} })) ?? null;
  const listed = entries(root?.['data'], (each) => textOf(each['id']));
  if (listed === null) return null;
  // What Azure lists can be deployed; what can be asked are deployments, which it does not list.
  if (kind === 'azure') return [];
  if (kind === 'mistral') return listed.filter(({ id }) => !/embed|ocr|moderation|transcribe|-tts/.test(id));
  // OpenAI lists everything it sells under one address; these do not converse.
  if (kind === 'openai' || kind === 'openai-chat') return listed.filter(({ id }) => !/embedding|whisper|tts|dall-e|moderation|transcribe|realtime|^sora|image/.test(id));
  if (kind === 'groq') return listed.filter(({ id }) => !/whisper|-tts|guard|orpheus/.test(id));
  if (kind === 'xai') return listed.filter(({ id }) => !/image|imagine|video/.test(id));
  return listed;
}

/** Models that can be asked by their own name, and the profiles by which the others are. */
function bedrock(root: Record<string, unknown> | null): ListedModel[] | null {
  const profiles = entries(root?.['inferenceProfileSummaries'], (each) => textOf(each['inferenceProfileId']));
  if (profiles !== null) return profiles;
  const models = root?.['modelSummaries'];
  return entries(models, (each) => {
    const isOnDemand = !Array.isArray(each['inferenceTypesSupported']) || each['inferenceTypesSupported'].includes('ON_DEMAND');
    const isActive = (textOf(record(each['modelLifecycle'])?.['status']) ?? 'ACTIVE') === 'ACTIVE';
    const streams = each['responseStreamingSupported'] !== false;
    return isOnDemand && isActive && streams ? textOf(each['modelId']) : undefined;
  });
}

function entries(list: unknown, idOf: (each: Record<string, unknown>) => string | undefined): ListedModel[] | null {
  if (!Array.isArray(list)) return null;
  return list.flatMap((each: unknown): ListedModel[] => {
    const fields = record(each);
    const id = fields === null ? undefined : idOf(fields);
    return fields && id !== undefined && id !== '' && id.length <= 256 ? [{ id, capabilities: capabilitiesIn(fields) }] : [];
  });
}

function supports(each: Record<string, unknown>, method: string): boolean {
  const methods = each['supportedGenerationMethods'];
  return !Array.isArray(methods) || methods.includes(method);
}

/** OpenRouter, Mistral, Google, Groq, xAI, vLLM, LM Studio, Amazon and others, each in its own words. */
function capabilitiesIn(fields: Record<string, unknown>): ModelCapabilities {
  const knows: ModelCapabilities = {};
  const capabilities = record(fields['capabilities']);
  const modalities = [record(fields['architecture'])?.['input_modalities'], fields['input_modalities'], fields['inputModalities']].find((each) => Array.isArray(each));
  if (Array.isArray(modalities)) {
    const words = modalities.map((each) => String(each).toLowerCase());
    knows.vision = words.includes('image');
    // Amazon names text and images alone.
    if (fields['inputModalities'] === undefined) {
      knows.audio = words.includes('audio');
      knows.pdf = words.includes('file') || words.includes('pdf');
    }
  }
  if (typeof capabilities?.['vision'] === 'boolean') knows.vision = capabilities['vision'];
  if (typeof capabilities?.['audio'] === 'boolean') knows.audio = capabilities['audio'];
  if (typeof capabilities?.['function_calling'] === 'boolean') knows.tools = capabilities['function_calling'];
  const parameters = fields['supported_parameters'];
  if (Array.isArray(parameters)) knows.tools = parameters.includes('tools');
  const context = ['context_length', 'max_context_length', 'context_window', 'max_model_len', 'inputTokenLimit', 'max_input_tokens'].map((name) => fields[name]).find(isWindow);
  if (context !== undefined) knows.contextTokens = context;
  const pricing = record(fields['pricing']);
  const [input, output] = [perMillion(pricing?.['prompt']), perMillion(pricing?.['completion'])];
  if (input !== null && output !== null) knows.price = { input, output };
  return knows;
}

/** From dollars a token, as text; null for what is none (some write -1 for "depends"). */
function perMillion(value: unknown): number | null {
  const dollars = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof dollars !== 'number' || !Number.isFinite(dollars) || dollars < 0 || dollars > 0.1) return null;
  return Math.round(dollars * 1e12) / 1e6;
}

const isWindow = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 256 && value <= 100_000_000;
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}
