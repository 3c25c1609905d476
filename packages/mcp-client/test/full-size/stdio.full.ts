/** Faults of local servers at their full size. A neighbour in the same process must not feel them. */
import { describe, expect, it } from 'vitest';
import { LocalError } from '../../src/errors.ts';
import { callText, openStdio, openTarget, problemsOf, scriptTarget } from '../fixtures.ts';
import { memoryAbove, neighbour, percentile } from './neighbour.ts';

/** What a neighbour's slowest twentieth may grow by. The floods' own server and this test share two cores with it. */
const slack = { factor: 4, ms: 25 };

/** Answers the handshake; a call of `line` writes `megabytes` without an end of line, a call of `errors` fills stderr. */
const writer = `
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...message }) + '\\n');
    if (method === 'server/discover') say({ error: { code: -32601, message: 'no' } });
    else if (method === 'initialize') say({ result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'writer', version: '1' } } });
    else if (method === 'tools/call' && params.name === 'line') void pour(process.stdout, params.arguments.megabytes).then(() => say({ result: { content: [] } }));
    else if (method === 'tools/call') void pour(process.stderr, params.arguments.megabytes).then(() => say({ result: { content: [{ type: 'text', text: 'poured' }] } }));
  }
});
async function pour(stream, megabytes) {
  const piece = 'x'.repeat(1_000_000);
  for (let index = 0; index < megabytes; index += 1) if (!stream.write(piece)) await new Promise((resolve) => stream.once('drain', resolve));
}`;

describe('at full size, over stdio', () => {
  it('a line of 100 MB ends that connection with its cap, and nothing else (R17, T:H03)', async () => {
    const beside = await neighbour();
    const quiet = percentile(await beside.callsDuring(Promise.resolve()), 0.95);
    const { client } = await openTarget(scriptTarget(writer));
    const before = process.memoryUsage().rss;
    const call = client.callTool('line', { megabytes: 100 }).catch((reason: unknown) => reason);
    const during = percentile(await beside.callsDuring(call), 0.95);
    const error = await call;
    expect(error).toBeInstanceOf(LocalError);
    expect(error).toMatchObject({ kind: 'connection-closed', closeReason: { kind: 'cap', cap: 'frame-bytes' } });
    expect(memoryAbove(before)).toBeLessThan(300);
    expect(during).toBeLessThan(quiet * slack.factor + slack.ms);
  });

  it('a million reports of progress reach the caller as few, the last of them for certain (R27, H75)', async () => {
    const beside = await neighbour();
    const quiet = percentile(await beside.callsDuring(Promise.resolve()), 0.95);
    const { client, events } = await openStdio('floods', { kind: 'progress', count: 1_000_000 });
    const before = process.memoryUsage().rss;
    const reports: number[] = [];
    const call = client.callTool('flood', {}, { onProgress: ({ progress }) => reports.push(progress), limits: { idleMs: 580_000, totalMs: 580_000 } });
    const during = percentile(await beside.callsDuring(call), 0.95);
    expect((await call).content).toMatchObject([{ text: 'Sent 1000000.' }]);
    expect(reports.at(-1)).toBe(1_000_000);
    expect(reports.length).toBeLessThan(100_000);
    expect(problemsOf(events).length).toBeLessThan(100);
    expect(memoryAbove(before)).toBeLessThan(150);
    expect(during).toBeLessThan(quiet * slack.factor + slack.ms);
    await client.ping();
  });

  it('ten thousand notifications a second for a minute are dropped and counted; its calls and the others go on (R28, T:H01)', async () => {
    const beside = await neighbour();
    const quiet = percentile(await beside.callsDuring(Promise.resolve()), 0.95);
    const { client, events } = await openStdio('floods', { count: 600_000, rate: 10_000 });
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const call = client.callTool('flood', {}, { limits: { idleMs: 580_000, totalMs: 580_000 } });
    const during = percentile(await beside.callsDuring(call), 0.95);
    expect((await call).content).toMatchObject([{ text: 'Sent 600000.' }]);
    const seconds = (performance.now() - began) / 1000;
    expect(events.filter(({ type }) => type === 'log').length).toBeLessThanOrEqual(200 * (seconds + 2));
    expect(problemsOf(events)).toContain('notification-rate');
    expect(problemsOf(events).length).toBeLessThan(1000);
    expect(memoryAbove(before)).toBeLessThan(150);
    expect(during).toBeLessThan(quiet * slack.factor + slack.ms);
    await client.ping();
  });

  it('300 MB of stderr without an end of line is read and thrown away, and the call is answered (R34)', async () => {
    const beside = await neighbour();
    const quiet = percentile(await beside.callsDuring(Promise.resolve()), 0.95);
    const { client } = await openTarget(scriptTarget(writer));
    const before = process.memoryUsage().rss;
    const call = callText(client, 'errors', { megabytes: 300 });
    const during = percentile(await beside.callsDuring(call), 0.95);
    expect(await call).toBe('poured');
    expect(memoryAbove(before)).toBeLessThan(150);
    expect(during).toBeLessThan(quiet * slack.factor + slack.ms);
  });
});
