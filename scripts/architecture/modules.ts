/** Every source file with what it imports, parsed, and where each import leads. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';

export interface Import {
  specifier: string;
  line: number;
  isTypeOnly: boolean;
  /** `file`: named to be run (a worker, a program), not imported. */
  how: 'import' | 'file';
  target: Target;
}

export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'builtin' }
  | { kind: 'package'; name: string }
  /** Of ours, but no such file is offered. */
  | { kind: 'nowhere' };

export interface Module {
  /** From the root, with forward slashes. */
  path: string;
  imports: Import[];
  /** It only hands on what others export. */
  isBarrel: boolean;
}

const skipped = new Set(['node_modules', 'dist', '.tsbuild', '.git', '.toolchain', '.electron-smoke', 'release', 'coverage', 'test-results', 'docs']);

/** All .ts and .tsx files below `root`, from the root, sorted. Declarations of plain JavaScript are left out. */
export function sourceFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourceFiles(root, path);
      return /\.tsx?$/.test(entry.name) ? [path] : [];
    })
    .toSorted();
}

/** Package name → folder and exports map, of our own packages. */
type Packages = Map<string, { folder: string; exports: Record<string, string | string[]> }>;

/** Throws when a file does not parse. */
export function readModules(root: string, files: string[], folders: Record<string, { name: string }>): Module[] {
  const packages: Packages = new Map();
  for (const [folder, { name }] of Object.entries(folders)) {
    const manifest = join(root, folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports?: Record<string, string | string[]> };
    packages.set(name, { folder, exports: exports ?? {} });
  }
  return files.map((path) => readModule(root, path, packages));
}

function readModule(root: string, path: string, packages: Packages): Module {
  const code = readFileSync(join(root, path), 'utf8');
  const { module, errors, program } = parseSync(path, code, { lang: path.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'does not parse'}`);
  const found: (Pick<Import, 'specifier' | 'isTypeOnly'> & { at: number; how?: 'file' })[] = [];
  for (const each of module.staticImports) {
    found.push({ specifier: each.moduleRequest.value, at: each.start, isTypeOnly: each.entries.length > 0 && each.entries.every((entry) => entry.isType) });
  }
  for (const each of module.staticExports) {
    for (const entry of each.entries) if (entry.moduleRequest) found.push({ specifier: entry.moduleRequest.value, at: each.start, isTypeOnly: entry.isType });
  }
  for (const each of module.dynamicImports) {
    const text = code.slice(each.moduleRequest.start, each.moduleRequest.end);
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text)?.[2];
    if (literal !== undefined) found.push({ specifier: literal, at: each.start, isTypeOnly: false });
  }
  for (const match of code.matchAll(/new URL\(\s*'(?:\.\/)?([\w./-]+\.tsx?)',\s*import\.meta\.url\s*\)/g)) found.push({ specifier: `./${match[1] ?? ''}`, at: match.index, isTypeOnly: false, how: 'file' });
  const imports = found.map(({ specifier, at, isTypeOnly, how }): Import => ({ specifier, isTypeOnly, how: how ?? 'import', line: code.slice(0, at).split('\n').length, target: resolve(root, path, specifier, packages) }));
  const handsOn = module.staticExports.some((each) => each.entries.some((entry) => entry.moduleRequest));
  const own = program.body.filter((statement) => statement.type !== 'ImportDeclaration' && !(statement.type === 'ExportNamedDeclaration' && statement.source) && statement.type !== 'ExportAllDeclaration');
  return { path, imports, isBarrel: handsOn && own.length === 0 };
}

function resolve(root: string, from: string, specifier: string, packages: Packages): Target {
  if (isBuiltin(specifier)) return { kind: 'builtin' };
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) return file(root, posix.join(dirname(from), plain));
  const name = plain.split('/').slice(0, plain.startsWith('@') ? 2 : 1).join('/');
  const own = packages.get(name);
  if (!own) return { kind: 'package', name };
  const rest = `.${plain.slice(name.length)}`;
  for (const [pattern, targets] of Object.entries(own.exports)) {
    const [before = '', after = ''] = pattern.split('*');
    const isMatch = pattern.includes('*') ? rest.startsWith(before) && rest.endsWith(after) && rest.length > before.length : rest === pattern;
    if (!isMatch) continue;
    const star = rest.slice(before.length, rest.length - after.length);
    for (const target of [targets].flat()) {
      const found = file(root, posix.join(own.folder, target.replace('*', star)));
      if (found.kind === 'file') return found;
    }
  }
  return { kind: 'nowhere' };
}

function file(root: string, path: string): Target {
  return existsSync(join(root, path)) ? { kind: 'file', path } : { kind: 'nowhere' };
}
