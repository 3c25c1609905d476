import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many, weather } from '@portolan/fixture-servers/registry/samples';
import { startRegistry } from '@portolan/fixture-servers/registry/start';
import { Place } from './place.ts';

interface Imported {
  servers: { name: string; outcome: string; server: { isReviewed: boolean; isEnabled: boolean } | null }[];
}
interface Failure {
  error: { code: string; message: string; next: string | null };
}

describe.skipIf(process.platform !== 'linux')('servers from elsewhere and back (S04, S06, O04)', () => {
  let place: Place;
  let registry: Awaited<ReturnType<typeof startRegistry>>;
  let claude = '';
  beforeAll(async () => {
    registry = await startRegistry([weather, ...many]);
    place = new Place({ ours: { command: 'ours', args: ['-x'], env: { TOKEN: 'sesame-9' } } }, { settings: { registryUrl: registry.url } });
    claude = join(place.folder, '.config/Claude/claude_desktop_config.json');
    mkdirSync(dirname(claude), { recursive: true });
    writeFileSync(claude, '{\n  // mine\n  "theme": "dark",\n  "mcpServers": { "theirs": { "command": "npx", "args": ["-y", "some@1.0.0"] } }\n}\n');
    await place.startApp();
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });

  it('brings over what another program has, shown first, off and not reviewed (S04, A04)', async () => {
    const refused = await place.run(['import', '--from=claude-desktop']);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('argument 2: some@1.0.0')]);
    const { code, value } = await place.json<Imported>(['import', '--from=claude-desktop', '--yes']);
    expect([code, value.servers]).toEqual([0, [{ name: 'theirs', outcome: 'added', server: expect.objectContaining({ isReviewed: false, isEnabled: false }) }]]);
    const again = await place.json<Imported>(['import', '--from=claude-desktop', '--yes']);
    expect(again.value.servers[0]?.outcome).toBe('same');
    expect((await place.json<Failure>(['import', '--from=zed'])).code).toBe(4);
    expect((await place.run(['import'])).code).toBe(2);
  });

  it('gives servers as JSON, never with their secrets (S04, S09)', async () => {
    const plain = await place.run(['export', 'ours']);
    expect(JSON.parse(plain.stdout)).toMatchObject({ mcpServers: { ours: { command: 'ours', args: ['-x'] } } });
    expect(plain.stdout).not.toContain('sesame-9');
    expect((await place.run(['export', 'nobody'])).code).toBe(4);
  });

  it('writes into another program’s file after a comparison, leaves the rest of it alone, and keeps it as it was (S04)', async () => {
    const before = readFileSync(claude, 'utf8');
    const refused = await place.run(['export', 'ours', '--to=claude-desktop']);
    expect([refused.code, readFileSync(claude, 'utf8')]).toEqual([3, before]);
    expect(refused.stderr).toMatch(/^\+ .*"ours"/m);
    const { code, value } = await place.json<{ backup: string; servers: { outcome: string }[] }>(['export', 'ours', '--to=claude-desktop', '--yes']);
    expect([code, value.servers.map(({ outcome }) => outcome)]).toEqual([0, ['added']]);
    const after = readFileSync(claude, 'utf8');
    for (const kept of ['// mine', '"theme": "dark"', '"theirs": { "command": "npx", "args": ["-y", "some@1.0.0"] }', '"ours"']) expect(after).toContain(kept);
    expect(after).not.toContain('sesame-9');
    expect(readFileSync(value.backup, 'utf8')).toBe(before);
    expect(readdirSync(dirname(claude)).length).toBe(2);
  });

  it('answers what a launch asks for, its secret unseen, and says what is still open (S08, S09)', async () => {
    writeFileSync(join(place.folder, 'mcp.json'), JSON.stringify({ inputs: [{ type: 'promptString', id: 'token', description: 'Your token', password: true }, { type: 'promptString', id: 'units', description: 'Units' }], servers: { asking: { command: 'x', env: { T: '${input:token}', U: '${input:units}' } } } }));
    expect((await place.run(['import', 'mcp.json', '--yes'])).code).toBe(0);
    const some = await place.json<{ answers: { id: string; isAnswered: boolean }[] }>(['servers', 'answer', 'asking', 'units=metric']);
    expect([some.code, some.value.answers.map(({ id, isAnswered }) => [id, isAnswered])]).toEqual([1, [['token', false], ['units', true]]]);
    expect((await place.run(['servers', 'answer', 'asking', 'token=in-arguments'])).code).toBe(2);
    const typed = place.start(['servers', 'answer', 'asking'], { terminal: true });
    await typed.until('Your token');
    typed.child.stdin?.write('sesame-11\r');
    const { code, stdout } = await typed.ended;
    expect([code, stdout.includes('sesame-11'), JSON.stringify(place.config).includes('sesame-11')]).toEqual([0, false, false]);
  });

  it('adds what the registry names, only as shown, and takes none of several ways by itself (S06, H07)', async () => {
    const added = await place.json<{ servers: { launch: { url: string }; isReviewed: boolean }[] }>(['install', 'io.example/server-00', '--yes']);
    expect([added.code, added.value.servers[0]]).toEqual([0, expect.objectContaining({ isReviewed: false, launch: expect.objectContaining({ url: 'https://s0.example/mcp' }) })]);
    const several = await place.json<Failure>(['install', 'io.github.example/weather-mcp', '--yes']);
    expect(several.code).toBe(2);
    const pypi = /(\S+) \(pypi/.exec(several.value.error.next ?? '')?.[1] ?? '';
    const chosen = await place.run(['install', 'io.github.example/weather-mcp@1.2.0', `--choice=${pypi}`, '--name=meteo']);
    expect([chosen.code, place.config.mcpServers['meteo']]).toEqual([3, undefined]);
    expect(chosen.stderr).toContain('weather-mcp');
    expect((await place.run(['install', 'io.github.example/weather-mcp@1.2.0', `--choice=${pypi}`, '--name=meteo', '--yes'])).code).toBe(0);
    expect(JSON.stringify(place.config.mcpServers['meteo'])).toContain('weather-mcp');
    expect((await place.json<Failure>(['install', 'io.example/nothing', '--yes'])).code).toBe(1);
  });
});
