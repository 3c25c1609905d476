/** What stands between a package of a stranger and the app (E34). */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  scripts?: Record<string, string>;
}

const folders = ['', 'e2e', ...['apps', 'packages', 'bench'].flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))].filter((folder) => existsSync(join(root, folder, 'package.json')));
const manifests = folders.map((folder) => ({ folder, manifest: JSON.parse(read(join(folder, 'package.json'))) as Manifest }));

describe('dependencies', () => {
  it('are pinned exactly, each (E34)', () => {
    expect(manifests.length).toBeGreaterThan(10);
    const loose = manifests.flatMap(({ folder, manifest }) => Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).flatMap(([name, version]) => (version === 'workspace:*' || /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version) ? [] : [`${folder}: ${name} ${version}`])));
    expect(loose).toEqual([]);
  });

  it('are locked with a checksum each, from the registry alone (E34)', () => {
    const lock = read('pnpm-lock.yaml');
    const resolutions = [...lock.matchAll(/resolution: \{([^}]*)\}/g)].map((match) => match[1] ?? '');
    expect(resolutions.length).toBeGreaterThan(200);
    expect(resolutions.filter((each) => !/integrity: sha512-[A-Za-z0-9+/=]{80,}/.test(each))).toEqual([]);
    expect(lock).not.toMatch(/\b(?:tarball|git\+|github:|http:)/);
  });

  it('run no script of theirs when they are installed, and nor does ours (E34)', () => {
    const allowed = /^allowBuilds:\n((?: {2}.*\n)+)/m.exec(read('pnpm-workspace.yaml'))?.[1] ?? '';
    expect(allowed).not.toBe('');
    expect(allowed.split('\n').filter((line) => line.trim() !== '' && !line.endsWith(': false'))).toEqual([]);
    expect(manifests.filter(({ manifest }) => Object.keys(manifest.scripts ?? {}).some((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).map(({ folder }) => folder)).toEqual([]);
    expect(read('scripts/run.mjs') + readdirSync(join(root, 'scripts/setup')).map((file) => read(join('scripts/setup', file))).join('')).toMatch(/frozen-lockfile/);
  });

  it('that are handed out have a licence that allows it (E34)', () => {
    const shipped = manifests.filter(({ folder }) => /^(?:apps|packages)\//.test(folder) && !folder.endsWith('fixture-servers')).flatMap(({ folder, manifest }) => Object.keys(manifest.dependencies ?? {}).filter((name) => !name.startsWith('@portolan/')).map((name) => join(folder, 'node_modules', name, 'package.json')));
    const found = shipped.filter((path) => existsSync(join(root, path))).map((path) => ({ path, license: (JSON.parse(read(path)) as { license?: string }).license ?? 'none' }));
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter(({ license }) => !/^\(?(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1|CC0-1\.0|Unlicense|MPL-2\.0|Python-2\.0|\s*OR\s*|\s*AND\s*)+\)?$/.test(license))).toEqual([]);
  });
});
