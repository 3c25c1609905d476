/** Whatever a person has on the clipboard, as servers to look at before anything is added (S04, try-out 3 and 40). */
import { HostError } from '@portolan/contract/errors';
import { lookAlikeOf } from '@portolan/contract/names';
import { LaunchView } from '@portolan/contract/servers';
import type { PasteCandidate } from '@portolan/contract/servers';
import { launchHash } from '../launch-hash.ts';
import type { LaunchConfig, ServerConfig } from '../ports.ts';
import { unsetVariables } from '../servers/launch/expand.ts';
import { openSecretNames } from '../servers/open-secrets.ts';
import { currentPlatform } from '../servers/launch/platform.ts';
import { JsoncError } from './jsonc-tree.ts';
import { launchChanges } from './launch-changes.ts';
import { launchFlags } from './launch-flags.ts';
import { launchDifferences, openLaunch } from './launch-compare.ts';
import { findInCommandLines, findInUrl } from './paste-command.ts';
import { findInJson, isBareProperty } from './paste-json.ts';
import type { Found, FoundIn } from './found-servers.ts';
import { findInLink } from './paste-link.ts';
import { findInYaml, looksLikeGoose } from './paste-yaml.ts';
import { isServerName } from './read-config.ts';
import { deriveName, uniqueName } from './server-name.ts';
import { shellLines } from './shell-words.ts';

const maxCandidates = 200;

export interface Pasted {
  /** `mcpServers`, `vscode`, `zed`, `entry`, `command-line`, `mcp-add`, `url` … */
  format: string;
  candidates: PasteCandidate[];
}

/**
 * Reads any client's JSON, a command line, an `mcp add`, an install link or a URL. Changes nothing and asks nobody.
 * Fails with `paste-empty`, or `paste-not-understood` with `line`, `column` and `reason`.
 */
export function parsePaste(text: string, existing: readonly ServerConfig[]): Pasted {
  const { body, firstLine } = unwrap(text);
  if (body.trim() === '') throw new HostError('paste-empty');
  // The inside of an object gets the braces it lacks, on a line of their own so that columns stay true.
  const isBare = isBareProperty(body);
  let result: FoundIn;
  try {
    result = isBare ? findInBare(body) : find(body);
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error;
    throw new HostError('paste-not-understood', { line: error.line + firstLine - (isBare ? 1 : 0), column: error.column, reason: error.reason });
  }
  if (result.found.length === 0) throw new HostError('paste-not-understood', { line: 1, column: 1, reason: 'no-server' });
  const candidates = toCandidates(result.found, existing).map(({ candidate }) => candidate);
  candidates[0]?.notes.push(...result.refused.map(({ name, reason, line }) => `${name}: ${reason} (${line})`));
  return { format: result.format, candidates };
}

/**
 * As they would be added, each with the launch in full, for who must not show it. No two get one name.
 * @param opened launches of servers that name secrets, with the values in their place: only to tell whether one is the same
 */
export function toCandidates(found: readonly Found[], existing: readonly ServerConfig[], opened: ReadonlyMap<ServerConfig['id'], LaunchConfig> = new Map()): { candidate: PasteCandidate; launch: LaunchConfig }[] {
  const taken = new Set(existing.map((server) => server.name));
  return found.slice(0, maxCandidates).map((each) => {
    const made = toCandidate(each, existing, taken, opened);
    taken.add(made.candidate.name);
    return made;
  });
}

function find(body: string): FoundIn {
  const start = body.trimStart();
  if (/^[{[“”]|^\/[/*]/.test(start)) return findInJson(body);
  if (looksLikeGoose(body)) return findInYaml(body);
  return findInLink(body) ?? findInUrl(body) ?? findInCommandLines(body);
}

function findInBare(body: string): FoundIn {
  const { format, found, refused } = findInJson(`{\n${body}\n}`);
  return { format: format === 'entries' ? 'named-entry' : format, found, refused };
}

/** Without byte order mark and Markdown fence; `firstLine` is how many lines were taken off before. */
function unwrap(text: string): { body: string; firstLine: number } {
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ');
  const fence = /^[ \t]*```[^\n]*\n([\s\S]*?)\n[ \t]*```/m.exec(plain);
  if (!fence?.[1]) return { body: plain, firstLine: 0 };
  return { body: fence[1], firstLine: plain.slice(0, fence.index).split('\n').length };
}

function toCandidate(found: Found, existing: readonly ServerConfig[], taken: ReadonlySet<string>, opened: ReadonlyMap<ServerConfig['id'], LaunchConfig>): { candidate: PasteCandidate; launch: LaunchConfig } {
  const { launch, wasSplit } = splitWholeLine(found.launch);
  const view = openLaunch(launch);
  if (!LaunchView.safeParse(view).success) throw new HostError('paste-not-understood', { line: 1, column: 1, reason: 'too-large' });
  const given = found.name?.trim() ?? '';
  const isNamed = isServerName(given);
  const wanted = isNamed ? given : deriveName(launch);
  const standing = existing.find((server) => server.name === wanted);
  const isSame = standing !== undefined && [standing.launch, opened.get(standing.id)].some((each) => each !== undefined && launchHash(each) === launchHash(launch));
  // A name the text gives is meant: what stands under it is shown beside. A name we made up steps aside.
  const keepsName = isNamed || isSame;
  const name = keepsName && !(taken.has(wanted) && !standing) ? wanted : uniqueName(wanted, taken);
  const flags = launchFlags(launch);
  if (wasSplit && found.launch.kind === 'stdio') flags.push({ kind: 'whole-command-line', subject: found.launch.command });
  const candidate: PasteCandidate = {
    name,
    launch: view,
    flags,
    unsetVariables: unsetIn(launch),
    inputs: found.inputs,
    existing: standing && keepsName ? { id: standing.id, isSame, differences: isSame ? [] : launchDifferences(standing.launch, launch) } : null,
    changes: standing && keepsName && !isSame ? launchChanges(standing.launch, launch) : [],
    openSecrets: openSecretNames(launch),
    notes: found.notes,
  };
  const double = lookAlikeOf(name, taken);
  if (double !== null) candidate.looksLike = double;
  return { candidate, launch };
}

/** `"command": "npx -y pkg"`: split when the first word is a bare program name; a path may simply have blanks in it. */
function splitWholeLine(launch: LaunchConfig): { launch: LaunchConfig; wasSplit: boolean } {
  if (launch.kind !== 'stdio' || launch.args.length > 0 || !/^[\w.@+-]+\s+\S/.test(launch.command)) return { launch, wasSplit: false };
  try {
    const [line, ...more] = shellLines(launch.command);
    const [command, ...args] = line ?? [];
    return command === undefined || more.length > 0 ? { launch, wasSplit: false } : { launch: { ...launch, command, args }, wasSplit: true };
  } catch {
    // Quotes or operators that make no sense: left as it is, with the flag.
    return { launch, wasSplit: false };
  }
}

function unsetIn(launch: LaunchConfig): string[] {
  const platform = currentPlatform();
  const texts = launch.kind === 'stdio' ? [launch.command, ...launch.args, ...Object.values(launch.env), launch.cwd ?? ''] : [launch.url, ...Object.values(launch.headers)];
  return [...new Set(texts.flatMap((text) => unsetVariables(text, platform)))];
}
