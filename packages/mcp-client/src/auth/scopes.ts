/** Which scopes to ask for. https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#scope-selection-strategy */
import { scopeList } from './challenge.ts';

export interface ScopeSources {
  /** Of the challenge that is being answered. */
  challenged: string[] | undefined;
  /** Of the server's metadata. */
  supported: string[] | undefined;
  /** Asked for before at the same authorization server: kept, so that what was granted is not lost. */
  requested: string[] | undefined;
  /** What the authorization server offers. */
  offered: string[] | undefined;
}

/** The challenge first, then what the server lists, else none at all; what was asked for before is kept. */
export function selectScopes({ challenged, supported, requested, offered }: ScopeSources): string[] | undefined {
  const wanted = challenged ?? supported;
  const all = unionOf(requested, wanted);
  if (all === undefined) return undefined;
  // Without this scope some authorization servers give no refresh token.
  return offered?.includes('offline_access') === true ? unionOf(all, ['offline_access']) : all;
}

export function unionOf(...lists: (string[] | undefined)[]): string[] | undefined {
  return scopeList(lists.map((list) => list?.join(' ') ?? '').join(' '));
}

/** What of `wanted` is not in `held`. */
export function missingFrom(held: string[] | undefined, wanted: string[]): string[] {
  return wanted.filter((scope) => held?.includes(scope) !== true);
}
