import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentPlatform } from '../launch/platform.ts';
import { carried } from './carried-environment.ts';
import { SandboxTools } from './support.ts';
import { runOnce } from './testing/run-once.ts';

const canContain = (await new SandboxTools(currentPlatform()).find()).support.kind === 'bubblewrap';
let world = '';
let outside = '';
beforeEach(async () => {
  world = await mkdtemp(path.join(homedir(), '.portolan-carried-'));
  outside = await mkdtemp(path.join(tmpdir(), 'carried-'));
  await mkdir(path.join(world, 'data'));
});
afterEach(async () => {
  await rm(world, { recursive: true, force: true });
  await rm(outside, { recursive: true, force: true });
});
const run = (script: string, configured: Record<string, string>, network: 'none' | 'all' = 'none') => runOnce(script, { dataDir: path.join(world, 'data'), policy: { folders: [], network, environment: [] }, cwd: '/', configured });

describe.runIf(canContain)('variables that a launch sets', () => {
  it('give no orders to what builds its container, which runs with all rights (S18, T:A13)', async () => {
    // The loader of every program that is started with these writes a file where it runs.
    const trace = { LD_DEBUG: 'files', LD_DEBUG_OUTPUT: path.join(outside, 'trace') };
    const traced = await run('echo ran; echo $LD_DEBUG', trace);
    expect(await readdir(outside)).toEqual([]);
    // Of all that was started, the server alone.
    expect(traced.match(/initialize program/g)).toHaveLength(1);
    expect(traced).toContain('ran\nfiles\n');
    // Nor to what closes the last doors inside: only the server itself is led astray by its own variables.
    await writeFile(path.join(world, 'start.sh'), 'echo MISLED');
    const said = await run('echo ran', { BASH_ENV: path.join(world, 'start.sh'), ENV: path.join(world, 'start.sh'), PERL5OPT: '-Mno_such_module', PYTHONSTARTUP: '/x', LD_PRELOAD: '/no/such.so' }, 'all');
    expect(said.match(/LD_PRELOAD cannot be preloaded/g)).toHaveLength(1);
    expect(said).toMatch(/ran/);
    expect(said).not.toMatch(/MISLED|no_such_module/);
  });

  it('arrive as they were set, whatever they are called or hold (S18)', async () => {
    const configured = { i: '5', v: 'x', n: '$(touch /tmp/no)', QUOTES: `a'b"c\\ \n$HOME`, EMPTY: '', IFS: 'x', UID: '7', 'no.name': 'y', PORTOLAN_CARRIED_0: 'mine', 'BASH_FUNC_exec%%': '() { echo MISLED; }' };
    const said = await run(`env -0 | tr '\\0\\n' '\\n~'`, configured);
    for (const line of ['i=5', 'v=x', 'n=$(touch /tmp/no)', `QUOTES=a'b"c\\ ~$HOME`, 'EMPTY=', 'PATH=/usr/bin:/bin', 'TMPDIR=/tmp']) expect(said.split('\n')).toContain(line);
    expect(said).not.toMatch(/MISLED|PORTOLAN_CARRIED_1/);
  });
});

it('names that a shell keeps to itself, and what is no name, are not carried', () => {
  const { env, script } = carried({ PATH: '/bin', TERM: '() { :; }', LD_PRELOAD: '/x', _: 'y', 'a-b': 'z' });
  expect(env).toEqual({ PATH: '/bin', PORTOLAN_CARRIED_0: 'TERM=() { :; }', PORTOLAN_CARRIED_1: 'LD_PRELOAD=/x' });
  expect(script).toBe('export "$PORTOLAN_CARRIED_0" "$PORTOLAN_CARRIED_1"; unset PORTOLAN_CARRIED_0 PORTOLAN_CARRIED_1; exec "$@"');
  expect(carried({}).script).toBe('exec "$@"');
});
