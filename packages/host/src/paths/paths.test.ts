import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeFolder } from './complete-folder.ts';
import { pathRoutes } from './routes.ts';
import { typedPathHere } from './typed-path.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-paths-'));
  for (const name of ['projects', 'Papers', '.private', 'other', 'pay\u202Eload']) mkdirSync(join(folder, name));
  mkdirSync(join(folder, 'projects', 'one'));
  writeFileSync(join(folder, 'plan.txt'), '');
  symlinkSync(join(folder, 'other'), join(folder, 'past'));
  symlinkSync(join(folder, 'plan.txt'), join(folder, 'page'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a path that is typed (S18, P14)', () => {
  it('is completed with names of folders alone, none of them hidden or deceiving', async () => {
    expect(await completeFolder(join(folder, 'p'))).toEqual([join(folder, 'Papers'), join(folder, 'past'), join(folder, 'projects')]);
    expect(await completeFolder(`${folder}/.`)).toEqual([join(folder, '.private')]);
    expect(await completeFolder(`${folder}/projects/`)).toEqual([join(folder, 'projects', 'one')]);
    expect(await completeFolder(`${folder}/plan.txt/`)).toEqual([]);
    expect(await completeFolder(`${folder}/nothing/here`)).toEqual([]);
  });

  it('leads nowhere while it is not absolute, nor to another computer, which would learn who asks', async () => {
    for (const text of ['', 'projects', './', '..', String.raw`\\\\evil.example\share\x`, '//evil.example/share/x', '/a\0b']) {
      expect(typedPathHere(text)).toBeNull();
      expect(await completeFolder(text)).toEqual([]);
    }
    expect(typedPathHere('~/x')).toBe(join(homedir(), 'x'));
  });

  it('is at most twenty of many', async () => {
    const many = join(folder, 'other');
    for (let at = 0; at < 60; at += 1) mkdirSync(join(many, `n${at}`));
    expect(await completeFolder(`${many}/`)).toHaveLength(20);
  });
});

describe('a path that is chosen (S18, P14)', () => {
  const context = { connection: 'test', signal: new AbortController().signal };

  it('comes from the system’s dialog, opened where the field stood, and is a path or nothing', async () => {
    const wishes: unknown[] = [];
    let answer: string | null = join(folder, 'projects');
    const routes = pathRoutes({
      choosePath: (wish) => {
        wishes.push(wish);
        return Promise.resolve(answer);
      },
    });
    expect(await routes['paths/choose']({ kind: 'folder', start: join(folder, 'other') }, context)).toEqual({ path: join(folder, 'projects') });
    answer = 'relative';
    expect(await routes['paths/choose']({ kind: 'file', start: join(folder, 'gone') }, context)).toEqual({ path: null });
    answer = null;
    expect(await routes['paths/choose']({ kind: 'file', start: '//evil.example/share/x' }, context)).toEqual({ path: null });
    expect(wishes).toEqual([{ kind: 'folder', start: join(folder, 'other') }, { kind: 'file', start: folder }, { kind: 'file', start: null }]);
  });

  it('is none where the shell has no dialog', async () => {
    expect(await pathRoutes({})['paths/choose']({ kind: 'folder', start: '' }, context)).toEqual({ path: null });
  });
});
