import { describe, expect, it } from 'vitest';
import { Connections } from './connections.ts';
import type { FromHost, ToHost } from './messages.ts';
import { RateLimit } from './rate-limit.ts';
import { WindowLine } from './window-line.ts';

function line() {
  const sent: ToHost[] = [];
  const delivered: string[] = [];
  const ends: string[] = [];
  const made = new WindowLine('tab-1', { deliver: (text) => void delivered.push(text), onEnd: (reason) => void ends.push(reason) }, (message) => void sent.push(message), () => undefined);
  return { line: made, sent, delivered, ends };
}

describe('a window’s line', () => {
  it('keeps frames for a host that is still starting, in order', () => {
    const { line: made, sent } = line();
    made.receive('a');
    made.receive('b');
    made.open();
    made.open();
    made.receive('c');
    expect(sent.map((message) => (message.t === 'frame' ? message.text : message.t))).toEqual(['open', 'a', 'b', 'c']);
  });

  it('gives no credit for more than was delivered', () => {
    const { line: made, sent } = line();
    made.open();
    made.deliver('x'.repeat(10));
    for (const size of [Number.NaN, -5, 0, 1e12]) made.taken(size);
    made.taken(3);
    expect(sent.filter((message) => message.t === 'taken')).toEqual([{ t: 'taken', c: 'tab-1', size: 10 }]);
  });

  it('cuts off a window that takes nothing any more (W9)', () => {
    const { line: made, ends, delivered } = line();
    made.open();
    const text = 'x'.repeat(16 * 1024 * 1024);
    for (let n = 0; n < 10; n++) made.deliver(text);
    expect(ends).toEqual(['too-slow']);
    expect(delivered).toHaveLength(8);
  });

  it('ends once, and is silent afterwards', () => {
    const { line: made, sent, delivered, ends } = line();
    made.open();
    made.end('host-gone');
    made.end('too-large');
    made.receive('late');
    made.deliver('late');
    made.close();
    expect([sent, delivered, ends]).toEqual([[{ t: 'open', c: 'tab-1' }, { t: 'close', c: 'tab-1' }], [], ['host-gone']]);
  });
});

describe('the connections in the host', () => {
  it('count what each window has not taken yet, so that its streams pause', () => {
    const sent: FromHost[] = [];
    const connections = new Connections((message) => void sent.push(message));
    const port = connections.open('window-1');
    port.send('12345');
    expect(port.buffered?.()).toBe(5);
    connections.taken('window-1', 3);
    connections.taken('window-2', 3);
    expect(port.buffered?.()).toBe(2);
    connections.taken('window-1', 1e9);
    expect(port.buffered?.()).toBe(0);
  });

  it('never let a closed window’s port speak through a new one of the same name', () => {
    const sent: FromHost[] = [];
    const connections = new Connections((message) => void sent.push(message));
    const closed: string[] = [];
    const old = connections.open('window-1');
    old.onClose(() => closed.push('old'));
    const fresh = connections.open('window-1');
    old.send('from the old');
    fresh.send('from the new');
    expect(closed).toEqual(['old']);
    expect(sent).toEqual([{ t: 'frame', c: 'window-1', text: 'from the new' }]);
  });
});

describe('the rate limit', () => {
  it('allows bursts and an average, and fills up again', () => {
    let now = 0;
    const limit = new RateLimit(10, 20, () => now);
    const takes = (count: number) => Array.from({ length: count }, () => limit.take()).filter(Boolean).length;
    expect(takes(50)).toBe(20);
    now += 500;
    expect(takes(50)).toBe(5);
    now += 3_600_000;
    expect(takes(50)).toBe(20);
  });
});
