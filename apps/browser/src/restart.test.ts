import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forkHost } from '@portolan/host/process/host-child';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BrowserMemory } from './browser-memory.ts';
import { run } from './run.ts';
import type { Running } from './run.ts';

const windowFolder = fileURLToPath(new URL('../test/window', import.meta.url));
const hostEntry = fileURLToPath(new URL('../../../packages/host/test/fake-host-process.ts', import.meta.url));

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portolan-restart-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const begin = (dataDir: string, port: number | null = null): Promise<Running> =>
  run({ dataDir, port, idleMinutes: 0, version: '0', windowFolder, spawnHost: () => forkHost(hostEntry), say: () => undefined, onIdle: () => undefined });

async function post(app: Running, path: string, body: object, cookie?: string): Promise<{ status: number; cookie: string | undefined }> {
  const origin = `http://127.0.0.1:${app.port}`;
  const response = await fetch(`${origin}${path}`, { method: 'POST', headers: { origin, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...(cookie === undefined ? {} : { cookie }) }, body: JSON.stringify(body) });
  return { status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';')[0] };
}
const signIn = (app: Running) => post(app, '/session', { code: app.newAddress().split('#t=')[1] });

describe('browser mode started again', () => {
  it('has the port of the last time, and a tab left open comes back without a new address (O03)', async () => {
    const dataDir = folder();
    const first = await begin(dataDir);
    const { cookie = '' } = await signIn(first);
    await first.close();
    const second = await begin(dataDir);
    expect(second.port).toBe(first.port);
    expect((await post(second, '/session/resume', {}, cookie)).status).toBe(200);
    expect((await post(second, '/session/resume', {}, `${cookie.slice(0, -3)}abc`)).status).toBe(401);
    await second.close();
  });

  it('takes another port when that one is used by somebody else, and the one that was asked for or none (O03)', async () => {
    const dataDir = folder();
    const first = await begin(dataDir);
    await first.close();
    const stranger = createServer();
    await new Promise<void>((resolve) => stranger.listen(first.port, '127.0.0.1', resolve));
    onTestFinished(() => void stranger.close());
    const second = await begin(dataDir);
    expect(second.port).not.toBe(first.port);
    await second.close();
    await expect(begin(dataDir, (stranger.address() as AddressInfo).port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('keeps no cookie and no token on the disk, for this user only (W3, W4)', async () => {
    const dataDir = folder();
    const app = await begin(dataDir);
    const { cookie = '' } = await signIn(app);
    await app.close();
    const file = join(dataDir, 'state', 'browser.json');
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(cookie.split('=')[1]);
    expect(statSync(file).mode & 0o077).toBe(0);
  });
});

describe('what is kept between two starts', () => {
  it('is forgotten after a day, and taken from no broken file', () => {
    const file = join(folder(), 'state', 'browser.json');
    let now = 1_700_000_000_000;
    const digest = 'a'.repeat(43);
    const memory = new BrowserMemory(file, () => now);
    memory.used(digest);
    memory.take(4711);
    expect(new BrowserMemory(file, () => now)).toMatchObject({ port: 4711, sessions: [digest], cookieTag: memory.cookieTag });
    now += 25 * 3600_000;
    expect(new BrowserMemory(file, () => now).sessions).toEqual([]);
    mkdirSync(join(file, '..'), { recursive: true });
    for (const text of ['', '{', '[]', '{"port":99999999,"cookieTag":"<>","sessions":[["x",1],7]}']) {
      writeFileSync(file, text);
      expect(new BrowserMemory(file, () => now)).toMatchObject({ port: null, sessions: [] });
    }
  });
});
