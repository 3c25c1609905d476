import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServerCare } from '../ports.ts';
import { openConfig } from './config-file.ts';
import type { ConfigFile } from './config-file.ts';

async function open(text?: string): Promise<{ config: ConfigFile; file: string }> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'care-')), 'portolan.json');
  if (text !== undefined) await writeFile(file, text);
  return { config: await openConfig({ path: file, notices: { add: () => {} } }), file };
}

const care: ServerCare = { startup: 'first-use', limits: { connectSeconds: 90, toolSeconds: { dig: 3600 }, restarts: false }, disabledPrompts: ['p'], disabledResources: ['file:///x', 'file:///{y}'], sampling: 'ask', samplingBudget: { requestsPerDay: 5, tokensPerMinute: 1000, moneyPerDay: 0.5 } };
const launch = { kind: 'stdio' as const, command: 'a', args: [], env: {} };

describe('what was decided about a server beyond its launch', () => {
  it('is kept under our own key and read again (S11, S16, S20)', async () => {
    const { config, file } = await open();
    const { id } = await config.addServer({ name: 'a', launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [], care });
    await config.close();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ mcpServers: { a: { command: 'a' } }, portolan: { servers: { a: { startup: 'first-use', limits: { connectSeconds: 90, restarts: false }, disabledPrompts: ['p'] } } } });
    const again = await openConfig({ path: file, notices: { add: () => {} } });
    expect(again.current().servers[0]?.care).toEqual(care);
    await again.updateServer(id, { care: { limits: { callSeconds: 5 } } });
    expect(again.current().servers[0]?.care).toEqual({ limits: { callSeconds: 5 } });
    await again.updateServer(id, { care: {} });
    expect(again.current().servers[0]?.care).toBeUndefined();
    await again.close();
  });

  it('is left out where it makes no sense, and stays in the file whatever else is changed', async () => {
    const own = { servers: { a: { startup: 'sometimes', limits: { connectSeconds: 1e9, callsAtOnce: 'many', callSeconds: 20, mine: 1, toolSeconds: { dig: 1e9, dive: 'long' } }, disabledPrompts: [1, 'p'] } } };
    const { config, file } = await open(JSON.stringify({ mcpServers: { a: { command: 'a' } }, portolan: own }));
    expect(config.current().servers[0]?.care).toEqual({ limits: { callSeconds: 20 }, disabledPrompts: ['p'] });
    const [server] = config.current().servers;
    if (server === undefined) throw new Error('no server');
    await config.updateServer(server.id, { care: { ...server.care, limits: { callSeconds: 25 } } });
    await config.close();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ portolan: { servers: { a: { startup: 'sometimes', limits: { connectSeconds: 1e9, callsAtOnce: 'many', callSeconds: 25, mine: 1 } } } } });
  });
});
