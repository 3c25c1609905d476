/** One element of a file as a chat, whoever wrote it (C12). */
import { autoTitle } from '../../storage/title.ts';
import { importLimits, LeftOut } from './imported-chat.ts';
import type { ImportedChat } from './imported-chat.ts';
import { isChatGptChat, readChatGptChat } from './read-chatgpt.ts';
import { isClaudeChat, readClaudeChat } from './read-claude.ts';
import { isOwnChat, readOwnChat } from './read-own.ts';
import { cleanTitle } from './imported-chat.ts';

/** @throws {LeftOut} with the title, where one could be read */
export function readChat(json: Buffer, now: number): { chat: ImportedChat; line: string } {
  let title = '';
  try {
    const value = parse(json);
    title = cleanTitle(Reflect.get(Object(value), 'title') ?? Reflect.get(Object(value), 'name'));
    const read = readerOf(value)(value, now);
    const chat = { ...read, title: read.title === '' ? autoTitle(read.messages.find(({ role }) => role === 'user')?.parts ?? []) : read.title };
    const line = JSON.stringify(chat);
    // A window is given a chat as a whole.
    if (Buffer.byteLength(line) > importLimits.chat) throw new LeftOut('too-large');
    return { chat, line };
  } catch (error) {
    if (error instanceof LeftOut) throw new LeftOut(error.reason, title);
    throw error;
  }
}

function parse(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    throw new LeftOut('not-json');
  }
}

function readerOf(value: unknown): (value: unknown, now: number) => ImportedChat {
  if (isOwnChat(value)) return readOwnChat;
  if (isChatGptChat(value)) return readChatGptChat;
  if (isClaudeChat(value)) return readClaudeChat;
  throw new LeftOut('not-a-chat');
}
