import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeFailure, readFailures } from './failures.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'portolan-failures-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function reportOf(value: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(value));
  return file;
}

describe('what failed, from a report', () => {
  it('is named with its file, its title and the first lines of its message, without colours', () => {
    const failures = readFailures(
      reportOf({
        testResults: [
          { name: '/root/a.test.ts', status: 'failed', assertionResults: [{ fullName: 'a holds', status: 'passed' }, { fullName: 'a breaks', status: 'failed', failureMessages: ['\u001B[31mexpected 1\u001B[39m\n  at a.ts\n    at run (/root/node_modules/x.js)'] }] },
          { name: '/root/b.test.ts', status: 'passed', assertionResults: [{ fullName: 'b holds', status: 'passed' }] },
        ],
      }),
    );
    expect(failures).toEqual([{ file: '/root/a.test.ts', name: 'a breaks', message: 'expected 1\n  at a.ts' }]);
    expect(failures.map((failure) => describeFailure(failure, '/root/'))).toEqual(['a.test.ts › a breaks\n    expected 1\n      at a.ts']);
  });

  it('names a file that did not load', () => {
    const failures = readFailures(reportOf({ testResults: [{ name: '/root/c.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] }] }));
    expect(failures.map((failure) => describeFailure(failure, '/root/'))).toEqual(['c.test.ts could not be run\n    Cannot find module']);
  });

  it('is nothing when there is no report', () => {
    expect(readFailures(join(folder, 'none.json'))).toEqual([]);
    expect(readFailures(reportOf('no'))).toEqual([]);
  });
});
