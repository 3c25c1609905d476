/** `<data>/run/servers.json`: the processes this host started, for the next host in case this one and its watcher die. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';

const RunRecord = z.object({
  pid: z.number().check(z.int(), z.minimum(2)),
  /** Boot and start time; without it nothing is ever ended by this record. */
  identity: z.nullable(z.string()),
  marker: z.string().check(z.minLength(16)),
  server: z.string(),
});
export type RunRecord = z.infer<typeof RunRecord>;

const RunState = z.object({
  host: z.object({ pid: z.number(), identity: z.nullable(z.string()) }),
  servers: z.array(RunRecord),
});
export type RunState = z.infer<typeof RunState>;

/** Reads what an earlier host left. Null when there is nothing or it can't be understood: it is only a hint. */
export function readRunFile(file: string): RunState | null {
  try {
    const parsed = RunState.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Written in one piece and without waiting: between the spawn of a process and its record there must be no gap in which
 * the host could die. Throws when the folder can't be written.
 */
export function writeRunFile(file: string, state: RunState): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(state), { mode: 0o600 });
  renameSync(draft, file);
}

export function removeRunFile(file: string): void {
  rmSync(file, { force: true });
}
