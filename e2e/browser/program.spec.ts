import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ended, startProgram } from '../harness/browser-app.ts';
import { DataFolder, isAlive } from '../harness/data-folder.ts';
import { expect, test } from '../harness/test.ts';

test('ends on SIGTERM and SIGINT with its host, and keeps its folder to its owner (W10, E33)', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const data = new DataFolder();
    const program = startProgram(data.path);
    const address = await program.nextAddress();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#t=[\w-]{43}$/);
    const host = data.hostPid();
    expect(statSync(data.path).mode & 0o777).toBe(0o700);
    program.process.kill(signal);
    await ended(program.process);
    expect(isAlive(host)).toBe(false);
    data.remove();
  }
});

test('the host ends when its shell was killed, and the folder is free again at once (W10, R44, R89)', async () => {
  const data = new DataFolder();
  const first = startProgram(data.path);
  await first.nextAddress();
  const host = data.hostPid();
  first.process.kill('SIGKILL');
  await ended(first.process);
  const second = startProgram(data.path);
  await second.nextAddress();
  expect(isAlive(host)).toBe(false);
  second.process.kill('SIGTERM');
  await ended(second.process);
  data.remove();
});

test('a second start on the same folder says who has it, and leaves the first alone (R89)', async () => {
  const data = new DataFolder();
  const first = startProgram(data.path);
  await first.nextAddress();
  const second = startProgram(data.path);
  await ended(second.process);
  expect(second.process.exitCode).toBe(4);
  expect(second.output()).toContain(`in use by another Portolan (process ${first.process.pid ?? 0})`);
  expect(second.output()).toContain(`kill -USR1 ${first.process.pid ?? 0}`);
  expect(isAlive(data.hostPid())).toBe(true);
  first.process.kill('SIGTERM');
  await ended(first.process);
  data.remove();
});

test('SIGUSR1 prints a fresh address; none is on a command line or in an environment (W10, I07)', async () => {
  const data = new DataFolder();
  const program = startProgram(data.path);
  const first = await program.nextAddress();
  program.process.kill('SIGUSR1');
  const second = await program.nextAddress();
  expect(second).not.toBe(first);
  const codes = [first, second].map((address) => new URL(address).hash.slice(3));
  for (const pid of [program.process.pid ?? 0, data.hostPid()]) {
    const seen = readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8');
    for (const code of codes) expect(seen).not.toContain(code);
  }
  for (const file of ['instance.json']) expect(readFileSync(join(data.path, file), 'utf8')).not.toContain(codes[0]);
  program.process.kill('SIGTERM');
  await ended(program.process);
  data.remove();
});

test('ends when whoever started it is gone (W10)', async () => {
  const data = new DataFolder();
  const program = startProgram(data.path);
  await program.nextAddress();
  program.process.disconnect();
  await ended(program.process);
  expect(program.process.exitCode).toBe(0);
  data.remove();
});

test('says that a port is taken, and leaves nothing behind', async () => {
  const data = new DataFolder();
  const other = new DataFolder();
  const first = startProgram(data.path);
  const { port } = new URL(await first.nextAddress());
  const second = startProgram(other.path, [`--port=${port}`]);
  await ended(second.process);
  expect(second.process.exitCode).toBe(1);
  expect(second.output()).toContain(`Port ${port} of 127.0.0.1 cannot be used: another program listens on it`);
  first.process.kill('SIGTERM');
  await ended(first.process);
  data.remove();
  other.remove();
});

test('says which option is wrong', async () => {
  const data = new DataFolder();
  for (const [option, text] of [['--port=x', '--port takes a whole number'], ['--colour', "Unknown option '--colour'"]] as const) {
    const program = startProgram(data.path, [option]);
    await ended(program.process);
    expect(program.process.exitCode).toBe(1);
    expect(program.output()).toContain(text);
  }
  data.remove();
});
