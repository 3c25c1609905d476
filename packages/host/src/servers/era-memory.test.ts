import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EraMemory } from './era-memory.ts';

const file = async () => path.join(await mkdtemp(path.join(tmpdir(), 'eras-')), 'state', 'eras.json');
const day = 24 * 60 * 60_000;

describe('EraMemory', () => {
  it('remembers a verdict over a restart, for a week (H82)', async () => {
    const where = await file();
    const memory = new EraMemory(where);
    const fresh = { era: 'modern' as const, protocolVersion: '2026-07-28', at: Date.now() - 6 * day };
    memory.set('fresh', fresh);
    memory.set('old', { ...fresh, at: Date.now() - 8 * day });
    memory.set('future', { ...fresh, at: Date.now() + day });
    memory.set('wrong', fresh);
    memory.forget('wrong');
    memory.close();
    const again = new EraMemory(where);
    expect(again.get('fresh')).toEqual(fresh);
    for (const hash of ['old', 'future', 'wrong', 'unknown']) expect(again.get(hash)).toBeUndefined();
  });

  it.each(['', '{"a":', '[1]', '{"a":{"era":"stone"}}', 'null'])('starts empty from a broken file: %j', async (text) => {
    const where = path.join(await mkdtemp(path.join(tmpdir(), 'eras-')), 'eras.json');
    await writeFile(where, text);
    expect(new EraMemory(where).get('a')).toBeUndefined();
  });
});
