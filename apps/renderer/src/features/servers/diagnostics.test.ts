import { describe, expect, it, onTestFinished } from 'vitest';
import { Link } from '../../host/link.ts';
import { FakeHost } from '../../test/fake-host.ts';
import * as views from '../../test/views.ts';
import { collectDiagnostics, maskArguments, withoutSecrets } from './diagnostics.ts';

describe('diagnostics of a server', () => {
  it('say state, problem and the last lines, and none of its secrets (S13, C01)', async () => {
    const failed = views.server('files', {
      state: 'failed',
      launch: { kind: 'stdio', command: 'npx', args: ['-y', 'server', '--api-key=s3cret', '--token', 't0ken', 'https://u:p@a.example/x?key=abc'], env: [{ name: 'SECRET', value: 'env-value' }] },
      problem: { code: 'server-exited', details: { server: 'files', code: 1 }, log: 'last words', at: 1_780_000_000_000 },
    });
    const host = new FakeHost({ servers: [failed], log: Array.from({ length: 150 }, (_, index) => ({ seq: index, at: 1_780_000_000_000, source: 'stderr' as const, text: `line ${index}` })) });
    const link = new Link(host.open);
    onTestFinished(() => {
      link[Symbol.dispose]();
      host.drop();
    });
    const text = await collectDiagnostics(link, failed);
    expect(text).toContain('Problem: server-exited {"server":"files","code":1}');
    expect(text).toContain('last words');
    expect(text).toContain('line 149');
    expect(text).not.toContain('line 49\n');
    expect(text).toContain('Environment: SECRET');
    for (const secret of ['s3cret', 't0ken', 'env-value', 'u:p', 'abc']) expect(text).not.toContain(secret);
  });

  it('mask what looks like a key among the arguments and leave the rest', () => {
    expect(maskArguments(['--port', '80', '--password', 'x', '--auth-token=y', 'PASSWORD=z', '--verbose', '--key', '--next'])).toEqual(['--port', '80', '--password', '…', '--auth-token=…', 'PASSWORD=…', '--verbose', '--key', '--next']);
    expect(withoutSecrets('not an address')).toBe('not an address');
  });
});
