/** The official suite against this client: `pnpm conformance` runs all of it, `npm test` a part; here one scenario of each era, and that nothing is excused. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listScenarios, runSuite } from '../conformance/suite.ts';

const expectedFailures = fileURLToPath(new URL('../conformance/expected-failures.yml', import.meta.url));

describe('the official conformance suite (M3)', () => {
  it('is excused from nothing (M3)', async () => {
    const lines = (await readFile(expectedFailures, 'utf8')).split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    expect(lines).toEqual(['client: []']);
  });

  it('has scenarios for both revisions (M3)', { timeout: 60_000 }, async () => {
    const [old, modern] = await Promise.all([listScenarios('2025-11-25'), listScenarios('2026-07-28')]);
    expect(old).toContain('initialize');
    expect(modern).toContain('tools_call');
    expect(modern.length).toBeGreaterThan(20);
  });

  it.each([
    ['2025-11-25', 'initialize'],
    ['2026-07-28', 'tools_call'],
  ])('finds nothing to complain of in %s, %s (M3)', { timeout: 60_000 }, async (revision, scenario) => {
    const directory = await mkdtemp(join(tmpdir(), 'portolan-conformance-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const { output, code } = await runSuite({ set: revision, scenario, revision }, { directory, expectedFailures });
    expect(code, output).toBe(0);
    const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && entry.name === 'checks.json');
    const checks = (await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(file.parentPath, file.name), 'utf8')) as { id: string; status: string }[]))).flat();
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(0);
    expect(checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')).toEqual([]);
  });
});
