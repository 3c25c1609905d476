import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInCommand, builtInNames } from '@portolan/builtin-servers/entry';
import { builtInCommand as shownCommand, builtInNames as shownNames } from '@portolan/contract/built-in';
import type { ServerId } from '@portolan/contract/ids';
import type { LaunchConfig } from '../ports.ts';
import { currentPlatform } from './launch/platform.ts';
import { recommend } from './sandbox/recommend.ts';
import { SandboxTools } from './sandbox/support.ts';
import { Rig } from './testing/rig.ts';

const { support } = await new SandboxTools(currentPlatform()).find();
let world = '';
beforeEach(async () => {
  world = await mkdtemp(path.join(tmpdir(), 'built-in-'));
  for (const name of ['docs', 'outside']) await mkdir(path.join(world, name));
  await writeFile(path.join(world, 'docs', 'a.txt'), 'hello');
  await writeFile(path.join(world, 'outside', 'secret.txt'), 'MK-secret');
});
afterEach(() => rm(world, { recursive: true, force: true }));

const launch = (...args: string[]): Extract<LaunchConfig, { kind: 'stdio' }> => ({ kind: 'stdio', command: builtInCommand, args, env: {} });
const call = async (rig: Rig, id: ServerId, tool: string, args: Record<string, string> = {}): Promise<string> => {
  const { content, isError } = await rig.service.callTool(id, tool, args, { signal: AbortSignal.timeout(20_000), onProgress: () => {} });
  return `${isError ? 'refused: ' : ''}${content[0]?.type === 'text' ? content[0].text : ''}`;
};

describe('a built-in server', () => {
  it('has one name everywhere (S17)', () => {
    expect([shownCommand, ...shownNames]).toEqual([builtInCommand, ...builtInNames]);
  });

  it.runIf(support.kind === 'bubblewrap').each(builtInNames)('%s runs contained, with what is proposed for it (S17, S18)', async (name) => {
    await using rig = await Rig.create();
    const args = name === 'files' ? [`--folder=${path.join(world, 'docs')}`] : name === 'memory' ? [`--folder=${path.join(world, 'notes')}`] : [];
    const { recommended, isProposed, basis } = await recommend(launch(name, ...args), { support, platform: currentPlatform(), dataDir: rig.dataDir, bundle: null });
    expect({ isProposed, basis }).toEqual({ isProposed: true, basis: 'built-in' });
    const id = await rig.add(name, launch(name, ...args), { sandbox: recommended });
    expect(await rig.untilState(id, 'ready', 'failed')).toMatchObject({ state: 'ready', era: 'modern' });
    if (name === 'files') {
      expect(await call(rig, id, 'read', { path: 'a.txt' })).toBe('hello');
      expect(await call(rig, id, 'read', { path: path.join(world, 'outside/secret.txt') })).toMatch(/^refused: /);
      expect(await call(rig, id, 'write', { path: 'b.txt', content: 'x' })).toContain('Wrote');
      expect(await readFile(path.join(world, 'docs', 'b.txt'), 'utf8')).toBe('x');
    }
    if (name === 'memory') {
      expect(await call(rig, id, 'save', { title: 'a', text: 'b' })).toContain('Kept');
      expect(await readFile(path.join(world, 'notes', 'notes.json'), 'utf8')).toContain('"title": "a"');
    }
  });

  it('runs without a container as well, and is never a program of that name on the search path (S17)', async () => {
    const bin = path.join(world, 'bin');
    await mkdir(bin);
    await writeFile(path.join(bin, builtInCommand), '#!/bin/sh\necho stolen >&2\n', { mode: 0o755 });
    await using rig = await Rig.create();
    const id = await rig.add('time', { ...launch('time', '--zone=UTC'), env: { PATH: `${bin}:/usr/bin:/bin` } });
    await rig.untilState(id, 'ready');
    expect(await call(rig, id, 'now')).toContain('(UTC)');
    expect(rig.supervisor.get(id).log.lastStderr(10)).not.toContain('stolen');
  });

  it('says what of its command line can not be meant (S17)', async () => {
    await using rig = await Rig.create({ crashes: 1 });
    const id = await rig.add('none', launch('no-such-server'));
    expect((await rig.untilState(id, 'failed', 'backoff')).problem?.log).toContain('There is no built-in server');
  });
});
