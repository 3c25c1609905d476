/** What is fixed per provider kind: addresses, how a key is sent, whether one is needed. */
import { ProviderKind } from '@portolan/contract/providers';
import type { WireKind } from '@portolan/contract/providers';
import { HostError } from '@portolan/contract/errors';

interface KindFacts {
  /** Null when the person has to give one. */
  defaultBaseUrl: string | null;
  /** How people know it; used in sentences shown to them. */
  label: string;
  /** Hosts of a service that has no default address; there, too, a key is needed. */
  ownHosts?: RegExp;
}

const facts: Record<ProviderKind, KindFacts> = {
  openai: { defaultBaseUrl: 'https://api.openai.com/v1', label: 'OpenAI' },
  'openai-chat': { defaultBaseUrl: 'https://api.openai.com/v1', label: 'OpenAI chat' },
  anthropic: { defaultBaseUrl: 'https://api.anthropic.com/v1', label: 'Anthropic' },
  google: { defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta', label: 'Google' },
  mistral: { defaultBaseUrl: 'https://api.mistral.ai/v1', label: 'Mistral' },
  groq: { defaultBaseUrl: 'https://api.groq.com/openai/v1', label: 'Groq' },
  deepseek: { defaultBaseUrl: 'https://api.deepseek.com', label: 'DeepSeek' },
  xai: { defaultBaseUrl: 'https://api.x.ai/v1', label: 'xAI' },
  openrouter: { defaultBaseUrl: 'https://openrouter.ai/api/v1', label: 'OpenRouter' },
  azure: { defaultBaseUrl: null, label: 'Azure', ownHosts: /\.(?:openai\.azure|services\.ai\.azure|cognitiveservices\.azure|api\.cognitive\.microsoft)\.(?:com|us|cn)$/ },
  bedrock: { defaultBaseUrl: null, label: 'Amazon Bedrock', ownHosts: /\.amazonaws\.com(?:\.cn)?$/ },
  'openai-compatible': { defaultBaseUrl: null, label: 'OpenAI-compatible servers' },
  ollama: { defaultBaseUrl: 'http://127.0.0.1:11434', label: 'Ollama' },
  gguf: { defaultBaseUrl: null, label: 'Model files' },
};

/** Stands where others have an origin: nothing is sent anywhere. */
export const thisComputer = 'gguf://this-computer';

/** Those that are reached at an address. */
export const providerKinds: readonly WireKind[] = ProviderKind.options.filter((kind) => kind !== 'gguf');

export function kindLabel(kind: ProviderKind): string {
  return facts[kind].label;
}

/** The address requests go to, without a trailing slash. Throws `invalid-input` when it is no http(s) URL or carries credentials. */
export function effectiveBaseUrl(kind: ProviderKind, baseUrl: string): string {
  if (kind === 'gguf') return thisComputer;
  const text = baseUrl.trim() || facts[kind].defaultBaseUrl;
  if (!text || !URL.canParse(text)) throw new HostError('invalid-input', { where: 'baseUrl' });
  const url = new URL(text);
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password || url.search || url.hash) {
    throw new HostError('invalid-input', { where: 'baseUrl' });
  }
  return url.href.replace(/\/+$/, '');
}

/** The origin a key is bound to (A09). */
export function originOf(kind: ProviderKind, baseUrl: string): string {
  if (kind === 'gguf') return thisComputer;
  return new URL(effectiveBaseUrl(kind, baseUrl)).origin;
}

/** True at a provider's own address; a server of one's own or a gateway may do without. */
export function needsKey(kind: ProviderKind, baseUrl: string): boolean {
  if (kind === 'ollama') return false;
  const { defaultBaseUrl, ownHosts } = facts[kind];
  if (ownHosts !== undefined) return ownHosts.test(new URL(effectiveBaseUrl(kind, baseUrl)).hostname);
  return defaultBaseUrl !== null && (!baseUrl.trim() || originOf(kind, baseUrl) === new URL(defaultBaseUrl).origin);
}

/** Headers for requests we make ourselves, such as listing models. */
export function keyHeaders(kind: ProviderKind, key: string | null): Record<string, string> {
  const version: Record<string, string> = kind === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {};
  if (key === null) return version;
  if (kind === 'anthropic') return { ...version, 'x-api-key': key };
  if (kind === 'google') return { 'x-goog-api-key': key };
  if (kind === 'azure') return { 'api-key': key };
  return { authorization: `Bearer ${key}` };
}
