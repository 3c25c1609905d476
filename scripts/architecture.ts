/**
 * Proves the import directions of ARCHITECTURE.md over every source file, and says how many it looked at: a check that
 * saw nothing would be green too.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkArchitecture } from './architecture/check.ts';
import { readModules, sourceFiles } from './architecture/modules.ts';
import { packages } from './architecture/rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = sourceFiles(root);
const modules = readModules(root, files, packages);
const violations = checkArchitecture(root, modules);
const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const looked = new Set(files);
const seen = tracked.filter((path) => looked.has(path)).length;
for (const violation of violations) console.error(violation);
const imports = modules.reduce((sum, module) => sum + module.imports.length, 0);
console.log(`architecture: ${modules.length} modules (${seen} of ${tracked.length} tracked), ${imports} imports, ${violations.length} violations`);
if (tracked.length === 0 || seen < tracked.length * 0.9) {
  console.error('Too few of the tracked sources were looked at: this proves nothing.');
  process.exitCode = 1;
}
if (violations.length > 0) process.exitCode = 1;
