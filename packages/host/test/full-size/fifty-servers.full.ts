/** Fifty real servers on one computer, from the first to the last process (R43). */
import { describe, expect, it } from 'vitest';
import { collect } from '../../src/servers/testing/collect.ts';
import { fixtureLaunch, Rig } from '../../src/servers/testing/rig.ts';
import { isProcessRunning } from '../../src/servers/warden/process-table.ts';

const many = 50;

describe('fifty servers at once', () => {
  it('all become ready, each answers a call of its own, the one that never answers holds up nobody, and none is left in the end (R43, S12)', async () => {
    const pids: number[] = [];
    {
      await using rig = await Rig.create();
      const silent = await rig.addFixture('silent');
      const ids = await Promise.all(Array.from({ length: many }, (_, at) => rig.add(`basic ${at}`, fixtureLaunch('basic'))));
      for (const id of ids) {
        const { state, pid, problem } = await rig.untilState(id, 'ready', 'failed');
        expect([state, problem]).toEqual(['ready', null]);
        if (pid !== null) pids.push(pid);
      }
      expect(new Set(pids).size).toBe(many);
      expect(rig.supervisor.get(silent).state).toBe('starting');
      const answers = await Promise.all(ids.map((serverId, at) => collect(rig.routes['tools/run']({ serverId, name: 'echo', arguments: { message: `server ${at}` } }, rig.context()))));
      expect(answers.map((events) => JSON.stringify(events.at(-1)))).toEqual(ids.map((_id, at) => expect.stringContaining(`Echo: server ${at}"`) as string));
    }
    await expect.poll(() => pids.filter((pid) => isProcessRunning(pid)), { timeout: 10_000 }).toEqual([]);
  });
});
