/** A server that sends far more than anybody asked for. */
import { describe, expect, it } from 'vitest';
import { openStdio, openTarget, problemsOf, scriptTarget, until } from './fixtures.ts';

/** Answers the handshake; on tools/call writes many notifications and the answer in one go, and exits at once. */
const floodAndExit = `
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    const send = (result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
    if (method === 'server/discover') process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) + '\\n');
    else if (method === 'initialize') send({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
    else if (method === 'tools/call') {
      const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(100) } }) + '\\n';
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'last' }] } }) + '\\n';
      process.stdout.write(note.repeat(20000) + answer, () => process.exit(0));
    }
  }
});`;

describe('a flood over stdio', () => {
  it('costs no answer, not even the last one of a server that exits right after it (R28, R19)', async () => {
    const { client, events } = await openTarget(scriptTarget(floodAndExit));
    expect((await client.callTool('any', {})).content).toMatchObject([{ text: 'last' }]);
    expect(await client.closed).toMatchObject({ kind: 'exit', code: 0 });
    expect(problemsOf(events)).toContain('notification-rate');
  });

  it('delivers no more than the limit lets through, and goes on serving (R28)', async () => {
    const { client, events } = await openStdio('floods', { count: 20_000 }, { caps: { notificationsPerSecond: 50 } });
    const started = performance.now();
    await client.callTool('flood', {});
    const seconds = (performance.now() - started) / 1000;
    expect(events.filter(({ type }) => type === 'log').length).toBeLessThanOrEqual(50 * (seconds + 2));
    await until(() => problemsOf(events).includes('notification-rate'));
    await client.listTools();
  });
});
