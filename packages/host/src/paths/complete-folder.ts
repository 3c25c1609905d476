/** Folders that begin with what was typed: names and nothing else, read when a person types, bounded in number and time. */
import type { Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasHiddenCharacters } from '../hidden-characters.ts';
import { typedPathHere } from './typed-path.ts';

/** Entries of a folder that are looked at. */
const maxEntries = 5000;
const maxFound = 20;
const maxLinks = 50;
const limitMs = 1500;

/** @returns what was typed, completed; in the order of the names. Does not reject. */
export async function completeFolder(text: string): Promise<string[]> {
  const typed = text.trimStart();
  const path = typedPathHere(typed);
  if (path === null || typed.trimEnd() === '~') return [];
  const isWhole = /[/\\]$/.test(typed);
  const folder = isWhole ? path : dirname(path);
  const start = isWhole ? '' : basename(path);
  const head = typed.slice(0, typed.length - start.length);
  // A folder of a network that does not answer keeps nobody from typing on.
  const late = Promise.withResolvers<string[]>();
  const timer = setTimeout(() => late.resolve([]), limitMs);
  try {
    return (await Promise.race([foldersIn(folder, start), late.promise])).map((name) => `${head}${name}`);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

async function foldersIn(folder: string, start: string): Promise<string[]> {
  const wanted = start.toLowerCase();
  const found: string[] = [];
  let seen = 0;
  let links = 0;
  for await (const entry of await opendir(folder)) {
    seen += 1;
    if (seen > maxEntries) break;
    const { name } = entry;
    if (!name.toLowerCase().startsWith(wanted) || (name.startsWith('.') && !start.startsWith('.')) || hasHiddenCharacters(name)) continue;
    if (entry.isSymbolicLink()) links += 1;
    if (await isFolder(folder, entry, links <= maxLinks)) found.push(name);
  }
  return found.toSorted((a, b) => a.localeCompare(b)).slice(0, maxFound);
}

async function isFolder(folder: string, entry: Dirent, followsLinks: boolean): Promise<boolean> {
  if (entry.isDirectory()) return true;
  if (!entry.isSymbolicLink() || !followsLinks) return false;
  return stat(join(folder, entry.name)).then(
    (target) => target.isDirectory(),
    () => false,
  );
}
