import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, Place } from './place.ts';

interface Listed {
  id: string;
  serverId: string;
  tool: string;
  state: string;
}

describe.skipIf(process.platform !== 'linux')('jobs, from the command line (O04, C18)', () => {
  let place: Place;
  beforeAll(async () => {
    place = new Place({ worker: fixture('tasks-modern', { era: '2026-07-28' }) });
    await place.startApp();
    await place.review('worker');
    await done('servers', 'start', 'worker');
    await done('rules', 'add', 'allow', 'worker', 'hang', '--yes');
    await done('rules', 'add', 'allow', 'worker', 'work', '--yes');
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
  });
  async function done(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await place.run(args);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return stdout;
  }
  const list = async (): Promise<Listed[]> => (JSON.parse(await done('jobs', 'list', '--json')) as { jobs: Listed[] }).jobs;

  it('are listed while they run, asked to stop, and gone from what runs', async () => {
    expect(await done('jobs', 'list')).toBe('No jobs.\n');
    const calling = place.run(['tools', 'call', 'worker', 'hang']);
    await expect.poll(list, { timeout: 15_000 }).toMatchObject([{ tool: 'hang', state: 'working' }]);
    const [job] = await list();
    const early = await place.run(['jobs', 'result', job?.id ?? '']);
    expect([early.code, early.stderr.includes('It still goes on.')]).toEqual([1, true]);
    expect(await done('jobs', 'cancel', job?.id ?? '')).toContain('The server was asked to stop.');
    expect((await calling).code).not.toBe(0);
    await expect.poll(list, { timeout: 15_000 }).toMatchObject([{ tool: 'hang', state: 'cancelled' }]);
  });

  it('give what came of them, and there is none of a name that is none', async () => {
    await done('tools', 'call', 'worker', 'work', 'ms=1');
    const job = (await list()).find(({ tool }) => tool === 'work');
    expect(await done('jobs', 'result', job?.id ?? '')).toBe('Worked 1 ms.\n');
    expect(JSON.parse(await done('jobs', 'result', job?.id ?? '', '--json'))).toMatchObject({ state: 'done', structuredContent: { ms: 1 } });
    const wrong = await place.run(['jobs', 'cancel', 'job_nobody']);
    expect([wrong.code, wrong.stderr.includes('There is no job “job_nobody”.')]).toEqual([4, true]);
  });
});
