import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stdioFixture } from '@portolan/fixture-servers/start';
import type { ServerId } from '@portolan/contract/ids';
import { currentPlatform } from '../launch/platform.ts';
import { Rig } from '../testing/rig.ts';
import { SandboxTools } from './support.ts';

const repository = fileURLToPath(new URL('../../../../..', import.meta.url));
const { support } = await new SandboxTools(currentPlatform()).find();
let world = '';
let asked = 0;
const registry = createServer((_request, response) => {
  asked += 1;
  response.end('package');
});
let port = 0;
beforeEach(async () => {
  asked = 0;
  world = await mkdtemp(path.join(tmpdir(), 'prepare-'));
  await mkdir(path.join(world, 'bin'));
  await mkdir(path.join(world, 'docs'));
  await new Promise<void>((resolve) => {
    registry.listen(0, '127.0.0.1', resolve);
  });
  const address = registry.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(async () => {
  registry.closeAllConnections();
  registry.close();
  await rm(world, { recursive: true, force: true });
});

/** A package runner as npx is one: downloads into the home when asked to, and runs offline only what was downloaded. */
async function runner(): Promise<string> {
  const { args } = stdioFixture('prowler');
  const script = `#!/usr/bin/env node
const fs = require('node:fs');
const cache = process.env.HOME + '/.cache';
if (process.env.npm_config_offline === 'true') {
  if (!fs.existsSync(cache + '/package')) { console.error('not in the cache'); process.exit(1); }
  process.argv = [process.argv[0], ...${JSON.stringify(args)}];
  import(${JSON.stringify(args[0])});
} else {
  fs.mkdirSync(cache, { recursive: true });
  fs.writeFileSync(cache + '/seen-env', JSON.stringify(process.env));
  fs.writeFileSync(cache + '/seen-docs', String(fs.existsSync(${JSON.stringify(path.join(world, 'docs'))})));
  fetch('http://127.0.0.1:${port}/').then((answer) => answer.text()).then((text) => fs.writeFileSync(cache + '/package', text), () => process.exit(7));
}
`;
  const file = path.join(world, 'bin', 'npx');
  await writeFile(file, script, { mode: 0o755 });
  return file;
}

async function start(rig: Rig): Promise<ServerId> {
  const folders = [{ path: repository, access: 'read' as const }, { path: path.join(world, 'docs'), access: 'read' as const }];
  const launch = { kind: 'stdio' as const, command: await runner(), args: ['-y', 'some-server@1.0.0', '--flag'], env: { TOKEN: 'MK-configured-secret', PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` } };
  return rig.add('packaged', launch, { sandbox: { folders, network: 'none', environment: [] } });
}

describe.runIf(support.kind === 'bubblewrap')('a package that has to be downloaded', () => {
  it('is downloaded with a network and with nothing else, once, and then runs without one; the log says so once (S18, H09)', async () => {
    await using rig = await Rig.create();
    const id = await start(rig);
    await rig.untilState(id, 'ready');
    const cache = path.join(rig.supervisor.sandbox.folderOf(id), 'home', '.cache');
    expect(await readFile(path.join(cache, 'package'), 'utf8')).toBe('package');
    expect(await readFile(path.join(cache, 'seen-env'), 'utf8')).not.toContain('MK-configured-secret');
    expect(await readFile(path.join(cache, 'seen-docs'), 'utf8')).toBe('false');
    const call = async (tool: string, args: Record<string, string | number> = {}) => JSON.stringify(await rig.service.callTool(id, tool, args, { signal: AbortSignal.timeout(20_000), onProgress: () => {} }));
    expect(await call('open-socket', { host: '127.0.0.1', port })).toContain('ECONNREFUSED');
    expect(await call('list-env')).toContain('MK-configured-secret');
    expect(asked).toBe(1);
    await rig.routes['servers/restart']({ serverId: id }, rig.context());
    await rig.untilState(id, 'ready');
    expect(asked).toBe(1);
    const downloads = rig.told.filter(({ event }) => event.type === 'downloaded');
    expect(downloads).toEqual([{ event: { type: 'downloaded', what: 'package', name: 'some-server@1.0.0', host: null }, about: { serverId: id, serverName: 'packaged', by: 'host' } }]);
    expect(JSON.stringify(downloads)).not.toContain('MK-configured-secret');
  });

  it('that can not be downloaded does not start, and the runner’s words are shown (S18)', async () => {
    await using rig = await Rig.create();
    registry.close();
    registry.closeAllConnections();
    const { problem } = await rig.untilState(await start(rig), 'failed');
    expect(problem).toMatchObject({ code: 'sandbox-download-failed' });
    expect(rig.told.filter(({ event }) => event.type === 'downloaded')).toEqual([]);
  });
});
