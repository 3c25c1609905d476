/** The rules applied to the modules. Each violation is one line that says where, what and why. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cycles } from './cycles.ts';
import type { Import, Module } from './modules.ts';
import { never, notInWindow, packages, usedOtherwise, windowFolders, windowRoots } from './rules.ts';

/** Tests, what only tests use, and what builds or configures. */
export function isTest(path: string): boolean {
  return /\.(test|test-d|spec|tour)\.tsx?$/.test(path) || /(^|\/)(test|tests|testing|bench|conformance)\//.test(path) || path.startsWith('e2e/') || path.startsWith('scripts/') || isTool(path);
}

function isTool(path: string): boolean {
  return /(^|\/)(vite|vitest|playwright)\.config\.ts$/.test(path);
}

function folderOf(path: string): string | undefined {
  return Object.keys(packages).find((folder) => path.startsWith(`${folder}/`));
}

export function checkArchitecture(root: string, modules: Module[]): string[] {
  const violations: string[] = [];
  const say = (module: Module, each: Import | null, text: string) => void violations.push(`${module.path}${each ? `:${each.line}` : ''} ${text}`);
  for (const module of modules) {
    if (module.isBarrel) say(module, null, 'is a barrel: import from where a thing is made');
    if (/(^|\/)index\.tsx?$/.test(module.path)) say(module, null, 'is an index file: name it after what it holds');
    for (const each of module.imports) checkImport(module, each, (text) => say(module, each, text));
  }
  for (const cycle of cycles(modules)) violations.push(`${cycle[0] ?? ''} is in a circle: ${cycle.join(' → ')}`);
  violations.push(...checkWindow(modules), ...checkDependencies(root, modules));
  return [...new Set(violations)].toSorted();
}

function checkImport(module: Module, each: Import, say: (text: string) => void): void {
  const from = folderOf(module.path);
  const { target } = each;
  // Tests start programs of other packages; that is what they are for.
  if (each.how === 'file' && isTest(module.path)) return;
  if (target.kind === 'nowhere') return say(`imports ${each.specifier}, which is not there or not offered`);
  if (target.kind === 'builtin' && !each.specifier.startsWith('node:')) say(`imports ${each.specifier} without "node:"`);
  for (const rule of never) {
    if (module.path.startsWith(rule.from) && !isTest(module.path) && rule.what.some((what) => isSame(each.specifier, what))) say(`imports ${each.specifier}: ${rule.why}`);
  }
  if (target.kind !== 'file') return;
  const to = folderOf(target.path);
  if (isTest(target.path) && !isTest(module.path)) say(`imports ${target.path}, which is for tests`);
  if (from !== undefined && to !== undefined && from !== to) {
    if (each.specifier.startsWith('.')) say(`reaches into ${to} by a path: import ${packages[to]?.name ?? to}`);
    const rule = packages[from];
    const allowed = [...(rule?.may ?? []), ...(isTest(module.path) ? (rule?.testsMay ?? []) : [])];
    if (!allowed.includes(packages[to]?.name ?? '')) say(`imports ${each.specifier}: ${from} may not know ${to}`);
  }
  if (!isTest(module.path)) checkWindowFolder(module.path, target.path, say);
}

function checkWindowFolder(from: string, to: string, say: (text: string) => void): void {
  const own = windowFolders.find((rule) => from.startsWith(`${rule.folder}/`));
  const other = windowFolders.find((rule) => to.startsWith(`${rule.folder}/`));
  if (!own || !other) return;
  if (own !== other && !own.may.includes(other.folder)) say(`imports ${to}: ${own.folder} may not know ${other.folder}`);
  const feature = (path: string) => /^apps\/renderer\/src\/features\/([^/]+)\//.exec(path)?.[1];
  if (own === other && feature(from) !== feature(to)) say(`imports ${to}: a feature knows no other feature`);
}

function isSame(specifier: string, rule: string): boolean {
  return rule.endsWith('/') || rule.endsWith(':') ? specifier.startsWith(rule) : specifier === rule || specifier.startsWith(`${rule}/`);
}

/** Walks everything a window can load, through our own packages. Types weigh nothing there and are let through. */
function checkWindow(modules: Module[]): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const violations: string[] = [];
  const seen = new Set<string>();
  const waiting = modules.filter((module) => windowRoots.some((folder) => module.path.startsWith(folder)) && !isTest(module.path));
  for (let module = waiting.pop(); module; module = waiting.pop()) {
    if (seen.has(module.path)) continue;
    seen.add(module.path);
    for (const each of module.imports) {
      if (each.isTypeOnly) continue;
      const reached = each.target.kind === 'file' ? each.target.path : each.specifier;
      const forbidden = notInWindow.find((rule) => isSame(reached, rule)) ?? (each.target.kind === 'builtin' ? each.specifier : undefined);
      if (forbidden !== undefined) violations.push(`${module.path}:${each.line} brings ${reached} into the window`);
      const next = each.target.kind === 'file' ? byPath.get(each.target.path) : undefined;
      if (next) waiting.push(next);
    }
  }
  return violations;
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** What is imported is declared, and what is declared is used. */
function checkDependencies(root: string, modules: Module[]): string[] {
  const violations: string[] = [];
  for (const folder of [...Object.keys(packages), '']) {
    const file = join(root, folder, 'package.json');
    if (!existsSync(file)) continue;
    const name = folder === '' ? 'package.json' : `${folder}/package.json`;
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    const own = modules.filter((module) => (folder === '' ? folderOf(module.path) === undefined : folderOf(module.path) === folder));
    const used = new Set<string>(styleImports(join(root, folder, 'src')));
    for (const module of own) {
      for (const each of module.imports) {
        const imported = each.target.kind === 'package' ? each.target.name : ourName(each);
        if (imported === undefined || imported === packages[folder]?.name) continue;
        used.add(imported);
        used.add(`@types/${imported}`);
        // A bundled app and tools carry everything themselves; a type is gone before anything runs.
        const isDevEnough = isTest(module.path) || each.isTypeOnly || folder === '' || folder === 'apps/desktop';
        if (imported in dependencies || (isDevEnough && imported in devDependencies)) continue;
        // Test tools of the whole house stand in the root.
        if (isTest(module.path) && (imported === 'vitest' || imported === 'vite')) continue;
        violations.push(`${name} does not ${imported in devDependencies ? 'ship' : 'declare'} ${imported}, which ${module.path}:${each.line} imports`);
      }
    }
    for (const declared of [...Object.keys(dependencies), ...Object.keys(devDependencies)]) {
      if (!used.has(declared) && !(declared in usedOtherwise)) violations.push(`${name} declares ${declared}, which nothing there imports`);
    }
  }
  return violations;
}

/** Packages whose styles are imported by style sheets. */
function styleImports(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const sheets = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name.endsWith('.css'));
  const specifiers = sheets.flatMap((entry) => [...readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(/@import\s+['"]([^'"]+)['"]/g)].map((match) => match[1] ?? ''));
  return specifiers.filter((each) => !each.startsWith('.')).map((each) => each.split('/').slice(0, each.startsWith('@') ? 2 : 1).join('/'));
}

function ourName(each: Import): string | undefined {
  if (each.target.kind !== 'file' || each.specifier.startsWith('.')) return undefined;
  return each.specifier.split('/').slice(0, 2).join('/');
}
