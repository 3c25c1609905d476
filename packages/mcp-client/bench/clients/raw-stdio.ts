/** The floor over stdio: a table of ids and `JSON.parse`, nothing checked, nothing limited. */
import { spawn } from 'node:child_process';
import { rawProtocol } from './raw-protocol.ts';
import type { BenchClient, BenchEra, BenchTarget } from './client.ts';

export async function openRawStdio(target: BenchTarget & { kind: 'stdio' }, era: BenchEra): Promise<BenchClient> {
  const child = spawn(target.command, target.args, { env: target.env, stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = new Map<number, (message: { result: Record<string, unknown> }) => void>();
  const received: Buffer[] = [];
  let nextId = 1;
  child.stderr.resume();
  child.stdout.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let newline = chunk.indexOf(10); newline !== -1; newline = chunk.indexOf(10, start)) {
      received.push(chunk.subarray(start, newline));
      const line = received.length === 1 ? (received[0] ?? chunk) : Buffer.concat(received);
      received.length = 0;
      start = newline + 1;
      const message = JSON.parse(line.toString('utf8'));
      const resolve = waiting.get(message.id);
      if (resolve === undefined) continue;
      waiting.delete(message.id);
      resolve(message);
    }
    if (start < chunk.length) received.push(chunk.subarray(start));
  });
  return rawProtocol(era, {
    request(method, params) {
      const id = nextId++;
      return new Promise((resolve) => {
        waiting.set(id, (message) => resolve(message.result));
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      });
    },
    async notify(method) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`);
    },
    async close() {
      const exited = new Promise((resolve) => {
        child.once('exit', resolve);
      });
      child.stdin.end();
      await exited;
    },
  });
}
