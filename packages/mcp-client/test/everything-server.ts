/** The public everything-server as a process. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export const everythingEntry = path.join(path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')), 'dist/index.js');

export const everythingStdio = { command: process.execPath, args: [everythingEntry, 'stdio'], env: { PATH: process.env['PATH'] ?? '' } };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/** Starts it over Streamable HTTP and waits until it says where it listens. */
export async function startEverythingHttp(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [everythingEntry, 'streamableHttp'], { env: { PATH: process.env['PATH'], PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    const look = (chunk: Buffer): void => {
      if (/port \d+/.test(chunk.toString('utf8'))) resolve();
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
