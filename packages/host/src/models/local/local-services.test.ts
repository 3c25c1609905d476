import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { janService, llamaServerService, lmStudioService, modelService, ollamaService } from '@portolan/fixture-servers/model-services/model-services';
import type { ModelService } from '@portolan/fixture-servers/model-services/model-services';
import { memoryConfig, memorySecrets } from '../../../test/memory-stores.ts';
import { ProviderKeys } from '../keys.ts';
import { ProviderService } from '../providers.ts';
import { lookAround, portsFrom, usualPorts } from './loopback-services.ts';
import type { LocalPorts } from './loopback-services.ts';
import { LocalServices } from './local-services.ts';
import { readLlamaProps, readLmStudioModels, readOllamaShow } from './service-answers.ts';

const signal = new AbortController().signal;
const models = [
  { name: 'llama3.2:3b', context: 131_072, capabilities: ['completion', 'tools'] },
  { name: 'qwen3-vl:8b', architecture: 'qwen3vl', context: 262_144, capabilities: ['completion', 'vision', 'tools', 'thinking'] },
  { name: 'nomic-embed-text', architecture: 'nomic-bert', context: 2048, capabilities: ['embedding'] },
];
const services: ModelService[] = [];
let ports: LocalPorts = usualPorts;

beforeAll(async () => {
  services.push(...(await Promise.all([ollamaService(models), lmStudioService(), llamaServerService(), janService()])));
  const [ollama = 0, lmStudio = 0, llamaServer = 0, jan = 0] = services.map(({ port }) => port);
  ports = { ollama, 'lm-studio': lmStudio, 'llama-server': llamaServer, jan };
});
afterAll(() => Promise.all(services.map((each) => each[Symbol.asyncDispose]())));

function setUp(at: LocalPorts) {
  const config = memoryConfig();
  const providers = new ProviderService({ config, keys: new ProviderKeys(memorySecrets()) });
  return { config, providers, local: new LocalServices(providers, at) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Where nothing listens. */
async function nowhere(): Promise<LocalPorts> {
  const port = await freePort();
  return { ollama: port, 'lm-studio': port, 'llama-server': port, jan: port };
}

describe('models of programs on this computer', () => {
  it('are found with what they can, as the programs say it (C02)', async () => {
    const found = await setUp(ports).local.look(signal);
    expect(found.map(({ service, models: all }) => [service, Object.fromEntries(all.map(({ id, capabilities }) => [id, capabilities]))])).toEqual([
      ['ollama', { 'llama3.2:3b': { contextTokens: 131_072, tools: true, vision: false, audio: false, reasoning: false }, 'qwen3-vl:8b': { contextTokens: 262_144, tools: true, vision: true, audio: false, reasoning: true } }],
      // The context it was loaded with counts, not the largest it has.
      ['lm-studio', { 'qwen/qwen3-8b': { contextTokens: 8192, tools: true, vision: false, reasoning: true }, 'google/gemma-3-4b': { contextTokens: 131_072, vision: true } }],
      ['llama-server', { 'Llama-3.2-3B': { contextTokens: 4096, tools: true, vision: false, audio: false } }],
      ['jan', { 'janhq/Jan-v1-4B': {} }],
    ]);
    expect(found.every(({ address, providerId, needsKey }) => address.startsWith('http://127.0.0.1:') && providerId === null && !needsKey)).toBe(true);
    for (const { hosts } of services) for (const host of hosts) expect(host).toMatch(/^127\.0\.0\.1:/);
  });

  it('are added by one press, each through the interface that keeps what it needs, and a second press brings them up to date (C02)', async () => {
    const { config, local } = setUp(ports);
    const ollama = await local.add('ollama', signal);
    expect(ollama).toMatchObject({ kind: 'ollama', name: 'Ollama', baseUrl: `http://127.0.0.1:${ports.ollama}`, needsKey: false, models: [{ id: 'llama3.2:3b', source: 'listed', capabilities: { tools: true } }, { id: 'qwen3-vl:8b' }] });
    const studio = await local.add('lm-studio', signal);
    expect(studio).toMatchObject({ kind: 'openai-compatible', name: 'LM Studio', baseUrl: `http://127.0.0.1:${ports['lm-studio']}/v1` });
    expect((await local.add('ollama', signal)).id).toBe(ollama.id);
    expect(config.current().providers).toHaveLength(2);
    expect((await local.look(signal)).map(({ service, providerId }) => [service, providerId])).toEqual([['ollama', ollama.id], ['lm-studio', studio.id], ['llama-server', null], ['jan', null]]);
  });

  it('keep what a person added by hand, and are told what they can when they are tested (C02)', async () => {
    const { config, providers } = setUp(ports);
    const view = await providers.save({ kind: 'ollama', name: 'Mine', baseUrl: `http://127.0.0.1:${ports.ollama}`, models: ['my-own'] });
    await providers.test(view.id, signal);
    expect(config.current().providers[0]?.models).toMatchObject([{ id: 'my-own', source: 'added' }, { id: 'llama3.2:3b', source: 'listed', capabilities: { contextTokens: 131_072 } }, { id: 'qwen3-vl:8b', capabilities: { vision: true } }]);
    const llama = await providers.save({ kind: 'openai-compatible', name: 'Server', baseUrl: `http://127.0.0.1:${ports['llama-server']}/v1`, models: [] });
    await providers.test(llama.id, signal);
    expect(config.current().providers[1]?.models).toMatchObject([{ id: 'Llama-3.2-3B', capabilities: { contextTokens: 4096, tools: true } }]);
  });

  it('are not there where nothing answers, and adding says so', async () => {
    const { local } = setUp(await nowhere());
    expect(await local.look(signal)).toEqual([]);
    await expect(local.add('ollama', signal)).rejects.toMatchObject({ problem: { code: 'model-unreachable', details: { provider: 'Ollama' } } });
  });

  it('are told from other programs at the same port, from silence, and from what leads elsewhere', async () => {
    await using elsewhere = await ollamaService(models);
    await using page = await modelService(() => ({ text: '<!doctype html><title>A router</title>' }));
    await using silent = await modelService(() => 'silence');
    await using leading = await modelService(() => ({ status: 302, location: `http://127.0.0.1:${elsewhere.port}/api/tags`, json: {} }));
    await using odd = await modelService(() => ({ json: { models: 'many', data: null } }));
    for (const { port } of [page, silent, leading, odd]) {
      expect(await lookAround({ ollama: port, 'lm-studio': port, 'llama-server': port, jan: port }, { signal, patienceMs: 100 })).toEqual([]);
    }
    expect(elsewhere.asked).toEqual([]);
  });

  it('say that they want a key, and send none', async () => {
    await using jan = await janService('wanted');
    const { local } = setUp({ ...(await nowhere()), jan: jan.port });
    expect(await local.look(signal)).toMatchObject([{ service: 'jan', needsKey: true, models: [] }]);
  });

  it('say nothing that is taken on trust: names without end, contexts that are none, lists without end', () => {
    expect(readOllamaShow({ capabilities: ['completion'], model_info: { 'llama.context_length': 1e300, 'x.context_length': '8' } })).toEqual({ tools: false, vision: false, audio: false, reasoning: false });
    expect(readOllamaShow({ capabilities: ['embedding'] })).toBeNull();
    expect(readOllamaShow('what')).toEqual({});
    expect(readLmStudioModels({ models: [{ key: 'x'.repeat(300), type: 'llm' }, { key: 'ok', max_context_length: -1 }] })).toEqual([{ id: 'ok', capabilities: {} }]);
    expect(readLmStudioModels({ models: Array.from({ length: 2000 }, (_, at) => ({ key: `m${at}` })) })).toHaveLength(500);
    expect(readLmStudioModels({ models: [{ name: 'llama3' }] })).toBeNull();
    expect(readLlamaProps({ n_ctx: 5 })).toBeNull();
  });

  it('are looked for at other ports where the environment says so', () => {
    expect(portsFrom(undefined)).toEqual(usualPorts);
    expect(portsFrom('ollama=5000, jan=6000,lm-studio=x,other=1')).toEqual({ ...usualPorts, ollama: 5000, jan: 6000 });
  });
});
