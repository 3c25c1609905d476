import { describe, expect, it } from 'vitest';
import { heightFor, leastHeight, mostHeight } from './app-look.ts';
import { LinkGate } from './link-gate.ts';

describe('the limits of an app', () => {
  it('bound its height, whatever it wants to be (I14)', () => {
    expect([1e9, 100, 1].map((wanted) => heightFor(wanted, 2000))).toEqual([mostHeight, 100, leastHeight]);
    expect([undefined, -1, 0, Number.NaN, Number.POSITIVE_INFINITY].map((wanted) => heightFor(wanted, 2000))).toEqual([null, null, null, null, null]);
    expect(heightFor(1e9, 500)).toBe(400);
  });

  it('let it ask about five links a minute, and about none that is no web address (I14, B05)', () => {
    const gate = new LinkGate();
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'portolan-app://main/', 'vscode://x', 'x', `https://example.com/${'x'.repeat(9000)}`]) expect(gate.admits(url, 0), url).toBe(false);
    expect(Array.from({ length: 6 }, (_, n) => gate.admits('https://example.com/', n))).toEqual([true, true, true, true, true, false]);
    expect(gate.admits('https://example.com/', 60_001)).toBe(true);
  });
});
