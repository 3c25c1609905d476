/**
 * Programs on this computer that serve models. Their usual ports are asked when a person presses for it and never by
 * itself; 127.0.0.1 alone, without a key, a cookie, a proxy or a redirect, for 300 ms each.
 */
import type { LocalService } from '@portolan/contract/local-models';
import type { ModelCapabilities } from '@portolan/contract/model-capabilities';
import { firstText } from '../guarded-fetch.ts';
import { readLlamaProps, readLmStudioModels, readOllamaShow, readOllamaTags, readOpenAiModels } from './service-answers.ts';
import type { SaidModel } from './service-answers.ts';

export interface LoopbackService {
  service: LocalService;
  /** Its origin. */
  address: string;
  models: SaidModel[];
  needsKey: boolean;
}

export type LocalPorts = Readonly<Record<LocalService, number>>;

export const usualPorts: LocalPorts = { ollama: 11434, 'lm-studio': 1234, 'llama-server': 8080, jan: 1337 };

export interface LookOptions {
  signal: AbortSignal;
  /** Milliseconds until a port that is silent counts as empty. */
  patienceMs?: number;
}

/** An answer, or why there is none: `refused` is a program that wants a key. */
type Answer = { json: unknown } | 'refused' | null;
type Ask = (path: string, body?: object) => Promise<Answer>;

const maxCharacters = 5_000_000;
/** Models of Ollama that are asked about one by one. */
const maxShown = 60;
const shownAtOnce = 4;

export async function lookAround(ports: LocalPorts, options: LookOptions): Promise<LoopbackService[]> {
  const services: LocalService[] = ['ollama', 'lm-studio', 'llama-server', 'jan'];
  const found = await Promise.all(services.map((service) => lookAt(service, ports[service], options)));
  return found.filter((each) => each !== null);
}

/** Null when nothing answers there, or something else does. */
export async function lookAt(service: LocalService, port: number, { signal, patienceMs = 300 }: LookOptions): Promise<LoopbackService | null> {
  const address = `http://127.0.0.1:${port}`;
  const ask = asker(address, signal, patienceMs);
  const models = await readers[service](ask);
  return models === null ? null : { service, address, models: models === 'refused' ? [] : models, needsKey: models === 'refused' };
}

const readers: Readonly<Record<LocalService, (ask: Ask) => Promise<SaidModel[] | 'refused' | null>>> = {
  ollama: async (ask) => {
    const names = read(await ask('/api/tags'), readOllamaTags);
    return Array.isArray(names) ? (await ollamaModels(names, ask)) : names;
  },
  'lm-studio': async (ask) => {
    const models = read(await ask('/api/v1/models'), readLmStudioModels);
    return models ?? plain(ask);
  },
  'llama-server': async (ask) => {
    const capabilities = read(await ask('/props'), readLlamaProps);
    if (capabilities === null || capabilities === 'refused') return capabilities;
    const models = await plain(ask);
    return Array.isArray(models) ? models.map(({ id }) => ({ id, capabilities })) : models;
  },
  jan: plain,
};

/** Nobody but its list of names tells what it is. */
async function plain(ask: Ask): Promise<SaidModel[] | 'refused' | null> {
  const names = read(await ask('/v1/models'), readOpenAiModels);
  return Array.isArray(names) ? names.map((id) => ({ id, capabilities: {} })) : names;
}

/** Without those that do not converse. */
export async function ollamaModels(names: readonly string[], ask: Ask): Promise<SaidModel[]> {
  const models: (SaidModel | null)[] = [];
  const left = names.slice(0, maxShown).entries();
  const work = async (): Promise<void> => {
    for (const [at, name] of left) {
      // oxlint-disable-next-line no-await-in-loop -- a few side by side, not sixty
      const answer = await ask('/api/show', { model: name });
      const capabilities = answer === null || answer === 'refused' ? {} : readOllamaShow(answer.json);
      models[at] = capabilities === null ? null : { id: name, capabilities };
    }
  };
  await Promise.all(Array.from({ length: shownAtOnce }, work));
  return [...models.filter((each) => each !== null), ...names.slice(maxShown).map((id) => ({ id, capabilities: {} }))];
}

/** What a provider that was added says of its models, by their names; empty where it says nothing. Does not throw. */
export async function saidBy(kind: 'ollama' | 'openai-compatible', address: string, names: readonly string[], send: typeof fetch, signal: AbortSignal): Promise<Map<string, ModelCapabilities | null>> {
  const ask = asker(address, signal, 2_000, send);
  if (kind === 'ollama') {
    const said = await ollamaModels(names, ask);
    return new Map(names.map((name) => [name, said.find(({ id }) => id === name)?.capabilities ?? null]));
  }
  // A stranger on the internet is not asked about files of another program.
  if (!isLoopback(address)) return new Map();
  const models = await readers['lm-studio'](ask).catch(() => null);
  if (Array.isArray(models) && models.some(({ capabilities }) => Object.keys(capabilities).length > 0)) return new Map(models.map(({ id, capabilities }) => [id, capabilities]));
  const props = read(await ask('/props'), readLlamaProps);
  return props === null || props === 'refused' ? new Map() : new Map(names.map((name) => [name, props]));
}

export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function read<T>(answer: Answer, reader: (json: unknown) => T | null): T | 'refused' | null {
  return answer === null || answer === 'refused' ? answer : reader(answer.json);
}

/** Whatever goes wrong there, somebody else's program, is no answer. */
function asker(address: string, signal: AbortSignal, patienceMs: number, send: typeof fetch = fetch): Ask {
  return async (path, body) => {
    try {
      const response = await send(`${address}${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      });
      const text = await firstText(response.body, maxCharacters);
      if (response.status === 401 || response.status === 403) return 'refused';
      return response.ok && text.length < maxCharacters ? { json: JSON.parse(text) } : null;
    } catch {
      return null;
    }
  };
}

/** Other ports, as `ollama=11500,jan=1400`; what is not understood is passed over. */
export function portsFrom(text: string | undefined): LocalPorts {
  const given = (text ?? '').split(',').flatMap((pair): [string, number][] => {
    const [name = '', port = ''] = pair.trim().split('=');
    return Object.hasOwn(usualPorts, name) && /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536 ? [[name, Number(port)]] : [];
  });
  return { ...usualPorts, ...Object.fromEntries(given) };
}
