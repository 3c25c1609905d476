/**
 * What a contained server ran into, told from what it says itself: the system's own words for a closed door, in the words of
 * the runtimes servers are written in. Best effort: a server that keeps quiet gets no hint, and none is ever acted upon.
 */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { SandboxPolicy, SandboxRefusal } from '@portolan/contract/sandbox';
import { expandHome } from '../launch/expand.ts';
import type { Platform } from '../launch/platform.ts';
import { isInside } from './visible.ts';
import { isSystem } from './runtime-folders.ts';

export type Refusal = SandboxRefusal;

const textLimit = 20_000;
const quoted = String.raw`["'“‘\x60]?(\/[^"'”’\x60\n\r:,;<>|]{1,1000})["'”’\x60]?`;
const pathPatterns = [
  // Node: "EACCES: permission denied, open '/x'"; also ENOENT for what is out of sight.
  new RegExp(String.raw`\b(EACCES|EROFS|ENOENT|EPERM)\b[^/\n]{0,120}${quoted}`, 'g'),
  // Python: "[Errno 13] Permission denied: '/x'"; the C library's words elsewhere.
  new RegExp(String.raw`(Permission denied|Read-only file system|No such file or directory)[^/\n]{0,40}${quoted}`, 'g'),
  // Tools of a shell: "cat: /x: Permission denied".
  new RegExp(String.raw`${quoted}:\s*(Permission denied|Read-only file system|No such file or directory)`, 'g'),
];
const networkPattern = /\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|ENETDOWN|EAFNOSUPPORT)\b(?:\s+([\w.-]{1,253}))?|Temporary failure in name resolution|Name or service not known|Network is unreachable|Address family not supported|Could not resolve host(?:: ([\w.-]{1,253}))?|dns error: failed to lookup/;

export interface RefusalContext {
  policy: SandboxPolicy;
  platform: Platform;
  /** Whether something is there outside; replaced by tests. */
  exists?: (path: string) => boolean;
}

/** What of a text is a door that this policy keeps closed; at most a handful, each once. */
export function refusalsIn(text: string, { policy, platform, exists = existsSync }: RefusalContext): Refusal[] {
  const found = new Map<string, Refusal>();
  const add = (refusal: Refusal): void => {
    if (found.size < 5) found.set(`${refusal.kind} ${refusal.subject}`, refusal);
  };
  const part = text.slice(-textLimit);
  for (const pattern of pathPatterns) {
    for (const match of part.matchAll(pattern)) {
      const groups = match.slice(1).filter((group) => group !== undefined);
      const place = groups.find((group) => group.startsWith('/'));
      const words = groups.find((group) => !group.startsWith('/')) ?? '';
      const refusal = place === undefined ? null : refusedPath(path.posix.normalize(place.trim()), words, { policy, platform, exists });
      if (refusal !== null) add(refusal);
    }
  }
  if (policy.network === 'none') {
    const network = networkPattern.exec(part);
    if (network !== null) add({ kind: 'contained-network', subject: network[1] ?? network[2] ?? '' });
  }
  return [...found.values()];
}

function refusedPath(place: string, words: string, { policy, platform, exists }: Required<RefusalContext>): Refusal | null {
  const granted = policy.folders.map(({ path: text, access }) => ({ access, path: expandHome(text, platform) })).filter(({ path: folder }) => isInside(place, folder) || isInside(place, realOf(folder)));
  if (granted.length > 0) {
    // Granted for reading only, and something wanted to write.
    const isWritable = granted.some(({ access }) => access === 'write');
    return isWritable || !/EROFS|Read-only|EACCES|EPERM|denied/.test(words) ? null : { kind: 'contained-write', subject: place };
  }
  if (isSystem(place) || ['/proc', '/dev', '/sys', '/run', '/etc'].some((folder) => isInside(place, folder)) || place.includes('/node_modules/')) return null;
  // Not there inside: only a hint when it is there outside, else it is simply not there.
  const isHidden = /ENOENT|No such file/.test(words);
  if (isHidden && !exists(place)) return null;
  return { kind: 'contained-folder', subject: place };
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
