/** One step of `npm test`: what it is called, what it counts, and how a program is run for it. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Step {
  name: string;
  /** What people see before it runs, with how long is usual. */
  announce: string;
  run(): Promise<Tally>;
}

export const root = new URL('../..', import.meta.url).pathname;

const running = new Set<ChildProcess>();

/** Whoever ends the tests ends what they are running, too. */
export function endTogether(): void {
  const end = (code: number) => () => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(code);
  };
  process.on('SIGINT', end(130));
  process.on('SIGTERM', end(143));
  process.on('SIGHUP', end(129));
  process.on('disconnect', end(143));
}

/** Runs a program to its end, with its output on ours, and resolves with its exit code. */
export function execute(command: string, args: string[], options: { cwd?: string; env?: Record<string, string | undefined>; isQuiet?: boolean } = {}): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', options.isQuiet ? 'pipe' : 'inherit', options.isQuiet ? 'pipe' : 'inherit'],
    });
    running.add(child);
    child.once('close', () => running.delete(child));
    let output = '';
    child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (output += data.toString()));
    child.once('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A step that either holds or does not. */
export function check(name: string, announce: string, command: string, args: string[], env?: Record<string, string | undefined>): Step {
  return {
    name,
    announce,
    run: async () => {
      const { code } = await execute(command, args, env ? { env } : {});
      return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
    },
  };
}
