import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkArchitecture } from './architecture/check.ts';
import { readModules, sourceFiles } from './architecture/modules.ts';
import { packages } from './architecture/rules.ts';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A small house of the same shape: every package with its usual exports map, plus these files. */
function violationsOf(files: Record<string, string>, manifests: Record<string, object> = {}): string[] {
  root = mkdtempSync(join(tmpdir(), 'portolan-house-'));
  const all: Record<string, string> = {};
  for (const [folder, { name }] of Object.entries(packages)) {
    all[`${folder}/package.json`] = JSON.stringify({ name, exports: { './styles.css': './src/styles.css', './*': ['./src/*.tsx', './src/*.ts'] }, ...manifests[folder] });
  }
  for (const [path, text] of Object.entries({ ...all, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkArchitecture(root, readModules(root, sourceFiles(root), packages));
}

const uses = (...names: string[]) => ({ dependencies: Object.fromEntries(names.map((name) => [name, 'workspace:*'])) });

describe('the architecture check', () => {
  it('finds nothing in a house that keeps the rules', () => {
    expect(
      violationsOf(
        {
          'packages/contract/src/frames.ts': 'export interface Frame { n: number }',
          'packages/host/src/host.ts': "import type { Frame } from '@portolan/contract/frames'; import { join } from 'node:path'; export const f = (x: Frame) => join('a', String(x.n));",
          'apps/renderer/src/app/main.tsx': "import { Page } from '../features/chat/page.tsx'; import '@portolan/ui/styles.css'; export const x = <Page />;",
          'apps/renderer/src/features/chat/page.tsx': "import type { Frame } from '@portolan/contract/frames'; export const Page = (p: { f?: Frame }) => null;",
          'packages/ui/src/styles.css': '',
        },
        { 'packages/host': uses('@portolan/contract'), 'apps/renderer': uses('@portolan/contract', '@portolan/ui') },
      ),
    ).toEqual([]);
  });

  it.each([
    ['a direction that is not listed', { 'packages/contract/src/a.ts': "import '@portolan/host/b';", 'packages/host/src/b.ts': 'export const b = 1;' }, 'packages/contract/src/a.ts:1 imports @portolan/host/b: packages/contract may not know packages/host'],
    ['a type from a package it may not know', { 'packages/mcp-client/src/a.ts': "import type { b } from '@portolan/host/b';", 'packages/host/src/b.ts': 'export const b = 1;' }, 'packages/mcp-client may not know packages/host'],
    ['a path into another package', { 'packages/host/src/a.ts': "import { b } from '../../contract/src/b.ts';", 'packages/contract/src/b.ts': 'export const b = 1;' }, 'reaches into packages/contract by a path'],
    ['a dynamic import of another package', { 'packages/host/src/a.ts': "export const f = () => import('@portolan/browser/b');", 'apps/browser/src/b.ts': 'export const b = 1;' }, 'packages/host may not know apps/browser'],
    ['fixtures in production code', { 'packages/host/src/a.ts': "import '@portolan/fixture-servers/b';", 'packages/fixture-servers/src/b.ts': '' }, 'packages/host may not know packages/fixture-servers'],
    ['test code in production code', { 'packages/host/src/a.ts': "import './a.test.ts';", 'packages/host/src/a.test.ts': 'export const a = 1;' }, 'which is for tests'],
    ['Electron in a package', { 'packages/host/src/a.ts': "import { app } from 'electron'; app;" }, 'packages know no shell'],
    ['React in the host', { 'packages/host/src/a.ts': "import 'react';" }, 'the host has no window'],
    ['Node in the contract', { 'packages/contract/src/a.ts': "import 'node:fs';" }, 'the contract runs everywhere'],
    ['Node in the window', { 'apps/renderer/src/lib/a.ts': "import { join } from 'node:path'; join;" }, 'brings node:path into the window'],
    ['an SDK in the window', { 'apps/renderer/src/lib/a.ts': "import '@modelcontextprotocol/sdk';" }, 'brings @modelcontextprotocol/sdk into the window'],
    ['Node in the window by way of another package', { 'apps/renderer/src/lib/a.ts': "import '@portolan/contract/b';", 'packages/contract/src/b.ts': "import '../../other.ts';", 'packages/other.ts': "import 'node:net';" }, 'packages/other.ts:1 brings node:net into the window'],
    ['a feature that knows another', { 'apps/renderer/src/features/a/a.ts': "import '../b/b.ts';", 'apps/renderer/src/features/b/b.ts': '' }, 'a feature knows no other feature'],
    ['a helper that knows a feature', { 'apps/renderer/src/lib/a.ts': "import '../features/b/b.ts';", 'apps/renderer/src/features/b/b.ts': '' }, 'apps/renderer/src/lib may not know apps/renderer/src/features'],
    ['a circle', { 'packages/host/src/a.ts': "import './b.ts';", 'packages/host/src/b.ts': "import './c.ts';", 'packages/host/src/c.ts': "import './a.ts';" }, 'packages/host/src/a.ts → packages/host/src/b.ts → packages/host/src/c.ts → packages/host/src/a.ts'],
    ['a circle of types', { 'packages/host/src/a.ts': "import type { B } from './b.ts'; export type A = B;", 'packages/host/src/b.ts': "import type { A } from './a.ts'; export type B = A;" }, 'is in a circle'],
    ['a barrel', { 'packages/host/src/all.ts': "export { b } from './b.ts'; export * from './c.ts';", 'packages/host/src/b.ts': 'export const b = 1;', 'packages/host/src/c.ts': 'export const c = 1;' }, 'packages/host/src/all.ts is a barrel'],
    ['an index file', { 'packages/host/src/x/index.ts': 'export const b = 1;' }, 'is an index file'],
    ['a file that is not there', { 'packages/host/src/a.ts': "import './gone.ts';" }, 'imports ./gone.ts, which is not there'],
    ['a builtin without its prefix', { 'packages/host/src/a.ts': "import 'fs';" }, 'imports fs without "node:"'],
    ['an import that is not declared', { 'packages/host/src/a.ts': "import 'zod';" }, 'packages/host/package.json does not declare zod'],
  ])('finds %s', (_name, files: Record<string, string>, expected) => {
    expect(violationsOf(files).join('\n')).toContain(expected);
  });

  it('finds what is declared and not used, and what production code has from tests only', () => {
    const found = violationsOf(
      { 'packages/host/src/a.ts': "import 'zod'; import '@portolan/contract/b';", 'packages/contract/src/b.ts': '' },
      { 'packages/host': { dependencies: { '@portolan/contract': '*', ajv: '1' }, devDependencies: { zod: '1' } } },
    );
    expect(found).toEqual(['packages/host/package.json declares ajv, which nothing there imports', 'packages/host/package.json does not ship zod, which packages/host/src/a.ts:1 imports']);
  });
});
