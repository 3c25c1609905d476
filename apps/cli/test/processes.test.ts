import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everything, eventually, fixture, Place } from './place.ts';

describe.skipIf(process.platform !== 'linux')('processes of a command (O04)', { concurrent: true }, () => {
  it('are all gone when it ends, and its files too', async () => {
    await using place = new Place({ stubborn: fixture('grandchild', { stubborn: true, 'ignore-sigterm': true }) });
    await place.review('stubborn');
    const { code } = await place.run(['tools', 'list', 'stubborn']);
    expect(code).toBe(0);
    expect(place.processes()).toEqual([]);
  });

  it('are all gone after kill -9 of the program (try-out 33)', async () => {
    await using place = new Place({ stubborn: fixture('grandchild', { 'ignore-sigterm': true }), everything });
    await place.review('stubborn');
    await place.review('everything');
    const running = place.start(['tools', 'call', 'everything', 'trigger-long-running-operation', 'duration=60', 'steps=60'], { terminal: true });
    await running.until('Allow this call?');
    expect(place.processes().length).toBeGreaterThan(2);
    const address = JSON.parse(readFileSync(join(place.dataDir, 'attach.json'), 'utf8')) as { pid: number };
    process.kill(address.pid, 'SIGKILL');
    await eventually(() => place.processes(), (left) => left.length === 0);
    // And the next command opens the folder as if nothing had been.
    expect((await place.run(['servers', 'list'])).code).toBe(0);
  });

  it('are ended in order by Ctrl+C, the call with them, and the code is 130', async () => {
    await using place = new Place({ everything });
    await place.review('everything');
    const running = place.start(['tools', 'call', 'everything', 'trigger-long-running-operation', 'duration=60', 'steps=60'], { terminal: true });
    await running.until('Allow this call?');
    running.child.stdin?.write('y\r');
    await running.until('/ 60');
    running.child.stdin?.write('\u0003');
    expect((await running.ended).code).toBe(130);
    expect(place.processes()).toEqual([]);
  });

  it('gives up after --timeout', async () => {
    await using place = new Place({ silent: fixture('silent') });
    await place.review('silent');
    const { code, stderr } = await place.run(['tools', 'list', 'silent', '--timeout=1']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('within 1 s')]);
    expect(place.processes()).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('two commands at once on one folder (R89, O04)', { concurrent: true }, () => {
  it('both do their work, one in the other’s host', async () => {
    await using place = new Place({ everything });
    await place.review('everything');
    const all = await Promise.all([['tools', 'list', 'everything'], ['resources', 'list', 'everything'], ['servers', 'list'], ['prompts', 'list', 'everything']].map((args) => place.run([...args, '--json'])));
    expect(all.map(({ code, stderr }) => [code, code === 0 ? '' : stderr])).toEqual(all.map(() => [0, '']));
    expect(place.processes()).toEqual([]);
  });

  it('the first waits for the second before it takes its host away', async () => {
    await using place = new Place({ everything });
    await place.review('everything');
    const first = place.start(['tools', 'call', 'everything', 'echo', 'message=x'], { terminal: true });
    await first.until('Allow this call?');
    const second = place.start(['servers', 'logs', 'everything', '--follow']);
    await second.until('Ready');
    first.child.stdin?.write('n\r');
    await first.until('still uses this host');
    second.child.kill('SIGINT');
    expect((await second.ended).code).toBe(130);
    expect((await first.ended).code).toBe(3);
    expect(place.processes()).toEqual([]);
  });
});
