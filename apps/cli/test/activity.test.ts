import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, Place } from './place.ts';

interface Entry {
  id: number;
  at: string;
  by: string;
  server: string | null;
  type: string;
}

describe.skipIf(process.platform !== 'linux')('what was decided and done, from the command line (O04, H09)', () => {
  let place: Place;
  beforeAll(async () => {
    place = new Place({ basic: fixture('basic'), other: fixture('basic') });
    await place.startApp();
    await place.review('basic');
    await done('servers', 'start', 'basic');
    await done('rules', 'add', 'allow', 'basic', 'echo', '--yes');
    await done('tools', 'call', 'basic', 'echo', 'message=MK-not-in-the-log');
    await done('servers', 'disable', 'other');
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
  });
  async function done(...args: string[]): Promise<void> {
    const { code, stderr } = await place.run(args);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  }
  const lines = async (...args: string[]): Promise<Entry[]> => (await place.run(['activity', '--json', ...args])).stdout.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Entry);

  it('is told in sentences, the newest last, and nothing of what was sent is in it (M5)', async () => {
    const { code, stdout } = await place.run(['activity']);
    expect(code).toBe(0);
    const said = stdout.split('\n').filter((line) => line !== '');
    expect(said.every((line) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /.test(line))).toBe(true);
    const at = (words: string) => said.findIndex((line) => line.includes(words));
    expect([at('allowed “basic” to run'), at('“echo” of “basic” is being called'), at('“echo” of “basic” answered')].every((line, index, all) => line >= 0 && line > (all[index - 1] ?? -1))).toBe(true);
    expect(stdout).not.toContain('MK-not-in-the-log');
  });

  it('is a line of JSON an entry, of one server or all, numbered in order', async () => {
    const all = await lines();
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((one, other) => one - other));
    expect(all).toContainEqual(expect.objectContaining({ server: 'basic', type: 'approval-decided', decision: 'allow' }));
    const ofOther = await lines('--server', 'other');
    expect(new Set(ofOther.map(({ server }) => server))).toEqual(new Set(['other']));
    expect(ofOther.at(-1)).toMatchObject({ by: 'cli', type: 'server-enabled' });
    expect(all.length).toBeGreaterThan(ofOther.length);
  });

  it('begins when it is told to: so long ago, or at a date; what is no time and no server is said to be none', async () => {
    const all = await lines();
    expect(await lines('--since', '1h')).toEqual(all);
    expect(await lines('--since', '2020-01-01')).toEqual(all);
    expect(await lines('--since', '2999-01-01')).toEqual([]);
    const wrong = await place.run(['activity', '--since', 'wombat']);
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toContain('wombat');
    expect((await place.run(['activity', '--server', 'nobody'])).code).toBe(4);
  });
});
