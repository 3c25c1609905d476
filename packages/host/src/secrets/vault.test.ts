import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import type { Protection } from '@portolan/contract/secrets';
import type { Notice } from '@portolan/contract/settings';
import { fileHolder } from './file-holder.ts';
import { KeyNotHad } from './key-holder.ts';
import { openSecrets } from './open-secrets.ts';
import { seal } from './sealed.ts';
import type { ShellKeeper } from './shell-holder.ts';

let folder: string;
let notices: Notice[];
let unlocked = 0;
const path = () => join(folder, 'secrets.json');
const notesOf = () => ({ add: (notice: Notice) => void notices.push(notice), dismiss: (id: string) => void (notices = notices.filter((each) => each.id !== id)) });
const open = (more: Partial<Parameters<typeof openSecrets>[0]> = {}) => openSecrets({ folder, notices: notesOf(), usesKeyring: false, onUnlocked: () => void (unlocked += 1), ...more });
const marker = 'MK-7d0c2f3a';
const passphrase = 'correct horse battery';

/** The desktop app's side, with the system's key in memory; `state` is how the system behaves. */
function keeper(state: { status: 'good' | 'basic' | 'unavailable'; denies?: boolean; hangs?: boolean }): ShellKeeper {
  const never = new Promise<never>(() => undefined);
  const guarded = <T>(value: T): Promise<T> => (state.hangs === true ? never : state.denies === true ? Promise.reject(new Error('denied')) : Promise.resolve(value));
  return {
    status: () => Promise.resolve(state.status),
    seal: (text) => guarded(Buffer.from(text).toString('hex')),
    open: (sealed) => guarded(Buffer.from(sealed, 'hex').toString('utf8')),
  };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-secrets-'));
  notices = [];
  unlocked = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const allText = () => readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1')).join('\n');

describe('secrets with the key in a file', () => {
  it('are kept over a restart, encrypted, for this user only, and told of once (S09, O06)', async () => {
    const secrets = await open();
    expect([await secrets.get('provider:a'), secrets.view().protection, notices]).toEqual([null, null, []]);
    await secrets.set('provider:a', marker);
    await secrets.set('empty', '');
    await secrets.set('emoji', '🔑 schlüssel');
    expect(notices).toMatchObject([{ kind: 'secrets-in-file', problem: null, details: { file: path() } }]);
    const again = await open();
    expect([await again.get('provider:a'), await again.get('empty'), await again.get('emoji'), again.has('provider:a'), again.has('other')]).toEqual([marker, '', '🔑 schlüssel', true, false]);
    expect(allText()).not.toContain(marker);
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
    await again.remove('provider:a');
    expect((await open()).has('provider:a')).toBe(false);
    expect(readFileSync(path(), 'utf8')).not.toContain('provider:a');
    expect(notices).toHaveLength(1);
  });

  it('cannot be moved to another name, changed, or cut down to a weaker proof', async () => {
    const secrets = await open();
    await secrets.set('a', 'one');
    await secrets.set('b', 'two');
    const file = JSON.parse(readFileSync(path(), 'utf8')) as { secrets: Record<string, { iv: string; tag: string; data: string }> };
    const { a, b } = file.secrets;
    if (!a || !b) throw new Error('not kept');
    const flipped = Buffer.from(a.data, 'base64');
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    const cases = { moved: b, changed: { ...a, data: flipped.toString('base64') }, short: { ...a, tag: Buffer.from(a.tag, 'base64').subarray(0, 4).toString('base64') }, nonsense: { iv: 1 } };
    for (const a2 of Object.values(cases)) {
      writeFileSync(path(), JSON.stringify({ ...file, secrets: { a: a2, b } }));
      const again = await open();
      expect([await again.get('a'), again.has('a'), await again.get('b')]).toEqual([null, false, 'two']);
    }
  });

  it.each(['', '{', 'null', '{"version":3,"secrets":{}}', '[]'])('that cannot be read are set aside, never lost silently: %j (R85, R96)', async (bad) => {
    await (await open()).set('a', marker);
    writeFileSync(path(), bad);
    notices = [];
    const again = await open();
    expect(again.has('a')).toBe(false);
    expect(notices).toMatchObject([{ kind: 'secrets-in-file', problem: { code: 'storage-failed', details: { reason: 'corrupt' } } }]);
    const aside = readdirSync(folder).find((file) => file.startsWith('secrets.json.corrupt-'));
    expect(readFileSync(join(folder, String(aside)), 'utf8')).toBe(bad);
    await again.set('b', 'new');
    expect(await (await open()).get('b')).toBe('new');
  });

  it('of the first format open as they are, and nothing of them is lost when they move (S09)', async () => {
    const key = randomBytes(32);
    writeFileSync(join(folder, 'secrets.key'), key.toString('base64'));
    writeFileSync(path(), JSON.stringify({ version: 1, secrets: { old: seal(key, 'old', marker), odd: { not: 'ours' } } }));
    const secrets = await open();
    expect([await secrets.get('old'), secrets.view().protection]).toEqual([marker, 'file']);
    await secrets.set('new', 'n');
    await secrets.protect('passphrase', passphrase);
    expect(existsSync(join(folder, 'secrets.key'))).toBe(false);
    expect(readFileSync(path(), 'utf8')).toContain('"odd"');
    const again = await open();
    await again.unlock(passphrase);
    expect([await again.get('old'), await again.get('new')]).toEqual([marker, 'n']);
  });

  it('of two hosts do not overwrite each other (R67, R89)', async () => {
    await (await open()).set('first', '1');
    const [one, two] = [await open(), await open()];
    await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? one : two).set(`s${n}`, String(n))));
    const again = await open();
    for (let n = 0; n < 10; n++) expect(await again.get(`s${n}`)).toBe(String(n));
  });

  it('never show in errors', async () => {
    const secrets = await open();
    const error = await secrets.set('a', marker.repeat(10_000)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HostError);
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(marker);
  });
});

describe('moving secrets to another guard', () => {
  const kinds: Protection[] = ['file', 'shell', 'passphrase', 'memory'];
  const desktop = () => ({ shell: 'desktop' as const, keeper: keeper({ status: 'good' }) });

  it.each(kinds.flatMap((from) => kinds.filter((to) => to !== from).map((to) => [from, to] as const)))('from %s to %s loses none, and the old key opens nothing any more (S09)', async (from, to) => {
    const secrets = await open(desktop());
    await secrets.protect(from, passphrase);
    await secrets.set('a', marker);
    await secrets.set('b', 'two');
    const before = allText();
    await secrets.protect(to, passphrase);
    expect([await secrets.get('a'), await secrets.get('b'), secrets.view()]).toEqual([marker, 'two', expect.objectContaining({ protection: to, locked: null, count: 2, unsaved: to === 'memory' ? 2 : 0 })]);
    expect(allText()).not.toContain(marker);
    if (from === 'file') expect(readdirSync(folder).filter((name) => name.endsWith('.key'))).toEqual(to === 'file' ? [expect.anything()] : []);
    if (from !== 'memory' && to !== 'memory') expect(allText()).not.toContain(/"data": "([^"]+)"/.exec(before)?.[1] ?? 'nothing');
    const again = await open(desktop());
    if (to === 'passphrase') await again.unlock(passphrase);
    expect(await again.get('a')).toBe(to === 'memory' ? null : marker);
    expect(again.view().protection).toBe(to);
  });

  it('that fails changes nothing (R96, R82)', async () => {
    const state = { status: 'good' as const, denies: false };
    const secrets = await open({ shell: 'desktop', keeper: keeper(state) });
    await secrets.protect('passphrase', passphrase);
    await secrets.set('a', marker);
    state.denies = true;
    const before = readFileSync(path(), 'utf8');
    await expect(secrets.protect('shell')).rejects.toMatchObject({ problem: { code: 'secrets-not-guarded', details: { reason: 'denied' } } });
    await expect(secrets.protect('passphrase', 'short')).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
    await expect(secrets.protect('keyring')).rejects.toMatchObject({ problem: { code: 'secrets-not-guarded' } });
    expect([readFileSync(path(), 'utf8'), await secrets.get('a')]).toEqual([before, marker]);
  });

  it.skipIf(process.getuid?.() === 0)('to a folder that cannot be written changes nothing (R83)', async () => {
    const secrets = await open();
    await secrets.set('a', marker);
    chmodSync(folder, 0o500);
    await expect(secrets.protect('passphrase', passphrase)).rejects.toMatchObject({ problem: { code: 'storage-failed' } });
    chmodSync(folder, 0o700);
    expect(await (await open()).get('a')).toBe(marker);
  });
});

describe('secrets with a passphrase', () => {
  it('open with it and with no other, also when it is typed in another form, and nobody can start over it unseen (S09, T:G12)', async () => {
    const secrets = await open();
    await secrets.protect('passphrase', 'Schlüssel zum Glück');
    await secrets.set('a', marker);
    const again = await open();
    expect([again.view().locked, again.has('a')]).toEqual(['passphrase-needed', true]);
    expect(notices).toMatchObject([{ kind: 'secrets-locked', details: { reason: 'passphrase-needed' } }]);
    await expect(again.get('a')).rejects.toMatchObject({ problem: { code: 'secrets-locked', details: { reason: 'passphrase-needed' } } });
    await again.unlock('Schlüssel zum Glück?');
    expect([again.view().locked, unlocked]).toEqual(['passphrase-wrong', 0]);
    await again.unlock('Schlüssel zum Glück'.normalize('NFD'));
    expect([again.view().locked, await again.get('a'), unlocked, notices]).toEqual([null, marker, 1, []]);
  });

  it('are not what a file from elsewhere says they cost (S09)', async () => {
    const secrets = await open();
    await secrets.protect('passphrase', passphrase);
    const file = JSON.parse(readFileSync(path(), 'utf8')) as { protection: { held: Record<string, unknown> } };
    file.protection.held['n'] = 2 ** 30;
    writeFileSync(path(), JSON.stringify(file));
    const again = await open();
    await again.unlock(passphrase);
    expect(again.view().locked).toBe('wrong-key');
  });
});

describe('a key that cannot be had (R96)', () => {
  it('what is entered meanwhile stays, is saved when it opens, and what was there is still there', async () => {
    const state = { status: 'good' as const, denies: false };
    const desktop = { shell: 'desktop' as const, keeper: keeper(state) };
    const secrets = await open(desktop);
    await secrets.set('a', marker);
    await secrets.set('b', 'old');
    state.denies = true;
    const again = await open(desktop);
    expect(again.view()).toMatchObject({ protection: 'shell', locked: 'denied', count: 2, unsaved: 0 });
    await again.set('b', 'new');
    await again.set('c', 'three');
    expect([await again.get('b'), again.view().unsaved]).toEqual(['new', 2]);
    await again.remove('a');
    await expect(again.protect('file')).rejects.toMatchObject({ problem: { code: 'secrets-locked' } });
    state.denies = false;
    await again.unlock();
    const last = await open(desktop);
    expect([await last.get('a'), await last.get('b'), await last.get('c'), last.view().unsaved]).toEqual([null, 'new', 'three', 0]);
  });

  it('is waited for a moment at a start, and taken when it comes later', async () => {
    const state = { status: 'good' as const, hangs: false };
    await (await open({ shell: 'desktop', keeper: keeper(state) })).set('a', marker);
    let answer: (text: string) => void = () => undefined;
    const slow: ShellKeeper = { ...keeper(state), open: () => new Promise((resolve) => (answer = resolve)) };
    const before = performance.now();
    const again = await open({ shell: 'desktop', keeper: slow });
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(again.view().locked).toBe('waiting');
    const { sealed } = (JSON.parse(readFileSync(path(), 'utf8')) as { protection: { held: { sealed: string } } }).protection.held;
    answer(Buffer.from(sealed, 'hex').toString('utf8'));
    await expect.poll(() => unlocked).toBe(1);
    expect(await again.get('a')).toBe(marker);
  });

  it('of another installation is no key of these: they stay as they are', async () => {
    await (await open()).set('a', marker);
    const name = readdirSync(folder).find((file) => file.endsWith('.key')) ?? '';
    writeFileSync(join(folder, name), randomBytes(32).toString('base64'));
    expect((await open()).view().locked).toBe('wrong-key');
    writeFileSync(join(folder, name), 'damaged');
    expect((await open()).view().locked).toBe('wrong-key');
    rmSync(join(folder, name));
    const again = await open();
    expect(again.view()).toMatchObject({ locked: 'gone', count: 1 });
    await again.set('b', 'new');
    await again.startAnew();
    expect([again.view().locked, again.has('a'), await again.get('b')]).toEqual([null, false, 'new']);
    const aside = readdirSync(folder).find((file) => file.startsWith('secrets.json.locked-'));
    expect(readFileSync(join(folder, String(aside)), 'utf8')).toContain('"a"');
    expect(await (await open()).get('b')).toBe('new');
  });

  it('of the desktop app is said to be there, in browser mode', async () => {
    await (await open({ shell: 'desktop', keeper: keeper({ status: 'good' }) })).set('a', marker);
    const browser = await open();
    expect(browser.view()).toMatchObject({ protection: 'shell', locked: 'elsewhere' });
  });

  it('whose name leads out of the folder is not read', async () => {
    await expect((async () => fileHolder(folder).release({ name: '../../etc/passwd' }))()).rejects.toBeInstanceOf(KeyNotHad);
  });
});

describe('the desktop app without a real store (E27)', () => {
  it.each(['basic', 'unavailable'] as const)('%s: nothing is written before the person has chosen, and it is said (E27, T:G12)', async (status) => {
    const desktop = { shell: 'desktop' as const, keeper: keeper({ status }) };
    const secrets = await open(desktop);
    await secrets.set('a', marker);
    expect([await secrets.get('a'), secrets.view()]).toEqual([marker, expect.objectContaining({ protection: 'memory', unsaved: 1 })]);
    expect(notices).toMatchObject([{ kind: 'secrets-in-memory' }]);
    expect(existsSync(path())).toBe(false);
    expect(await secrets.options()).toContainEqual({ kind: 'shell', problem: status });
    expect((await open(desktop)).has('a')).toBe(false);
    await secrets.protect('file');
    expect([await (await open(desktop)).get('a'), notices]).toEqual([marker, []]);
  });
});
