/**
 * Names of tools towards models. Providers want `^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`, servers name tools as they like, and two
 * servers may use one name. The pair (server, tool) has one name, always the same one, and no other pair has it.
 */
import { createHash } from 'node:crypto';

const maxLength = 64;
const hashLength = 13;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * `server__tool` when that says exactly which tool is meant: the server's part holds no `__` and does not end in `_`, so
 * the first `__` is the border. Every other pair becomes `server-tool-hash` without any `__` at all, so that no tool can
 * be named to look like another server's (C04). 65 bits of SHA-256 stand between two such names.
 */
export function modelToolName(serverName: string, tool: string): string {
  const plain = `${serverName}__${tool}`;
  if (plain.length <= maxLength && /^[a-zA-Z](?:[a-zA-Z0-9-]|_(?=[a-zA-Z0-9-]))*$/.test(serverName) && /^[a-zA-Z0-9_-]+$/.test(tool)) return plain;
  const hash = shortHash(JSON.stringify([serverName, tool]));
  const room = maxLength - hash.length - 2;
  const server = slug(serverName, 's').slice(0, 20);
  return `${server}-${slug(tool, 't').slice(0, room - server.length)}-${hash}`;
}

function slug(text: string, fallback: string): string {
  const cleaned = text
    .replace(/[^a-zA-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, maxLength);
  if (!cleaned) return fallback;
  return /^[a-zA-Z]/.test(cleaned) ? cleaned : `${fallback}_${cleaned}`;
}

function shortHash(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  let result = '';
  for (let index = 0; index < hashLength; index++) result += alphabet[(bytes[index] ?? 0) & 31];
  return result;
}

/** A way back from names to what they stand for. Not an object: `__proto__` is a name like any other. */
export class ToolNames<T> {
  readonly #byName = new Map<string, T>();

  /** False when the name is taken already: the second one is left out rather than mixed up with the first. */
  add(name: string, value: T): boolean {
    if (this.#byName.has(name)) return false;
    this.#byName.set(name, value);
    return true;
  }
  get(name: string): T | undefined {
    return this.#byName.get(name);
  }
}
