/** One round: a fresh process for each client, all of them measured in turns, so that the machine's moods meet all alike. */
import type { ClientName } from './clients/open.ts';
import { percentile } from './measures.ts';
import type { Setting } from './worker.ts';
import { Worker } from './workers.ts';

/** What one client did in one round. Times in milliseconds, latencies in microseconds, rates per second. */
export type Sample = Record<string, number>;

export const measureNames = ['calls', 'parallel', 'image', 'list', 'schemas', 'flood'] as const;
export type MeasureName = (typeof measureNames)[number];

export interface RoundOptions {
  setting: Setting;
  clients: ClientName[];
  measures: ReadonlySet<MeasureName>;
  /** Turns of each client within the round. */
  slices: number;
  /** Calls of one turn, one after the other; four times as many with 32 in flight. */
  calls: number;
  execArgv: string[];
  /** Of the round, from 0; turns the order. */
  index: number;
}

const IN_FLIGHT = 32;

/** @returns what was measured, by client */
export async function runRound(options: RoundOptions): Promise<Map<ClientName, Sample>> {
  const { setting, measures, slices, calls, execArgv } = options;
  const workers = turned(options.clients, options.index).map((client) => new Worker(client, execArgv));
  const samples = new Map<ClientName, Sample>(workers.map(({ client }) => [client, {}]));
  const note = (worker: Worker, values: Sample): void => {
    Object.assign(samples.get(worker.client) ?? {}, values);
  };
  try {
    for (const worker of workers) await worker.open(setting);
    for (const worker of workers) {
      await worker.ask('calls', { count: calls * 2, inFlight: 1 });
      await worker.ask('calls', { count: calls * 20, inFlight: IN_FLIGHT });
    }
    if (measures.has('calls')) {
      await inTurns(workers, slices, async (worker) => worker.ask('calls', { count: calls, inFlight: 1 }), (worker, turns) => {
        const latencies = turns.flatMap((turn) => turn.latencies);
        note(worker, {
          callsPerSecond: (calls * 1000) / least(turns.map(({ ms }) => ms)),
          callCpuUs: (1000 * least(turns.map(({ cpuMs }) => cpuMs))) / calls,
          p50Us: percentile(latencies, 0.5),
          p99Us: percentile(latencies, 0.99),
        });
      });
    }
    if (measures.has('parallel')) {
      const count = calls * 4;
      await inTurns(workers, slices, async (worker) => worker.ask('calls', { count, inFlight: IN_FLIGHT }), (worker, turns) => {
        note(worker, { parallelPerSecond: (count * 1000) / least(turns.map(({ ms }) => ms)), parallelCpuUs: (1000 * least(turns.map(({ cpuMs }) => cpuMs))) / count });
      });
    }
    for (const kind of ['image', 'list'] as const) {
      if (!measures.has(kind)) continue;
      // The first turn makes the server build its answer.
      for (const worker of workers) await worker.ask(kind, null);
      await inTurns(workers, slices, async (worker) => worker.ask(kind, null), (worker, turns) => {
        note(worker, { [`${kind}Ms`]: least(turns.map(({ ms }) => ms)), [`${kind}CpuMs`]: least(turns.map(({ cpuMs }) => cpuMs)) });
      });
    }
    if (measures.has('schemas')) {
      await inTurns(workers, 1, async (worker) => worker.ask('schemas', null), (worker, [turn]) => {
        if (turn !== undefined) note(worker, { schemaListMs: turn.listMs, firstCallMs: turn.firstCallMs, schemasBlockMs: turn.longestBlockMs });
      });
    }
    if (measures.has('flood')) {
      await inTurns(workers, 1, async (worker) => worker.ask('flood', null), (worker, [turn]) => {
        if (turn === undefined) return;
        note(worker, { floodMs: turn.ms, floodCpuMs: turn.cpuMs, floodBlockMs: turn.longestBlockMs, quietP95Us: turn.quietP95, floodP95Us: turn.floodP95, floodP95Ratio: turn.floodP95 / turn.quietP95 });
      });
    }
    for (const worker of workers) note(worker, { rssMb: await worker.ask('memory', null) });
    for (const worker of workers) await worker.end();
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  return samples;
}

async function inTurns<T>(workers: Worker[], slices: number, measure: (worker: Worker) => Promise<T>, note: (worker: Worker, turns: T[]) => void): Promise<void> {
  const all = workers.map((worker) => ({ worker, turns: [] as T[] }));
  for (let slice = 0; slice < slices; slice += 1) {
    for (const { worker, turns } of slice % 2 === 0 ? all : all.toReversed()) turns.push(await measure(worker));
  }
  for (const { worker, turns } of all) note(worker, turns);
}

/** Of the turns of a round the quickest counts: what else runs on the machine can only add to it. */
function least(values: number[]): number {
  return Math.min(...values);
}

function turned<T>(items: T[], by: number): T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
