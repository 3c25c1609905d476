/** Another server in the same process: what somebody's flood may not be felt by. */
import type { Client } from '../../src/client.ts';
import { openStdio } from '../fixtures.ts';

export interface Neighbour {
  /** Calls one after the other while `work` runs; milliseconds each took, sorted, at least `least` of them. */
  callsDuring(work: Promise<unknown>, least?: number): Promise<number[]>;
}

export async function neighbour(): Promise<Neighbour> {
  const { client } = await openStdio('basic');
  await calls(client, 50);
  return {
    callsDuring: async (work, least = 50) => {
      const state = { isOver: false };
      const over = work
        .catch(() => undefined)
        .then(() => {
          state.isOver = true;
        });
      const times: number[] = [];
      while (!state.isOver || times.length < least) {
        times.push(...(await calls(client, 5)));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await over;
      return times.toSorted((a, b) => a - b);
    },
  };
}

async function calls(client: Client, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    await client.callTool('echo', { message: 'still here', text: 'still here' });
    times.push(performance.now() - began);
  }
  return times;
}

export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Megabytes of memory this process holds above `before`, garbage collected where that can be asked for. */
export function memoryAbove(before: number): number {
  globalThis.gc?.();
  return (process.memoryUsage().rss - before) / 1_000_000;
}
