import { describe, expect, it } from 'vitest';
import type { LogLine } from '@portolan/contract/servers';
import { decodeLine, LineCutter } from './decode-lines.ts';
import { ServerLog } from './server-log.ts';

const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));

function cut(...chunks: Uint8Array[]): string[] {
  const lines: string[] = [];
  const cutter = new LineCutter((text) => lines.push(text));
  for (const chunk of chunks) cutter.push(chunk);
  cutter.flush();
  return lines;
}

/** Takes events until `count` lines came. */
async function take(log: ServerLog, count: number, after?: number): Promise<{ lines: LogLine[]; dropped: number; events: number }> {
  const controller = new AbortController();
  const taken = { lines: [] as LogLine[], dropped: 0, events: 0 };
  for await (const event of log.watch(after, controller.signal)) {
    taken.lines.push(...event.lines);
    taken.dropped += event.dropped;
    taken.events += 1;
    if (taken.lines.length >= count) break;
  }
  return taken;
}

describe('decodeLine', () => {
  it('reads UTF-8 and GBK alike (try-out 9)', () => {
    expect(decodeLine(bytes('INFO started 你好'))).toBe('INFO started 你好');
    expect(decodeLine(bytes([0xc4, 0xe3, 0xba, 0xc3]))).toBe('你好');
    expect(decodeLine(bytes('ERR ', [0xc4, 0xe3, 0xba, 0xc3], ' x'))).toBe('ERR 你好 x');
  });

  it('marks bytes that are neither, and keeps control characters for the window to reveal (R15, T:C06)', () => {
    expect(decodeLine(bytes('a', [0xff, 0xff]))).toBe('a\ufffd\ufffd');
    // Latin-1, whose bytes would make odd but valid Chinese.
    expect(decodeLine(bytes('l', [0xe9], 't', [0xe9], ' a ', [0xe9], 't', [0xe9]))).toBe('l\ufffdt\ufffd a \ufffdt\ufffd');
    expect(decodeLine(bytes('\u001b[31mred\u0007'))).toBe('\u001b[31mred\u0007');
  });
});

describe('LineCutter', () => {
  it('joins a line and a character that come in pieces, and drops the carriage return (R14)', () => {
    const text = bytes('one\r\n你好\nthree');
    for (let at = 0; at <= text.length; at += 1) expect(cut(text.subarray(0, at), text.subarray(at))).toEqual(['one', '你好', 'three']);
  });

  it('cuts a line that never ends, never inside a character (R34)', () => {
    const lines = cut(bytes('你'.repeat(20_000)));
    expect(lines.join('')).toBe('你'.repeat(20_000));
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(16 * 1024);
  });
});

describe('ServerLog', () => {
  it('keeps stderr as a log with neither level nor error (H78, try-out 9)', async () => {
    const log = new ServerLog();
    log.stderr(bytes('INFO started\n', [0xc4, 0xe3, 0xba, 0xc3], '\n'));
    const { lines } = await take(log, 2);
    expect(lines.map(({ source, text, level }) => ({ source, text, level }))).toEqual([
      { source: 'stderr', text: 'INFO started', level: undefined },
      { source: 'stderr', text: '你好', level: undefined },
    ]);
  });

  it('delivers what is kept, then what is new, and resumes after a number', async () => {
    const log = new ServerLog({ deliveryMs: 5 });
    for (const text of ['a', 'b', 'c']) log.append({ source: 'message', text, level: 'info', logger: 'x' });
    setTimeout(() => log.append({ source: 'junk', text: 'd' }), 20);
    const { lines } = await take(log, 3, 1);
    expect(lines.map((line) => line.text)).toEqual(['b', 'c', 'd']);
    expect(lines.map((line) => line.seq)).toEqual([2, 3, 4]);
    expect((await take(log, 4, 999_999)).lines).toHaveLength(4);
  });

  it('says how many lines were gone before they could be delivered (T:H13)', async () => {
    const log = new ServerLog({ lines: 10 });
    for (let at = 1; at <= 5000; at += 1) log.append({ source: 'lifecycle', text: `line ${at}` });
    const { lines, dropped } = await take(log, 10, 20);
    expect(lines.map((line) => line.seq)).toEqual(Array.from({ length: 10 }, (_, at) => 4991 + at));
    expect(dropped).toBe(4970);
  });

  it('stays within its size whatever comes in (T:H13, R34)', async () => {
    const log = new ServerLog({ size: 100_000, sizePerSecond: Number.MAX_SAFE_INTEGER });
    for (let at = 0; at < 200; at += 1) log.stderr(bytes(`${'x'.repeat(5000)}\n`));
    const controller = new AbortController();
    let size = 0;
    for await (const event of log.watch(undefined, controller.signal)) {
      size = event.lines.reduce((sum, line) => sum + line.text.length, 0);
      break;
    }
    expect(size).toBeLessThanOrEqual(100_000);
    expect(size).toBeGreaterThan(90_000);
  });

  it('counts a flood instead of keeping it, and goes on afterwards (R34)', async () => {
    const log = new ServerLog({ sizePerSecond: 1000, deliveryMs: 0 });
    for (let at = 0; at < 100; at += 1) log.stderr(bytes(`${'y'.repeat(99)}\n`.repeat(10)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    log.append({ source: 'lifecycle', text: 'after' });
    const { lines } = await take(log, 12);
    expect(lines.at(-1)?.text).toBe('after');
    const leftOut = Number(/^lines-left-out count=(\d+)/.exec(lines.at(-2)?.text ?? '')?.[1]);
    expect(lines.filter((line) => line.source === 'stderr').length + leftOut).toBe(1000);
    expect(leftOut).toBeGreaterThan(900);
  });

  it('sends a burst as few events (H18)', async () => {
    const log = new ServerLog({ deliveryMs: 30 });
    const controller = new AbortController();
    const watched = take(log, 500);
    for (let at = 0; at < 500; at += 1) {
      log.append({ source: 'lifecycle', text: `${at}` });
      if (at % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const { events } = await watched;
    controller.abort();
    expect(events).toBeLessThan(10);
  });

  it('shows a prompt without a line feed once the server is quiet, and the rest at its end (try-out 7)', async () => {
    const log = new ServerLog({ deliveryMs: 0 });
    log.stderr(bytes('Password: '));
    expect((await take(log, 1)).lines[0]?.text).toBe('Password: ');
    log.stderr(bytes('boom'));
    log.endOfStderr();
    expect((await take(log, 1, 1)).lines[0]?.text).toBe('boom');
  });

  it('gives the last stderr lines of this run only (try-out 7)', () => {
    const log = new ServerLog();
    log.begin();
    log.stderr(bytes('earlier run\n'));
    log.begin();
    log.stderr(bytes('1\n2\n3\n'));
    log.append({ source: 'message', text: 'not stderr' });
    expect(log.lastStderr(2)).toBe('2\n3');
    expect(log.lastStderr(200)).toBe('1\n2\n3');
  });

  it('strikes out configured secrets wherever a server repeats them (A13)', () => {
    const log = new ServerLog();
    log.hide(['Bearer MK-12345678', 'MK-12345678']);
    log.stderr(bytes('using key MK-12345678!\n'));
    expect(log.lastStderr(1)).toBe('using key •••!');
    expect(log.redact('Authorization: Bearer MK-12345678')).toBe('Authorization: •••');
  });

  it('ends a watch at once when the window goes', async () => {
    const log = new ServerLog();
    const controller = new AbortController();
    const ended = (async () => {
      for await (const event of log.watch(undefined, controller.signal)) void event;
      return true;
    })();
    setTimeout(() => controller.abort(), 10);
    expect(await ended).toBe(true);
  });
});
