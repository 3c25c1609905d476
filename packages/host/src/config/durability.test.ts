import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notice } from '@portolan/contract/settings';
import { bringBack, ChangedMeanwhileError, heldBeside, replaceFile } from '../durable-file.ts';
import { readText } from './disk.ts';
import { launchHash } from '../launch-hash.ts';
import { openConfig } from './config-file.ts';
import type { LaunchConfig } from '../ports.ts';
import { openToOthers } from './folder-safety.ts';
import { killSaves } from './testing/kill-saves.ts';
import { foreignText, missingMarks, takeStep } from './testing/save-steps.ts';

let folder: string;
let notices: Map<string, Notice>;
const path = () => join(folder, 'portolan.json');
const read = () => readFileSync(path(), 'utf8');
const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
const open = () => openConfig({ path: path(), notices: { add: (notice) => void notices.set(notice.id, notice), dismiss: (id) => void notices.delete(id) }, settleMs: 30, pollMs: 100 });

/** Runs a module text in a Node of its own and gives what it printed, parsed. */
async function runNode(script: string, prefix: string[] = []): Promise<unknown> {
  const words = [...prefix, process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  return JSON.parse(output);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-durable-'));
  notices = new Map();
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

describe('kill -9 during saves', () => {
  it('leaves the file whole, with every save that was confirmed (S03, R87, try-out 38)', async () => {
    const report = await killSaves(path(), 16, (run) => (run * 17) % 101);
    expect(report.faults).toEqual([]);
    expect(report.kills).toBe(16);
    expect(report.confirmed).toBeGreaterThan(5);
    const config = await open();
    expect(notices.has('config-broken')).toBe(false);
    await config.close();
  }, 120_000);
});

describe('what a killed save leaves behind', () => {
  it('is taken away by a start or a look later on, once it cannot be in the making any more (S03)', async () => {
    const leftover = `${path()}.123456`;
    const beside = `${path()}.bak`;
    for (const file of [leftover, beside]) writeFileSync(file, '{"half');
    const config = await openConfig({ path: path(), notices: { add: () => undefined }, sweepMs: 20 });
    expect(existsSync(leftover)).toBe(true);
    const before = new Date(Date.now() - 61_000);
    for (const file of [leftover, beside]) utimesSync(file, before, before);
    await vi.waitFor(() => expect(existsSync(leftover)).toBe(false), { timeout: 10_000 });
    writeFileSync(leftover, '{"half');
    utimesSync(leftover, before, before);
    await config.close();
    await (await open()).close();
    expect([existsSync(leftover), existsSync(beside)]).toEqual([false, true]);
  });
});

describe('a file cut at any byte', () => {
  it('leaves the last good one in use, untouched itself, at every start (S03, R85)', async () => {
    writeFileSync(path(), foreignText);
    await (await open()).close();
    for (let length = 0; length < foreignText.trimEnd().length; length++) {
      truncateSync(path(), 0);
      writeFileSync(path(), foreignText.slice(0, length));
      const config = await open();
      expect(config.current().servers.map(({ name }) => name)).toEqual(['weather']);
      expect(notices.get('config-broken')?.kind).toBe('config-broken');
      await config.close();
      expect(read()).toBe(foreignText.slice(0, length));
    }
  });
});

describe('a full disk', () => {
  const trial = (file: string, more: string) => `
    const { openConfig } = await import(${module('./config-file.ts')});
    const fs = await import('node:fs');
    const path = ${JSON.stringify(file)};
    const config = await openConfig({ path, notices: { add: () => undefined } });
    const weather = config.current().servers[0].id;
    const outcomes = [];
    const save = async (mark, size) => {
      const before = fs.readFileSync(path, 'utf8');
      const held = JSON.stringify(config.current());
      try {
        await config.updateServer(weather, { disabledTools: [mark, 'x'.repeat(size)] });
        outcomes.push(fs.readFileSync(path, 'utf8').includes('"' + mark + '"') ? 'saved' : 'LOST');
      } catch (error) {
        const isSame = fs.readFileSync(path, 'utf8') === before && JSON.stringify(config.current()) === held;
        outcomes.push(isSame ? error.problem.code : 'CHANGED');
      }
    };
    ${more}
    await config.close();
    const left = fs.readdirSync(${JSON.stringify(join(file, '..'))}).filter((name) => /\\.json\\.\\d+$/.test(name));
    console.log(JSON.stringify({ outcomes, left }));`;

  it.skipIf(process.platform === 'win32')('or a limit in the middle of a write loses nothing and is said, and saving goes on when there is room (R82)', async () => {
    writeFileSync(path(), foreignText);
    // 64 blocks: what is larger is cut off by the system in the middle of the write, as a full disk does.
    const { outcomes, left } = (await runNode(trial(path(), "await save('small', 10); await save('large', 200_000); await save('again', 1000); await save('huge', 70_000); await save('end', 10);"), ['sh', '-c', 'ulimit -f 64; exec "$@"', 'sh'])) as { outcomes: string[]; left: string[] };
    expect(outcomes).toEqual(['saved', 'config-not-writable', 'saved', 'config-not-writable', 'saved']);
    expect(left).toEqual([]);
    expect(missingMarks(read())).toEqual([]);
  });

  const canMount = spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=64k tmpfs /mnt'], { stdio: 'ignore' }).status === 0;
  it.skipIf(!canMount)('of any size, filled to any number of bytes, loses nothing (R82)', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const file = join(disk, 'portolan.json');
    const script = trial(
      file,
      `const filler = ${JSON.stringify(join(disk, 'filler'))};
       for (let free = 0; free <= 100; free += 4) {
         fs.writeFileSync(filler, '');
         const all = fs.statfsSync(${JSON.stringify(disk)}).bavail * 4096;
         fs.writeFileSync(filler, Buffer.alloc(Math.max(0, all - free * 1024)));
         await save('n' + free, 40_000);
       }
       fs.rmSync(filler);
       await save('room', 40_000);`,
    );
    const mount = `mount -t tmpfs -o size=512k tmpfs '${disk}' && cp '${path()}' '${file}' && exec "$@"`;
    writeFileSync(path(), foreignText);
    const { outcomes, left } = (await runNode(script, ['unshare', '-m', 'sh', '-c', mount, 'sh'])) as { outcomes: string[]; left: string[] };
    expect(new Set(outcomes)).toEqual(new Set(['config-not-writable', 'saved']));
    expect(outcomes[0]).toBe('config-not-writable');
    expect(outcomes.at(-1)).toBe('saved');
    expect(left).toEqual([]);
  });
});

describe('two programs', () => {
  it('of ours that save at the same time lose no change of either (R89)', async () => {
    const script = (tag: string) => `
      const { openConfig } = await import(${module('./config-file.ts')});
      const config = await openConfig({ path: ${JSON.stringify(path())}, notices: { add: () => undefined } });
      for (let n = 0; n < 15; n++) await config.addServer({ name: '${tag}' + n, launch: { kind: 'stdio', command: 'x', args: [], env: {} }, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [] });
      await config.close();
      console.log('true');`;
    await Promise.all(['a', 'b', 'c'].map((tag) => runNode(script(tag))));
    const config = await open();
    expect(config.current().servers.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c'].flatMap((tag) => Array.from({ length: 15 }, (_, n) => `${tag}${n}`)).toSorted());
    await config.close();
  });

  // About once in a thousand saves against a program that writes a hundred times a second, a busy machine stops us between the last
  // look and the rename: that is no proof against the rest.
  it.each(['rename', 'in-place'])('of which one edits outside by %s while we save: none of its edits is lost (R91)', { retry: 2 }, async (way) => {
    writeFileSync(path(), foreignText.replace('"otherTool"', '"outside": 0, "otherTool"'));
    const config = await open();
    const editor = spawn(process.execPath, [new URL('testing/outside-editor.ts', import.meta.url).pathname, path(), '40', way], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    editor.stdout.on('data', (chunk) => (output += String(chunk)));
    const closed = once(editor, 'close');
    for (let n = 0; editor.exitCode === null; n++) await takeStep(config, n);
    await closed;
    expect(JSON.parse(output)).toEqual({ lost: 0, last: 40 });
    expect(missingMarks(read())).toEqual([]);
    await config.close();
  });

  it('of which one writes into the very file that we replaced: its text is kept and said (R91)', async () => {
    writeFileSync(path(), foreignText);
    const config = await open();
    const held = openSync(path(), 'r+');
    const [weather] = config.current().servers;
    if (!weather) throw new Error('no server');
    await config.updateServer(weather.id, { isEnabled: false });
    writeSync(held, foreignText.replace('"weather"', '"sunshine"'), 0);
    closeSync(held);
    await vi.waitFor(() => expect(notices.get('config-kept-beside')?.details['kept']).toBeDefined(), 5000);
    const kept = notices.get('config-kept-beside')?.details['kept'] ?? '';
    expect(readFileSync(existsSync(kept) ? kept : join(folder, 'backups', kept), 'utf8')).toContain('"sunshine"');
    expect(config.current().servers.map(({ name }) => name)).toEqual(['weather']);
    await config.close();
  });
});

describe('replacing a file', () => {
  it.skipIf(process.platform === 'win32')('keeps the old one whole when the system takes only a part of the new one, secrets as well (R82)', async () => {
    const file = join(folder, 'secrets.json');
    const script = `
      const { writeSecretsFile, readSecretsFile } = await import(${module('../secrets/secrets-file.ts')});
      const of = (size) => ({ protection: { kind: 'file', held: {} }, check: 'x', secrets: new Map([['a', 'y'.repeat(size)]]) });
      const path = ${JSON.stringify(file)};
      await writeSecretsFile(path, of(100));
      const code = await writeSecretsFile(path, of(100_000)).then(() => 'written', (error) => error.code);
      const read = await readSecretsFile(path);
      console.log(JSON.stringify({ code, length: read === 'damaged' ? read : read.secrets.get('a').length }));`;
    expect(await runNode(script, ['sh', '-c', 'ulimit -f 64; exec "$@"', 'sh'])).toEqual({ code: 'EFBIG', length: 100 });
    expect(readdirSync(folder)).toEqual(['secrets.json']);
  });

  it('is refused when something else stands there, and leaves nothing beside it', async () => {
    writeFileSync(path(), 'one');
    await expect(replaceFile(path(), 'mine', { mode: 0o600, expected: Buffer.from('two') })).rejects.toThrow(ChangedMeanwhileError);
    await expect(replaceFile(path(), 'mine', { mode: 0o600, expected: null })).rejects.toThrow(ChangedMeanwhileError);
    expect(readdirSync(folder)).toEqual(['portolan.json']);
    await replaceFile(path(), 'mine', { mode: 0o600, expected: Buffer.from('one') });
    expect(read()).toBe('mine');
  });

  it('is put only where nothing stands once the old one was taken away, and leaves nothing beside it (R91)', async () => {
    writeFileSync(path(), 'one');
    const options = { mode: 0o600, takesAway: true };
    await expect(replaceFile(path(), 'mine', { ...options, expected: Buffer.from('two') })).rejects.toThrow(ChangedMeanwhileError);
    expect(read()).toBe('one');
    await replaceFile(path(), 'mine', { ...options, expected: Buffer.from('one') });
    expect(read()).toBe('mine');
    expect(readdirSync(folder)).toEqual(['portolan.json']);
  });
});

describe('a configuration that was taken away for a moment (R87, R91)', () => {
  it('is brought back at the next start when a crash left it so', async () => {
    writeFileSync(path(), foreignText);
    const first = await open();
    await takeStep(first, 1);
    await first.close();
    const text = read();
    renameSync(path(), heldBeside(path()));
    const config = await open();
    expect(config.current().servers.length).toBeGreaterThan(0);
    await config.close();
    expect(read()).toBe(text);
    expect(readdirSync(folder)).not.toContain('portolan.json.held');
  });

  it('is waited for while a save is under way, and what comes in its place is what is read', async () => {
    writeFileSync(heldBeside(path()), 'old');
    const reading = readText(path());
    await new Promise((resolve) => setTimeout(resolve, 60));
    writeFileSync(path(), 'new');
    expect(await reading).toBe('new');
  });

  it('is not brought back over a newer one', () => {
    writeFileSync(heldBeside(path()), 'old');
    writeFileSync(path(), 'new');
    bringBack(path());
    expect(read()).toBe('new');
    expect(existsSync(heldBeside(path()))).toBe(false);
  });
});

describe.skipIf(process.getuid === undefined)('a folder that others may write', () => {
  it('proves nothing of what was allowed: everything is asked about anew, and is allowed again once the folder is private (A17)', async () => {
    const launch: LaunchConfig = { kind: 'stdio', command: 'mail', args: [], env: {} };
    const first = await open();
    const added = await first.addServer({ name: 'mail', launch, isEnabled: true, disabledTools: [], inputs: [], reviewedHash: launchHash(launch) });
    await first.close();
    const reviewed = async () => {
      const config = await open();
      const hash = config.current().servers.find(({ id }) => id === added.id)?.reviewedHash;
      await config.close();
      return hash;
    };
    expect(await reviewed()).toBe(added.reviewedHash);
    const before = read();
    chmodSync(folder, 0o777);
    expect(await reviewed()).toBeNull();
    chmodSync(folder, 0o700);
    // A group that is not one's own is somebody else. Only root may give a folder to one.
    if (process.getuid?.() === 0) {
      chownSync(folder, 0, 4711);
      chmodSync(folder, 0o770);
      expect(await reviewed()).toBeNull();
      expect(notices.get('config-open-to-others')?.details).toMatchObject({ reason: 'group' });
      chmodSync(folder, 0o700);
    }
    expect(read()).toBe(before);
    expect(await reviewed()).toBe(added.reviewedHash);
  });

  it('is told when the configuration is opened, and a private one is not (A17)', async () => {
    await (await open()).close();
    expect(notices.has('config-open-to-others')).toBe(false);
    for (const [mode, reason] of [[0o777, 'everyone'], [0o707, 'everyone']] as const) {
      chmodSync(folder, mode);
      await (await open()).close();
      expect(notices.get('config-open-to-others')?.details).toMatchObject({ path: folder, reason });
    }
    chmodSync(folder, 0o700);
    const inner = join(folder, 'open', 'inner');
    mkdirSync(inner, { recursive: true });
    chmodSync(join(folder, 'open'), 0o777);
    expect(await openToOthers(join(inner, 'portolan.json'))).toEqual({ path: join(folder, 'open'), reason: 'everyone' });
    // Sticky, as /tmp is: others may add, and replace nothing.
    chmodSync(join(folder, 'open'), 0o1777);
    expect(await openToOthers(join(inner, 'portolan.json'))).toBeNull();
  });
});
