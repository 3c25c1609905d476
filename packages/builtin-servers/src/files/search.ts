/** Looking through folders for names or for text, within limits that hold whatever the folder is like. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

export interface SearchLimits {
  entries: number;
  matches: number;
  bytes: number;
  ms: number;
}
export const searchLimits: SearchLimits = { entries: 50_000, matches: 200, bytes: 2 * 1024 * 1024, ms: 10_000 };

export interface Match {
  path: string;
  line?: number;
  text?: string;
}

/** Large, generated, or nobody's own words. */
const passedOver = new Set(['node_modules', '.git', '.hg', '.svn', '__pycache__', '.venv']);

/**
 * Links are not followed, so a walk stays where it began.
 * @returns what was found, and why it may not be all
 */
export async function search(folder: string, query: { name?: string | undefined; text?: string | undefined }, signal: AbortSignal, limits: SearchLimits = searchLimits): Promise<{ matches: Match[]; cut: string | null }> {
  const matches: Match[] = [];
  const deadline = performance.now() + limits.ms;
  const isNamed = query.name === undefined ? () => true : nameMatcher(query.name);
  const wanted = query.text?.toLowerCase();
  let seen = 0;
  const waiting = [folder];
  for (let current = waiting.shift(); current !== undefined; current = waiting.shift()) {
    const entries = await readdir(current, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      signal.throwIfAborted();
      seen += 1;
      if (seen > limits.entries) return { matches, cut: `only the first ${limits.entries} entries were looked at` };
      if (performance.now() > deadline) return { matches, cut: `it was ended after ${limits.ms / 1000} seconds` };
      const place = path.join(current, entry.name);
      if (entry.isDirectory() && !passedOver.has(entry.name)) waiting.push(place);
      if (!isNamed(path.relative(folder, place), entry.name)) continue;
      if (wanted === undefined) matches.push({ path: place });
      else if (entry.isFile()) matches.push(...(await linesWith(place, wanted, limits)));
      if (matches.length >= limits.matches) return { matches: matches.slice(0, limits.matches), cut: `only the first ${limits.matches} matches are shown` };
    }
  }
  return { matches, cut: null };
}

async function linesWith(file: string, wanted: string, limits: SearchLimits): Promise<Match[]> {
  const { size } = await stat(file).catch(() => ({ size: Infinity }));
  if (size > limits.bytes) return [];
  const bytes = await readFile(file).catch(() => null);
  // A zero byte in the beginning is what no text has.
  if (bytes === null || bytes.subarray(0, 8000).includes(0)) return [];
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [{ path: file, line: index + 1, text: line.trim().slice(0, 300) }] : []))
    .slice(0, limits.matches);
}

/** `*` is anything within a name, `**` also across folders, `?` one character; without any of them it is a part of the name. */
function nameMatcher(pattern: string): (relative: string, name: string) => boolean {
  const lower = pattern.toLowerCase();
  if (!/[*?]/.test(lower)) return (_relative, name) => name.toLowerCase().includes(lower);
  const words = lower.split('**');
  const source = words.map((word) => word.split('').map((char) => (char === '*' ? '[^/]*' : char === '?' ? '[^/]' : char.replace(/[\\^$.|+()[\]{}]/, '\\$&'))).join('')).join('.*');
  const whole = new RegExp(`^${source}$`);
  return lower.includes('/') || lower.includes('**') ? (relative) => whole.test(relative.toLowerCase().split(path.sep).join('/')) : (_relative, name) => whole.test(name.toLowerCase());
}
