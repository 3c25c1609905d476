import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerId } from '@portolan/contract/ids';
import { Rig } from '../servers/testing/rig.ts';
import { checkRoot } from './roots.ts';

let rig: Rig;
let folder: string;
beforeEach(async () => {
  rig = await Rig.create();
  folder = realpathSync(rig.dataDir);
  for (const name of ['one', 'two', 'three', 'secret']) mkdirSync(join(folder, name));
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

/** What the server is told when a call of its asks for the roots. */
async function told(id: ServerId): Promise<string> {
  const result = await rig.service.callTool(id, 'ask', { rounds: [{ r: { method: 'roots/list', params: {} } }] }, { signal: new AbortController().signal, onProgress: () => undefined }).catch((error: unknown) => String(error));
  return JSON.stringify(result);
}
const uri = (name: string) => pathToFileURL(join(folder, name)).href;

describe.each(['legacy', 'modern'] as const)('the roots of a %s server', (era) => {
  const start = async (care: object = {}) => {
    const id = await rig.addFixture('asks', { era }, { care });
    await rig.untilState(id, 'ready');
    return id;
  };

  it('do not exist until the person has chosen some (P14, T:F07)', async () => {
    const id = await start();
    expect(await told(id)).toMatch(era === 'legacy' ? /-32601/ : /rror/);
    const empty = await start({ roots: [] });
    expect(await told(empty)).toContain('{\\"roots\\":[]}');
  });

  it('are the chosen folders, changed while it runs (P14, H06)', async () => {
    const id = await start({ roots: [join(folder, 'one')] });
    expect(await told(id)).toContain(uri('one'));
    await rig.routes['servers/setRoots']({ serverId: id, roots: [join(folder, 'two')] }, rig.context());
    expect(await told(id)).toContain(uri('two'));
    expect(await told(id)).not.toContain(uri('one'));
    if (era === 'legacy') {
      await vi.waitFor(() => {
        const sent = JSON.stringify(rig.traces.after(0, 10_000, id).map(({ method }) => method ?? null));
        expect(sent).toContain('notifications/roots/list_changed');
      });
    }
    await rig.routes['servers/setRoots']({ serverId: id, roots: null }, rig.context());
    expect(await told(id)).not.toContain(uri('two'));
  });

  it('are changed one by one without undoing each other (P14, H06)', async () => {
    const id = await start({ roots: [join(folder, 'one')] });
    const context = rig.context();
    await Promise.all([rig.routes['servers/changeRoots']({ serverId: id, remove: join(folder, 'one') }, context), rig.routes['servers/changeRoots']({ serverId: id, add: join(folder, 'two') }, context), rig.routes['servers/changeRoots']({ serverId: id, add: join(folder, 'three') }, context)]);
    expect(new Set(rig.supervisor.get(id).asks.roots)).toEqual(new Set([join(folder, 'two'), join(folder, 'three')]));
  });

  it('leave out a folder that was replaced by a link, or is gone (T:F07, H60)', async () => {
    const id = await start({ roots: [join(folder, 'one'), join(folder, 'two')] });
    rmSync(join(folder, 'one'), { recursive: true });
    symlinkSync(join(folder, 'secret'), join(folder, 'one'));
    // Nor is it followed when another is added, or all of them are set anew.
    await rig.routes['servers/changeRoots']({ serverId: id, add: join(folder, 'three') }, rig.context());
    await rig.routes['servers/setRoots']({ serverId: id, roots: ['one', 'two', 'three'].map((name) => join(folder, name)) }, rig.context());
    const answer = await told(id);
    expect(answer).toContain(uri('three'));
    expect(answer).toContain(uri('two'));
    expect(answer).not.toContain('secret');
    expect(answer).not.toContain(uri('one'));
    expect(rig.supervisor.get(id).warnings.list().map(({ kind }) => kind)).toContain('root-left-out');
  });
});

describe('a folder that is typed', () => {
  it('has to be there, and what is shown is what it leads to (H06, H60)', async () => {
    symlinkSync(join(folder, 'secret'), join(folder, 'link'));
    writeFileSync(join(folder, 'file'), '');
    expect(await checkRoot(join(folder, 'link'))).toEqual({ path: join(folder, 'secret'), problem: null, isWide: false });
    expect(await checkRoot(`${folder}/one/../two/`)).toEqual({ path: join(folder, 'two'), problem: null, isWide: false });
    expect((await checkRoot('relative/folder')).problem).toBe('not-absolute');
    expect((await checkRoot('')).problem).toBe('not-absolute');
    expect((await checkRoot(join(folder, 'nothing'))).problem).toBe('missing');
    expect((await checkRoot(join(folder, 'file'))).problem).toBe('not-a-folder');
    expect(await checkRoot('~')).toMatchObject({ path: realpathSync(homedir()), problem: null });
    expect((await checkRoot('/')).isWide).toBe(true);
  });
});
