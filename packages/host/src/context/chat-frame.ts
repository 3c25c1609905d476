/**
 * What stands around a chat: instructions of the person's own, files, and a choice of servers and tools. A project gives such a
 * frame, and so does whatever else a chat is had in; here they become one, for the prompt and for what is offered.
 */
import type { FrameKind, InstructionsView } from '@portolan/contract/context';
import type { ConversationView } from '@portolan/contract/conversations';
import type { ToolResultView } from '@portolan/contract/content';
import type { ServerId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import type { ModelParameters } from '@portolan/contract/model-parameters';
import type { AttachmentPart } from '../files/file-parts.ts';
import type { AvailableTool, ServersPort, StoredMessage } from '../ports.ts';

export interface ChatFrame {
  from: FrameKind;
  /** As the person named it. */
  name: string;
  /** Written by the person; empty for none. */
  instructions: string;
  /** The only servers that are offered; null: this frame leaves none out. */
  servers: ReadonlySet<ServerId> | null;
  /** Which servers of those that are chosen are left in, whoever chose them; absent: all. */
  offersServer?: (serverId: ServerId) => boolean;
  /** Which tools of those are offered; absent: all. */
  offers?: (tool: Pick<AvailableTool, 'serverId' | 'name'>) => boolean;
  /** How the model is to answer. */
  parameters?: ModelParameters;
  /** Models may write scripts in its chats (C17), whatever each of those says. */
  runsScripts?: true;
}

export interface FrameFile {
  name: string;
  /** Estimated, of all of it. */
  tokens: number;
  way: 'whole' | 'on-demand' | 'told';
  /** Of a text that is read on demand. */
  characters?: number;
}

/** Files that go with every message of a chat, and those that its model reads when it needs them. */
export interface FrameFiles {
  of: Pick<ChatFrame, 'from' | 'name'>;
  /** In order; the model gets the whole ones before what was said. */
  parts: readonly AttachmentPart[];
  all: readonly FrameFile[];
}

export interface FrameSource {
  /** As it is kept durably at this moment; null where the chat has none. */
  frame(conversation: ConversationView): ChatFrame | null;
  /** @param room tokens that may go with every message */
  files?(conversation: ConversationView, room: number): Promise<FrameFiles | null>;
  /** Reads in a file of the chat's frame. @param most characters of one result */
  readFile?(conversation: ConversationView, args: JsonObject, most: number): Promise<ToolResultView | null>;
}

/** Tokens of files that go with every message: no more than a fifth of the window, and never more than a long document. */
export const filesRoom = (windowTokens: number): number => Math.min(40_000, Math.floor(windowTokens / 5));

/** The person's choice for this chat decides; without one, that of the last frame with a choice, as frames stand from the outermost to the nearest. */
export function offeredServers({ servers }: Pick<ConversationView, 'servers'>, frames: readonly ChatFrame[]): ReadonlySet<ServerId> | null {
  return servers === undefined ? (frames.findLast((frame) => frame.servers !== null)?.servers ?? null) : new Set(servers);
}

/** What a chat leaves in: a choice of servers says which, and a frame can only leave out more of them. */
export function offeredIn(conversation: Pick<ConversationView, 'servers'>, frames: readonly ChatFrame[]): { offersServer: (serverId: ServerId) => boolean; offers: (tool: Pick<AvailableTool, 'serverId' | 'name'>) => boolean } {
  const offered = offeredServers(conversation, frames);
  const offersServer = (serverId: ServerId): boolean => (offered === null || offered.has(serverId)) && frames.every((frame) => frame.offersServer?.(serverId) ?? true);
  return { offersServer, offers: (tool) => offersServer(tool.serverId) && frames.every((frame) => frame.offers?.(tool) ?? true) };
}

/** How the model is to answer: of several frames the nearest says. */
export const parametersOf = (frames: readonly ChatFrame[]): ModelParameters => Object.assign({}, ...frames.map(({ parameters }) => parameters ?? {}));

/** Servers as this chat's model may know them: what is left out here is neither offered, nor found, nor called. */
export function serversWithin<T extends Pick<ServersPort, 'availableTools' | 'resourceServers' | 'instructions'>>(servers: T, conversation: ConversationView, frames: readonly ChatFrame[]): Pick<T, 'availableTools' | 'resourceServers' | 'instructions'> {
  const { offers, offersServer } = offeredIn(conversation, frames);
  const isIn = ({ serverId }: { serverId: ServerId }): boolean => offersServer(serverId);
  return {
    availableTools: () => servers.availableTools().filter(offers),
    resourceServers: () => servers.resourceServers().filter(isIn),
    instructions: () => servers.instructions().filter(isIn),
  };
}

const titles: Readonly<Record<FrameKind, string>> = { project: 'project', profile: 'profile' };

/** One frame as its model is told it; empty where it has nothing to say. Its fence cannot be closed from inside. */
export function toldFrame({ from, name, instructions }: ChatFrame, files: FrameFiles | null): string {
  const text = instructions.trim();
  const more = (files?.all ?? []).filter(({ way }) => way !== 'whole');
  const told: string[] = [];
  if (text !== '') told.push(`The user wrote these instructions for the ${titles[from]} ${quoted(name)}, in which this conversation takes place. Follow them in all of it.\n\n<user-instructions>\n${clean(text)}\n</user-instructions>`);
  if (more.length > 0) {
    const lines = more.map((file) => (file.way === 'on-demand' ? `- ${quoted(file.name)}: text of ${file.characters ?? 0} characters; look into it with portolan__read_project_file` : `- ${quoted(file.name)}: too large to be given to you; the user can attach a part of it`));
    told.push(`The ${titles[from]} ${quoted(name)} also has these files. You were not given what is in them.\n${lines.join('\n')}`);
  }
  return told.join('\n\n');
}

const quoted = (name: string): string => JSON.stringify(clean(name));

/** Without letters that only a model would read, and without anything like the fence. What joins emoji and scripts stays. */
function clean(text: string): string {
  return text.replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}]/gu, '').replace(fence, '‹$1user-instructions');
}

/** Also with something in it that a model reads over. */
const fence = new RegExp(`<[\\s\u200c\u200d]*(/?)[\\s\u200c\u200d]*${Array.from('user-instructions').join('[\u200c\u200d]*')}`, 'giu');

/** The files that go whole stand before what was said first. The stored message stays as it is. */
export function withFrameFiles(history: readonly StoredMessage[], files: readonly FrameFiles[]): StoredMessage[] {
  const parts = files.flatMap(({ of, parts: whole }) => (whole.length === 0 ? [] : [{ type: 'text' as const, text: `[Files of the ${titles[of.from]} ${quoted(of.name)}, which the user gives you with every conversation in it:]` }, ...whole]));
  const at = parts.length === 0 ? -1 : history.findIndex(({ role }) => role === 'user');
  const first = history[at];
  return first === undefined ? [...history] : history.with(at, { ...first, parts: [...parts, ...first.parts] });
}

/** What stands before the messages, in its order. @param told parallel to `frames` */
export function instructionsOf(own: string, frames: readonly ChatFrame[], told: readonly string[], ofServers: readonly { name: string; text: string }[], estimate: (text: string) => number): InstructionsView[] {
  return [
    { from: 'app' as const, name: '', text: own },
    ...frames.flatMap(({ from, name }, index) => (told[index] === undefined || told[index] === '' ? [] : [{ from, name, text: told[index] }])),
    ...ofServers.map(({ name, text }) => ({ from: 'server' as const, name, text })),
  ].map((each) => ({ ...each, tokens: estimate(each.text) }));
}
