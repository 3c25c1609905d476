import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killCalls, seeded } from '../../test/kill-calls.ts';

it('a host killed between decision and result loses no record and repeats no call; `pnpm faults:calls` does it a thousand times (O07, R80, H09)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-calls-'));
  try {
    const { kills, made, faults } = await killCalls(folder, 2, seeded(7));
    expect(faults).toEqual([]);
    expect(kills).toBe(2);
    // Kills that come before anything happened would prove nothing.
    expect(made).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
