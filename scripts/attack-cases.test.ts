import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { faultsOf, writePage } from './attack-cases.ts';
import { makeReport, readManifest, readTests } from './capabilities.ts';

const repository = new URL('..', import.meta.url);
const manifest = readManifest(readFileSync(new URL('docs/capabilities.json', repository), 'utf8'));
const tests = readTests(fileURLToPath(repository), ['packages', 'apps', 'e2e']);

describe('the page of attack cases', () => {
  it('has every case with a journey in each shell, and names no test that is not there; if not: pnpm attack-cases', () => {
    expect(faultsOf(makeReport(manifest, tests), readFileSync(new URL('docs/attack-cases.md', repository), 'utf8'))).toEqual([]);
  });

  it('finds a case without a journey in one shell, and a test that was renamed', () => {
    const report = makeReport(manifest, [{ path: 'e2e/browser/x.spec.ts', source: "test('a link | runs nothing (A01)', f);" }, { path: 'packages/x/y.test.ts', source: "it('reads a link (A01)', f);" }]);
    const page = writePage(report);
    expect(page).toContain('| A01 | an install link runs its command on click | a link \\| runs nothing (A01) | browser | `packages/x/y.test.ts` |');
    expect(faultsOf(report, page)).toContain('A01: no journey in Electron');
    expect(faultsOf(report, page)).not.toContain('A01: no journey in browser');
    expect(faultsOf(report, page.replace('runs nothing', 'ran nothing'))).toContain('there is no test “a link \\| ran nothing (A01)”');
    expect(faultsOf(report, page.replace('y.test.ts', 'z.test.ts'))).toContain('there is no test of that case in `packages/x/z.test.ts`');
  });
});
