import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eras, start } from '../../test/start.ts';
import { NoteStore } from './store.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe.each(eras)('memory (%s)', (era) => {
  it('keeps notes between starts, finds them, and forgets them (S17)', async () => {
    {
      await using server = await start('memory', [`--folder=${folder}`], { era });
      expect(await server.call('save', { title: 'Boat', text: 'The boat is called Argo.', tags: ['sea'] })).toBe('Kept “Boat”.');
      expect(await server.call('save', { title: 'House', text: 'Has a blue door; the boat is elsewhere.' })).toContain('Kept');
      expect(await server.call('save', { title: 'boat', text: 'The boat is called Argo II.' })).toContain('has the new text');
    }
    await using server = await start('memory', [`--folder=${folder}`], { era });
    expect(await server.call('search', { query: 'argo boat' })).toBe('## boat\nThe boat is called Argo II.');
    expect((await server.call('search', { query: 'boat' })).indexOf('## boat')).toBe(0);
    expect(await server.call('read', { title: 'HOUSE' })).toContain('blue door');
    const { items } = await server.client.listResources();
    expect(items.map(({ name }) => name).toSorted()).toEqual(['House', 'boat']);
    const [first] = items;
    expect((await server.client.readResource(first?.uri ?? '')).contents[0]).toMatchObject({ uri: first?.uri });
    expect(await server.call('remove', { title: 'boat' })).toContain('forgotten');
    expect(await server.call('remove', { title: 'boat' })).toContain('refused: There is no note');
    expect(await server.call('search', { query: 'argo' })).toBe('No note was found.');
  });
});

describe('notes on disk', () => {
  it('are never written over when they can not be read: the file is kept under another name (S17)', async () => {
    await writeFile(path.join(folder, 'notes.json'), '{ broken');
    const store = new NoteStore(folder);
    expect(await store.all()).toEqual([]);
    await store.save('a', 'b', []);
    const names = await readdir(folder);
    const aside = names.find((name) => name.includes('unreadable')) ?? '';
    expect(await readFile(path.join(folder, aside), 'utf8')).toBe('{ broken');
  });

  it('are all there when many are saved at once (S17)', async () => {
    const store = new NoteStore(folder);
    await Promise.all(Array.from({ length: 50 }, (_each, at) => store.save(`note ${at}`, 'x', [])));
    expect(await new NoteStore(folder).all()).toHaveLength(50);
  });

  it('that were kept survive kill -9 at any moment (S17, R87)', async () => {
    const script = `const { NoteStore } = await import(${JSON.stringify(fileURLToPath(new URL('store.ts', import.meta.url)))}); const store = new NoteStore(${JSON.stringify(folder)}); for (let at = 0; ; at += 1) { await store.save('n' + at, 'x'.repeat(2000), []); process.stdout.write(at + '\\n'); }`;
    for (let round = 0; round < 6; round += 1) {
      await rm(path.join(folder, 'notes.json'), { force: true });
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      let last = -1;
      child.stdout.on('data', (chunk: Buffer) => {
        const lines = chunk.toString().trim().split('\n');
        last = Number(lines.at(-1));
        // At another point of its work each round.
        if (last >= 3 + round * 4) child.kill('SIGKILL');
      });
      await new Promise((resolve) => {
        child.once('close', resolve);
      });
      const kept = await new NoteStore(folder).all();
      expect(kept.length).toBeGreaterThanOrEqual(last + 1);
      expect((await readdir(folder)).filter((name) => name.includes('unreadable'))).toEqual([]);
    }
  });
});
