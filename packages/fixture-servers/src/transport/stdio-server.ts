import { appendFileSync, closeSync, writeSync } from 'node:fs';
import { parseJson } from '../engine/json.ts';
import { Peer } from '../engine/peer.ts';
import { errorCode } from '../engine/rpc-error.ts';
import { FixtureServer } from '../engine/server.ts';
import type { Definition, Link } from '../engine/types.ts';
import { textOption } from '../options.ts';
import type { FixtureOptions } from '../options.ts';

/** Options that only a stdio fixture takes. */
export const stdioOptions: Readonly<Record<string, string>> = {
  record: 'file to which every received line, the end of stdin and signals are appended, one JSON value a line',
};

/** Serves a definition on this process's stdin and stdout until stdin ends or a signal comes. */
export async function serveStdio(definition: Definition, options: FixtureOptions): Promise<void> {
  const server = new FixtureServer(definition, options);
  const recordFile = textOption(options, 'record', '');
  const record = (entry: Record<string, unknown>): void => {
    if (recordFile !== '') appendFileSync(recordFile, `${JSON.stringify({ pid: process.pid, at: Date.now(), ...entry })}\n`);
  };
  const link: Link = {
    kind: 'stdio',
    write: (message) => writeOut(`${JSON.stringify(message)}\n`),
    raw: writeOut,
    finish: () => undefined,
    die: (code) => process.exit(code),
    cut: () => closeSync(1),
  };
  const peer = new Peer(server, link);
  const { script } = definition;
  const leave = (event: string): void => {
    record({ event });
    if (script?.stubborn !== true) process.exit(0);
  };
  process.on('SIGTERM', () => leave('SIGTERM'));
  process.on('SIGINT', () => leave('SIGINT'));
  script?.attach?.({ forgetSessions: () => undefined, changed: (kind) => server.changed(kind), updated: (uri) => server.updated(uri), watched: () => server.watched() });
  record({ event: 'start' });
  await script?.start?.(link);

  const receive = (line: string): void => {
    if (line.trim() === '') return;
    record({ line });
    const message = parseJson(line);
    if (message === undefined) link.write({ jsonrpc: '2.0', id: null, error: { code: errorCode.parse, message: 'Parse error' } });
    else void peer.receive(message);
  };
  let pieces: string[] = [];
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    const lines = chunk.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      pieces.push(line);
      receive(pieces.join(''));
      pieces = [];
    }
    if (last !== '') pieces.push(last);
  });
  process.stdin.on('end', () => {
    server.end();
    leave('stdin end');
  });
  // Without this a stubborn fixture would end for want of work when stdin closes.
  if (script?.stubborn === true) setInterval(() => undefined, 60_000);
}

/** Writes everything before it returns, so that bytes keep their order even right before process.exit. */
function writeOut(data: string | Uint8Array): void {
  let rest = typeof data === 'string' ? Buffer.from(data) : data;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EPIPE') process.exit(0);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
