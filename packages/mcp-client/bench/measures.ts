/** What is measured with one client, in the process of that client. Times are milliseconds unless a name says otherwise. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { BenchClient } from './clients/client.ts';
import { TOOL_COUNT } from './server/answers.ts';

export interface CallsResult {
  ms: number;
  cpuMs: number;
  /** Of each call, in microseconds. */
  latencies: number[];
}

export interface TimeResult {
  ms: number;
  cpuMs: number;
}

export interface SchemasResult {
  listMs: number;
  firstCallMs: number;
  /** The longest the event loop stood still, from the request for the list to the answer of the call. */
  longestBlockMs: number;
}

export interface FloodResult {
  ms: number;
  cpuMs: number;
  longestBlockMs: number;
  /** 95th percentile of calls to another server, in microseconds: before the flood, and during it. */
  quietP95: number;
  floodP95: number;
}

/** @param inFlight how many calls are open at any time */
export async function measureCalls(client: BenchClient, count: number, inFlight: number): Promise<CallsResult> {
  const latencies: number[] = [];
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < count) {
      const text = `call ${started++}`;
      const begun = performance.now();
      await client.call('echo', { text });
      latencies.push(Math.round((performance.now() - begun) * 1000));
    }
  };
  const timed = await time(() => Promise.all(Array.from({ length: inFlight }, worker)));
  return { ...timed, latencies };
}

export async function time(work: () => Promise<unknown>): Promise<TimeResult> {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await work();
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000 };
}

/** A list that was not taken whole is no measurement. */
export function measureList(client: BenchClient): Promise<TimeResult> {
  return time(async () => {
    const count = await client.listTools();
    if (count !== TOOL_COUNT) throw new Error(`${count} tools instead of ${TOOL_COUNT}`);
  });
}

export async function measureSchemas(client: BenchClient): Promise<SchemasResult> {
  const watch = watchLoop();
  const { ms: listMs } = await measureList(client);
  const { ms: firstCallMs } = await time(() => client.call('echo', { text: 'first' }));
  return { listMs, firstCallMs, longestBlockMs: await watch() };
}

/** About as long as a flood takes, so that what else the machine does shows in both alike. */
const QUIET_MS = 1_500;

/** @param other a client of another server, called one call after the other all the while */
export async function measureFlood(client: BenchClient, other: BenchClient): Promise<FloodResult> {
  const quiet: number[] = [];
  for (const until = performance.now() + QUIET_MS; performance.now() < until; ) quiet.push(...(await measureCalls(other, 20, 1)).latencies);
  const watch = watchLoop();
  const flood = { isOver: false };
  const during: number[] = [];
  const calling = (async () => {
    while (!flood.isOver) during.push(...(await measureCalls(other, 20, 1)).latencies);
  })();
  const timed = await time(() => client.call('flood', {}));
  flood.isOver = true;
  await calling;
  return { ...timed, longestBlockMs: await watch(), quietP95: percentile(quiet, 0.95), floodP95: percentile(during, 0.95) };
}

const RESOLUTION_MS = 2;

/** @returns a function that stops watching and says how long the event loop stood still at most */
function watchLoop(): () => Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return async () => {
    // The block that is just over is noticed with the next tick of the timer.
    await new Promise((resolve) => {
      setTimeout(resolve, RESOLUTION_MS * 3);
    });
    delay.disable();
    return Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
  };
}

export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
