/** The app as it would be handed out, packed with the Electron of the tests: what is in it, and what it does not start with. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DataFolder } from '../harness/data-folder.ts';
import { expect, test } from '../harness/test.ts';
import { askModelIn } from '../support/model-app.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const tool = (path: string) => join(root, '.electron-smoke/node_modules', path);
let output: string;
const packed = (path: string) => join(output, 'linux-unpacked', path);

test.beforeAll(async () => {
  test.setTimeout(180_000);
  output = mkdtempSync(join(tmpdir(), 'portolan-packed-'));
  const electron = dirname(process.env['ELECTRON_BIN'] ?? '');
  await run(join(root, 'node_modules/.bin/electron-builder'), ['--linux', '--dir', `-c.electronDist=${electron}`, '-c.electronVersion=33.2.1', `-c.directories.output=${output}`], { cwd: root });
});
test.afterAll(() => rmSync(output, { recursive: true, force: true }));

test('its fuses are set: no Node mode, no inspector, only its own archive (O02, E19, E21, E22, E23, E24, E25)', async () => {
  const { stdout } = await run(process.execPath, [tool('@electron/fuses/dist/bin.js'), 'read', '--app', packed('portolan')], { env: { ...process.env, FORCE_COLOR: '0' } });
  const fuses = Object.fromEntries([...stdout.matchAll(/^\s*(\w+) is (Enabled|Disabled)/gm)].map((match) => [match[1], match[2]]));
  expect(fuses).toMatchObject({
    RunAsNode: 'Disabled',
    EnableCookieEncryption: 'Enabled',
    EnableNodeOptionsEnvironmentVariable: 'Disabled',
    EnableNodeCliInspectArguments: 'Disabled',
    EnableEmbeddedAsarIntegrityValidation: 'Enabled',
    OnlyLoadAppFromAsar: 'Enabled',
    GrantFileProtocolExtraPrivileges: 'Disabled',
  });
});

test('it holds the built app and nothing else (O02)', async () => {
  const { stdout } = await run(process.execPath, [tool('@electron/asar/bin/asar.mjs'), 'list', packed('resources/app.asar')]);
  const files = stdout.split('\n').map((line) => line.replaceAll('\\', '/')).filter(Boolean);
  expect(files).toEqual(expect.arrayContaining(['/package.json', '/dist/main.cjs', '/dist/preload.cjs', '/dist/host.mjs', '/dist/renderer/index.html', '/dist/workers/schema-worker.mjs']));
  const own = files.filter((file) => !file.startsWith('/node_modules'));
  expect(own.filter((file) => /\.(ts|tsx|map)$|node_modules|\.stamp|\.env/.test(file))).toEqual([]);
  // The one package that is not bundled, with what it needs: not the sources of llama.cpp, nor libraries of other systems.
  expect(files).toContain('/node_modules/node-llama-cpp/package.json');
  expect(files.filter((file) => file.endsWith('gitRelease.bundle'))).toEqual([]);
  expect([...new Set(files.flatMap((file) => /^\/node_modules\/@node-llama-cpp\/[^/]+/.exec(file) ?? []))]).toEqual(['/node_modules/@node-llama-cpp/linux-x64']);
});

test('it holds no address of a feed of updates, and nothing that would ask one (T:B11, T:I16, E32)', async () => {
  expect(readdirSync(packed('resources')).filter((name) => /update/i.test(name))).toEqual([]);
  const { stdout } = await run(process.execPath, [tool('@electron/asar/bin/asar.mjs'), 'list', packed('resources/app.asar')]);
  expect(stdout.split('\n').filter((file) => /electron-updater|app-update|latest.*\.yml/.test(file))).toEqual([]);
  const extracted = mkdtempSync(join(tmpdir(), 'portolan-main-'));
  await run(process.execPath, [tool('@electron/asar/bin/asar.mjs'), 'extract-file', packed('resources/app.asar'), 'dist/main.cjs'], { cwd: extracted });
  const main = readFileSync(join(extracted, 'main.cjs'), 'utf8');
  rmSync(extracted, { recursive: true, force: true });
  expect(main.length).toBeGreaterThan(10_000);
  expect(main).not.toMatch(/autoUpdater|setFeedURL|crashReporter/);
});

test('its process for model files finds llama.cpp beside the archive @full (C02)', async () => {
  expect(await askModelIn(packed('resources/app.asar/dist/workers/model-process.mjs'))).toMatchObject({ text: 'Hello from Electron.', last: { t: 'done' } });
});

test('its built-in servers lie beside the archive, where a Node of the machine can run them (S17)', async () => {
  const child = spawn(process.execPath, [packed('resources/app.asar.unpacked/dist/builtin/servers.mjs'), 'time', '--zone=UTC'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  const answer = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', () => resolve(''));
  });
  child.kill();
  expect(answer).toContain('portolan-time');
});

test('it does not start with a switch that would open it up (E4, E30, I11, I15)', async () => {
  for (const option of ['--remote-debugging-port=0', '--no-sandbox', '--inspect=0', '--disable-web-security']) {
    const data = new DataFolder();
    // Without the second switch root could not start it at all; it is refused as well.
    const child = spawn(packed('portolan'), [option, '--no-sandbox', '--disable-gpu'], { env: { ...process.env, PORTOLAN_DATA_DIR: data.path, HOME: data.home }, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code, option).toBe(1);
    expect(said, option).toContain('Portolan does not start with --');
    expect(said).not.toContain('host ready');
    data.remove();
  }
});
