/** The guard of these tests must itself be able to find something. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { leftOver, processMark, resources } from '../guard.ts';

describe('the guard', () => {
  it('finds a process whose parents are gone', async () => {
    const before = resources();
    const parent = spawn('sh', ['-c', 'setsid sleep 30 >/dev/null 2>&1 & echo $!'], { env: { PATH: process.env['PATH'] ?? '', ...processMark } });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    await once(parent, 'close');
    const orphan = Number(String(line));
    try {
      // The handle of a parent that has ended is let go a moment later.
      await expect.poll(() => leftOver(before), { timeout: 10_000 }).toEqual([expect.stringContaining(`process ${orphan} (`)]);
    } finally {
      process.kill(orphan, 'SIGKILL');
    }
  });

  it('finds open sockets of both sides', async () => {
    const before = resources();
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
    const [accepted] = (await once(server, 'connection')) as [{ destroy(): void }];
    expect(leftOver(before).join(', ')).toMatch(/TCPSocketWrap.*TCPServerWrap|TCPServerWrap.*TCPSocketWrap/);
    socket.destroy();
    accepted.destroy();
    server.close();
  });
});
