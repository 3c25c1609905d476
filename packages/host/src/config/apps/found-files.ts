/**
 * Configurations of other programs, looked for in their known places and nowhere else, and only when a person asks for it.
 * Read as data: nothing in them is run, opened or contacted.
 */
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { readStanding } from '../disk.ts';
import { elements, JsoncError, member, parseJsonc, properties, toValue } from '../jsonc-tree.ts';
import { readEntry } from '../launch-entry.ts';
import { findInJson } from '../paste-json.ts';
import type { Found, FoundIn } from '../found-servers.ts';
import { findInYaml } from '../paste-yaml.ts';
import { completeInputs } from '../server-input.ts';
import { knownApps } from './app-table.ts';
import type { KnownApp, Surroundings } from './app-table.ts';

/** Some programs keep their whole history in the same file. */
const maxBytes = 20_000_000;

export interface FoundFile {
  /** Program and number of its place; the same on every look. */
  id: string;
  app: KnownApp;
  path: string;
  realPath: string | null;
  stamp: string;
  found: (Found & { place: string | null })[];
  refused: { name: string; reason: string }[];
  problem: { reason: string; line: number } | null;
}

/** Every known file that is there, in the order of the table. A file without servers is left out. */
export async function findFiles(around: Surroundings): Promise<FoundFile[]> {
  const looked = await Promise.all(knownApps.flatMap((app) => placesOf(app, around).map((path, at) => readFile(app, `${app.id}:${at}`, path))));
  return looked.filter((file): file is FoundFile => file !== null && (file.found.length > 0 || file.refused.length > 0 || (file.problem !== null && file.problem.reason !== 'no-server')));
}

/** One of them, read anew; null when it is no longer there. */
export async function findFile(id: string, around: Surroundings): Promise<FoundFile | null> {
  for (const app of knownApps) {
    for (const [at, path] of placesOf(app, around).entries()) if (`${app.id}:${at}` === id) return await readFile(app, id, path);
  }
  return null;
}

export function stampOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function placesOf(app: KnownApp, around: Surroundings): string[] {
  return around.home === '' ? [] : [app.file(around), ...(app.moreFiles?.(around) ?? [])];
}

/** Null when it is not there, or is no plain file. */
export async function readFile(app: KnownApp, id: string, path: string): Promise<FoundFile | null> {
  const real = await realpath(path).catch(() => null);
  // A link may lead anywhere: only a plain file is opened, and a pipe would never end.
  if (real === null || !(await stat(real).catch(() => null))?.isFile()) return null;
  const file = { id, app, path, realPath: real === path ? null : real, stamp: '', found: [], refused: [], problem: null };
  try {
    const text = (await readStanding(real, maxBytes))?.text ?? '';
    const { found, refused } = readServers(app, text);
    return { ...file, stamp: stampOf(text), found, refused: refused.map(({ name, reason }) => ({ name, reason })) };
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error;
    // An empty file or one without servers is nothing to tell of.
    const reason = error.reason === 'empty' ? 'no-server' : error.reason;
    return { ...file, problem: { reason, line: error.line } };
  }
}

function readServers(app: KnownApp, text: string): { found: FoundFile['found']; refused: FoundIn['refused'] } {
  if (app.isYaml) {
    const { found, refused } = findInYaml(text);
    return { found: found.map((each) => ({ ...each, place: null })), refused };
  }
  const projects = app.id === 'claude-code' ? readProjects(text) : [];
  try {
    const { found, refused, format } = findInJson(text, maxBytes);
    // What is not in a place for servers is somebody's other data that happens to look like it.
    if (format === 'entries' || format === 'entry' || format === 'list') return { found: projects, refused: [] };
    return { found: [...found.map((each) => ({ ...each, place: null })), ...projects], refused };
  } catch (error) {
    if (projects.length > 0 && error instanceof JsoncError && error.reason === 'no-server') return { found: projects, refused: [] };
    throw error;
  }
}

/** Claude Code keeps servers of single folders as well. */
function readProjects(text: string): FoundFile['found'] {
  return properties(member(parseJsonc(text, maxBytes), 'projects')).flatMap(({ key: place, value }) =>
    properties(member(value, 'mcpServers')).flatMap(({ key: name, value: entry }) => {
      const reading = readEntry(toValue(entry));
      const isOff = elements(member(value, 'disabledMcpServers')).some((each) => each.value === name);
      return 'launch' in reading ? [{ name, launch: reading.launch, notes: isOff ? ['disabled'] : [], inputs: completeInputs(reading.launch, []), place }] : [];
    }),
  );
}
