/** A screen for windows where there is none. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export interface VirtualScreen {
  /** For `DISPLAY`. */
  display: string;
  close(): void;
}

/** Uses the one there is, or starts Xvfb on a free number. */
export async function virtualScreen(): Promise<VirtualScreen> {
  const { DISPLAY, CI } = process.env;
  if (DISPLAY && !CI) return { display: DISPLAY, close: () => undefined };
  const server: ChildProcess = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const display = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdout?.on('data', (data: Buffer) => {
      text += data.toString();
      if (text.includes('\n')) resolve(`:${text.trim()}`);
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code ?? '?'}`)));
  });
  const close = () => void server.kill('SIGTERM');
  process.once('exit', close);
  return { display, close };
}
