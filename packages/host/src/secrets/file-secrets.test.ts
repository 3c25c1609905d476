import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import type { Notice } from '@portolan/contract/settings';
import { openSecrets } from './file-secrets.ts';

let folder: string;
let notices: Notice[];
const path = () => join(folder, 'secrets.json');
const open = () => openSecrets({ folder, notices: { add: (notice) => notices.push(notice) } });
const marker = 'MK-7d0c2f3a';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-secrets-'));
  notices = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('secrets in a file', () => {
  it('are kept over a restart, encrypted, for this user only (S09)', async () => {
    const secrets = await open();
    expect(await secrets.get('provider:a')).toBeNull();
    await secrets.set('provider:a', marker);
    await secrets.set('empty', '');
    await secrets.set('emoji', '🔑 schlüssel');
    const again = await open();
    expect([await again.get('provider:a'), await again.get('empty'), await again.get('emoji'), again.has('provider:a'), again.has('other')]).toEqual([marker, '', '🔑 schlüssel', true, false]);
    for (const file of readdirSync(folder)) {
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain(marker);
      expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
    }
    await again.remove('provider:a');
    expect((await open()).has('provider:a')).toBe(false);
    expect(readFileSync(path(), 'utf8')).not.toContain('provider:a');
  });

  it('are told of once, when the first is kept', async () => {
    const secrets = await open();
    expect(notices).toEqual([]);
    await secrets.set('a', '1');
    await secrets.set('b', '2');
    await open();
    expect(notices).toMatchObject([{ kind: 'secrets-in-file', problem: null, details: { file: path() } }]);
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
      writeFileSync(path(), JSON.stringify({ version: 1, secrets: { a: a2, b } }));
      const again = await open();
      expect([await again.get('a'), again.has('a'), await again.get('b')]).toEqual([null, false, 'two']);
    }
  });

  it.each(['', '{', 'null', '{"version":2,"secrets":{}}', '[]'])('that cannot be read are set aside, never lost silently: %j (R85, R96)', async (bad) => {
    const secrets = await open();
    await secrets.set('a', marker);
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

  it('are asked for again when the key is gone, and stay in the file', async () => {
    const secrets = await open();
    await secrets.set('a', marker);
    writeFileSync(join(folder, 'secrets.key'), 'damaged');
    const again = await open();
    expect(again.has('a')).toBe(false);
    await again.set('b', 'new');
    expect(readFileSync(path(), 'utf8')).toContain('"a"');
    expect(readdirSync(folder).some((file) => file.startsWith('secrets.key.corrupt-'))).toBe(true);
    await again.set('a', 'entered again');
    expect(await (await open()).get('a')).toBe('entered again');
  });

  it('of two hosts do not overwrite each other (R67, R89)', async () => {
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
