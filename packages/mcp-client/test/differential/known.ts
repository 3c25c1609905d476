/** Every difference between this client and the official ones that the sessions show, and why it is there. */
import { isJsonObject } from '../../src/jsonrpc/message.ts';
import type { Difference } from './difference.ts';
import type { ClientName, Era } from './driver.ts';

export interface Seen extends Difference {
  client: Exclude<ClientName, 'ours'>;
  server: string;
  transport: 'stdio' | 'http';
  era: Era;
  step: string;
}

export interface Known {
  /** Where it shows, for the table. */
  where: string;
  /** Which of the official clients; both when absent. */
  client?: Seen['client'];
  ours: string;
  theirs: string;
  why: string;
  /** Depends on how messages fall into chunks, so it does not show each time. */
  varies?: true;
  matches: (seen: Seen) => boolean;
}

const noise = (seen: Seen): boolean => seen.server === 'noise-frames';
const malformed = (seen: Seen): boolean => seen.server === 'malformed-items';

export const known: readonly Known[] = [
  {
    where: '`tools/call`',
    ours: '`isError` is always there',
    theirs: 'absent unless the server sent it',
    why: 'A host need not tell absent from false.',
    matches: ({ path, ours, theirs }) => /^(result\.)?isError$/.test(path) && ours === false && theirs === undefined,
  },
  {
    where: 'every list, modern',
    client: 'v2',
    ours: 'no `_meta`, `ttlMs`, `cacheScope` of the result',
    theirs: 'those of the first page',
    why: 'They belong to one page and one moment. The cache of this client acts on them, and a list is read across pages.',
    matches: ({ path, step, ours }) => step.endsWith('/list') && /^(_meta|ttlMs|cacheScope)$/.test(path) && ours === undefined,
  },
  {
    where: '`resources/read`, modern',
    client: 'v2',
    ours: 'no `ttlMs`, `cacheScope`',
    theirs: 'as the server sent them',
    why: 'The cache acts on them; `readResource` says `cache: "reload"` to go past it.',
    matches: ({ path, step, ours }) => step.startsWith('resources/read') && /^(ttlMs|cacheScope)$/.test(path) && ours === undefined,
  },
  {
    where: '`prompts/list`',
    ours: '`arguments` is always there',
    theirs: 'absent unless the server sent it',
    why: 'No arguments and an empty list mean the same.',
    matches: ({ path, theirs }) => path === 'prompts[].arguments' && theirs === undefined,
  },
  {
    where: 'a call that the caller aborts',
    ours: 'a local error of the kind `cancelled`',
    theirs: 'v1: error -32001, v2: `REQUEST_TIMEOUT`, as for a time limit',
    why: 'Who gave up, and why, decides what a host says and whether it tries again.',
    matches: ({ step, path }) => step === 'tools/call cancelled' && path.startsWith('error'),
  },
  {
    where: 'errors of servers',
    client: 'v1',
    ours: 'the message of the server',
    theirs: '`MCP error <code>: ` before it',
    why: 'The code is a field of the error.',
    matches: ({ path, ours, theirs }) => path === 'error.message' && typeof ours === 'string' && typeof theirs === 'string' && theirs.endsWith(`: ${ours}`),
  },
  {
    where: '`completion/complete` of a server that does not declare it',
    ours: 'no values, and nothing is sent',
    theirs: 'the request is sent and fails',
    why: 'Whoever types needs no error for what a server never offered.',
    matches: ({ step, path }) => step.startsWith('completion/complete') && (path === 'completion' || path === 'error'),
  },
  {
    where: 'the handshake over stdio',
    client: 'v1',
    ours: 'tells the version agreed on',
    theirs: 'does not tell it',
    why: 'What a server can do depends on it.',
    matches: ({ step, path, theirs }) => step === 'connect' && path === 'protocolVersion' && theirs === undefined,
  },
  {
    where: 'progress right before the answer',
    ours: 'told, before the answer',
    theirs: 'lost when both come in one chunk',
    why: 'Messages are delivered in the order they came.',
    varies: true,
    matches: ({ step, path, ours, theirs }) => step === 'tools/call with progress' && path === 'progress.length' && Array.isArray(ours) && Array.isArray(theirs) && theirs.length < ours.length,
  },
  {
    where: 'an elicitation with defaults that the person left as they were',
    ours: 'the defaults are sent',
    theirs: 'the fields are missing, unless the host asked for `applyDefaults`',
    why: 'A form that shows a default and does not send it deceives both sides.',
    matches: ({ step, path }) => step.startsWith('tools/call trigger-elicitation-request') && path === 'content[].text',
  },
  {
    where: 'a tool that must be called as a task (2025-11-25)',
    ours: 'called as one and followed to its result',
    theirs: 'v1: refused, another method is for it; v2: the refusal of the server',
    why: '`callTool` calls the tools that a server lists.',
    matches: ({ step }) => step.startsWith('tools/call simulate-research-query'),
  },
  {
    where: '`ping`, modern',
    client: 'v2',
    ours: 'a round trip by `server/discover`',
    theirs: 'not supported',
    why: 'A host wants to know whether a server is there, whatever its era.',
    matches: ({ step, path, era }) => era === 'modern' && step === 'ping' && path === 'error',
  },
  {
    where: 'the log level, modern',
    client: 'v2',
    ours: 'goes with every later request',
    theirs: 'not supported; to be put into `_meta` of each request by the host',
    why: 'One setting for both eras.',
    matches: ({ step, path, era }) => era === 'modern' && step === 'logging/setLevel' && path === 'error',
  },
  {
    where: 'a legacy server whose `serverInfo.version` is a number',
    ours: 'connected',
    theirs: 'no connection',
    why: 'The name and version of a server are for display alone.',
    matches: (seen) => malformed(seen) && seen.step === 'connect' && seen.era === 'legacy' && (seen.theirs === undefined || seen.path === 'error'),
  },
  {
    where: 'a modern server whose `serverInfo.version` is a number',
    client: 'v2',
    ours: 'its name and version, as text',
    theirs: 'no name and no version',
    why: 'The same.',
    matches: (seen) => malformed(seen) && seen.step === 'connect' && seen.path === 'serverInfo' && seen.era === 'modern',
  },
  {
    where: 'a list with malformed items among good ones',
    client: 'v2',
    ours: 'the good items, the repaired ones, and for the rest a reason each',
    theirs: 'nothing: the whole list is refused',
    why: 'One bad tool must not cost the others.',
    matches: (seen) => malformed(seen) && seen.step.endsWith('/list') && (seen.path === 'error' || isListField(seen.path)),
  },
  {
    where: 'a result with a malformed content block among good ones',
    client: 'v2',
    ours: 'the good blocks, the bad one as `unknown`',
    theirs: 'nothing: the whole result is refused',
    why: 'The same, and the call has happened.',
    matches: (seen) => malformed(seen) && (seen.step.startsWith('tools/call') || seen.step.startsWith('prompts/get')) && theirsFailed(seen),
  },
  {
    where: 'an answer whose envelope is not quite JSON-RPC',
    ours: 'the result, and a note of what was tolerated',
    theirs: 'the call waits to its time limit',
    why: 'What the server meant is beyond doubt, and the call has happened.',
    matches: (seen) => noise(seen) && theirsFailed(seen),
  },
  {
    where: 'an answer that holds no result and no error, or is not an object',
    ours: 'fails at once, as `invalid-result`',
    theirs: 'the call waits to its time limit, or fails with other words',
    why: 'Nothing better will come for this id.',
    matches: (seen) => noise(seen) && bothFailed(seen),
  },
];

function isListField(path: string): boolean {
  return path === 'tools' || path === 'resources' || path === 'resourceTemplates' || path === 'prompts';
}

/** They have an error where this client has a result. */
function theirsFailed({ path, theirs, ours }: Seen): boolean {
  return (path === 'error' && ours === undefined && isJsonObject(theirs)) || (theirs === undefined && ours !== undefined && !path.startsWith('error'));
}

/** Both have an error, of different words. */
function bothFailed({ path }: Seen): boolean {
  return path.startsWith('error.');
}

/** The explanation of a difference; undefined when there is none. */
export function explain(seen: Seen): Known | undefined {
  return known.find((entry) => (entry.client === undefined || entry.client === seen.client) && entry.matches(seen));
}
