import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChatFormat } from '@portolan/contract/chat-export';
import { ConversationId } from '@portolan/contract/ids';
import { stored } from '../../../test/stored-message.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/open-storage.ts';
import { exportChat } from './export-chat.ts';

const opened: { folder: string; storage: Storage }[] = [];
afterEach(async () => {
  for (const { folder, storage } of opened.splice(0)) {
    // oxlint-disable-next-line no-await-in-loop
    await storage.close();
    // oxlint-disable-next-line no-await-in-loop
    await rm(folder, { recursive: true });
  }
});

async function chatOf(...texts: string[]): Promise<{ path: string; id: ConversationId }> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-export-'));
  const storage = openStorage({ folder, notices: { add: () => undefined } });
  opened.push({ folder, storage });
  const { id } = storage.conversations.create(null);
  for (const [index, text] of texts.entries()) storage.conversations.append(stored(index % 2 === 0 ? 'user' : 'assistant', [text], { conversationId: id }));
  return { path: storage.readPath, id };
}

async function pieces(path: string, conversationId: ConversationId, format: ChatFormat = 'markdown', signal = new AbortController().signal): Promise<string[]> {
  const all: string[] = [];
  for await (const { text } of exportChat({ path, conversationId, format, locale: 'en', exportedAt: 0 }, signal)) all.push(text);
  return all;
}

describe('a chat as a file (C12)', () => {
  it('is read from the database while the host has it open, whole and in order', async () => {
    const { path, id } = await chatOf('The first', 'The second', 'The third');
    const text = (await pieces(path, id)).join('');
    expect(text).toMatch(/^# The first[\s\S]*## You[\s\S]*The first[\s\S]*## Assistant[\s\S]*The second[\s\S]*The third\n$/);
  });

  it('comes in pieces of bounded size, whatever the size of a message', async () => {
    const long = 'x'.repeat(1_000_000);
    const { path, id } = await chatOf(long);
    const all = await pieces(path, id, 'json');
    expect(all.length).toBeGreaterThan(3);
    expect(Math.max(...all.map(({ length }) => length))).toBeLessThanOrEqual(256_000);
    const { messages } = JSON.parse(all.join('')) as { messages: { parts: { text: string }[] }[] };
    expect(messages[0]?.parts[0]?.text).toBe(long);
  });

  it('says that a chat is not there', async () => {
    const { path } = await chatOf();
    await expect(pieces(path, ConversationId.parse('c_BBBBBBBBBBBBBBBBBBBBBB'))).rejects.toMatchObject({ problem: { code: 'conversation-unknown' } });
  });

  it('says that the database can not be read', async () => {
    const { id } = await chatOf();
    await expect(pieces('/nowhere/conversations.db', id)).rejects.toMatchObject({ problem: { code: 'storage-failed' } });
  });

  it('ends when it is no longer wanted', async () => {
    const { path, id } = await chatOf('Hello');
    await expect(pieces(path, id, 'html', AbortSignal.abort())).rejects.toMatchObject({ problem: { code: 'cancelled' } });
  });
});
