/** Kills a whole host at random points between decisions and results, and looks what the next one knows (O07, R80). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallReport } from './calls-until-killed.ts';
import { streamed } from './wire-formats.ts';
import { startWireServer } from './wire-server.ts';

export interface KillReport {
  kills: number;
  /** Calls that reached the server. */
  made: number;
  /** Calls that were under way when the host died, and are shown as such. */
  unknown: number;
  /** Calls that a kill kept from being made, and are shown as such. */
  notRun: number;
  faults: string[];
}

const script = fileURLToPath(new URL('./calls-until-killed.ts', import.meta.url));
/** A run is killed after up to so many decisions, and up to so many milliseconds more: about as long as a call takes. */
const mostDecisions = 6;
const longestMs = 25;

/** `folder` is empty and belongs to this run; `random` gives numbers from 0 to 1. */
export async function killCalls(folder: string, kills: number, random: () => number, onKill: (count: number) => void = () => undefined): Promise<KillReport> {
  const counts = join(folder, 'counts');
  const delivered = new Set<string>();
  const faults: string[] = [];
  const states = new Map<string, string>();
  let next = 1;
  let seen = 0;
  const lane = Math.floor(random() * 1e9).toString(36);
  await using model = await startWireServer(({ body }) => {
    for (const [, id = ''] of JSON.stringify(body).matchAll(/counted ([\w-]+)/g)) delivered.add(id);
    const calls = Array.from({ length: 1 + Math.floor(random() * 3) }, () => `${lane}-${next++}`);
    return streamed('openai-compatible', { calls: calls.map((id) => ({ id: `c-${id}`, name: 'counting__count', arguments: JSON.stringify({ id }) })) });
  });

  const run = async (isLast: boolean, decisions: number, waitMs: number): Promise<void> => {
    const child = spawn(process.execPath, [script, folder, model.url, counts, String(seen), ...(isLast ? ['--once'] : [])], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder, PORTOLAN_KEYRING: 'off' } });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-2000)));
    const ended = once(child, 'exit');
    let output = '';
    let isReported = false;
    for await (const chunk of child.stdout) {
      output += String(chunk);
      const report = isReported ? null : /^report (.*)\n/.exec(output)?.[1];
      if (report) {
        isReported = true;
        look(JSON.parse(report) as CallReport);
      }
      if (!isLast && output.split('\nallowed').length > decisions) break;
    }
    if (!isReported) faults.push(`the host did not start: ${complaint}`);
    if (!isLast && isReported) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      child.kill('SIGKILL');
    }
    await ended;
  };

  /** What the restarted host shows and has written, against what the model was given. */
  const look = ({ calls, entries }: CallReport): void => {
    for (const { callId, id, state } of calls) {
      if (states.has(id)) continue;
      states.set(id, state);
      const of = entries.filter((entry) => entry.callId === callId).map(({ event }) => event);
      const at = (isIt: (event: (typeof of)[number]) => boolean): number => of.findIndex(isIt);
      const decided = at((event) => event.type === 'approval-decided' && event.decision === 'allow');
      const intended = at(({ type }) => type === 'call-intended');
      const ended = of.find((event) => event.type === 'call-ended');
      if (state === 'waiting' || state === 'running') faults.push(`${id} is still ${state}`);
      if (delivered.has(id) && state !== 'done') faults.push(`${id} was answered to the model, and is ${state}`);
      if (state === 'done' || state === 'unknown') {
        if (decided < 0 || intended < decided) faults.push(`${id} is ${state}, and no decision before it is written down`);
        if (ended?.type !== 'call-ended' || ended.outcome !== state) faults.push(`${id} is ${state}, and its end is written as ${JSON.stringify(ended)}`);
      }
      if (state === 'interrupted' && intended >= 0) faults.push(`${id} is said not to have run, and was about to`);
    }
    seen = Math.max(seen, ...entries.map(({ id }) => id));
  };

  for (let kill = 1; kill <= kills; kill += 1) {
    // One after the other, on one folder.
    // oxlint-disable-next-line no-await-in-loop
    await run(false, 1 + Math.floor(random() * mostDecisions), random() * longestMs);
    onKill(kill);
  }
  await run(true, 0, 0);

  const made = lines(counts);
  const times = new Map<string, number>();
  for (const id of made) times.set(id, (times.get(id) ?? 0) + 1);
  for (const [id, count] of times) {
    const state = states.get(id);
    if (count > 1) faults.push(`${id} was made ${count} times`);
    if (state === undefined) faults.push(`${id} was made, and no chat knows of it`);
    else if (state !== 'done' && state !== 'unknown') faults.push(`${id} was made, and is ${state}`);
  }
  for (const [id, state] of states) if (state === 'done' && !times.has(id)) faults.push(`${id} is done, and was never made`);
  const inState = (wanted: string): number => [...states.values()].filter((state) => state === wanted).length;
  return { kills, made: made.length, unknown: inState('unknown'), notRun: inState('interrupted'), faults };
}

function lines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter((line) => line !== '');
  } catch {
    return [];
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
