import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const door = fileURLToPath(new URL('./broken-output.ts', import.meta.url));

it('ends in order after its terminal is gone, instead of reporting its reports for ever (W10, R09)', async () => {
  const program = `
    import { ignoreBrokenOutput } from ${JSON.stringify(door)};
    ignoreBrokenOutput();
    process.on('uncaughtException', (error) => { process.stderr.write(String(error) + '\\n'); });
    process.stdout.write('up\\n');
    process.on('disconnect', () => { process.stderr.write('stopping\\n'); process.stdout.write('stopping\\n'); setTimeout(() => process.exit(7), 20); });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('pipes');
  await once(stdout, 'data');
  stdout.destroy();
  stderr.destroy();
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([7, null]);
});
