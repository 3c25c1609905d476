import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChatFormat } from '@portolan/contract/chat-export';
import { ConversationId } from '@portolan/contract/ids';
import { putFile } from '../../../test/put-file.ts';
import { pixelPng, zip } from '../../../test/some-files.ts';
import { stored } from '../../../test/stored-message.ts';
import { FileLibrary } from '../../files/file-library.ts';
import { FileParts } from '../../files/file-parts.ts';
import { FileStore } from '../../files/file-store.ts';
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

async function chatOf(...texts: string[]): Promise<{ path: string; id: ConversationId; folder: string; storage: Storage }> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-export-'));
  const storage = openStorage({ folder, notices: { add: () => undefined } });
  opened.push({ folder, storage });
  const { id } = storage.conversations.create(null);
  for (const [index, text] of texts.entries()) storage.conversations.append(stored(index % 2 === 0 ? 'user' : 'assistant', [text], { conversationId: id }));
  return { path: storage.readPath, id, folder, storage };
}

async function pieces(path: string, conversationId: ConversationId, format: ChatFormat = 'markdown', signal = new AbortController().signal): Promise<string[]> {
  const all: string[] = [];
  for await (const { text } of exportChat({ path, files: join(dirname(path), 'files'), conversationId, format, locale: 'en', exportedAt: 0 }, signal)) all.push(text);
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

  it('holds the files that were attached: pictures in the page, everything in JSON, texts whole in all (C07, C12)', async () => {
    const { path, id, folder, storage } = await chatOf();
    const library = new FileLibrary(new FileStore(join(folder, 'files')));
    const long = `begin ${'x'.repeat(120_000)} end`;
    const files = await Promise.all([putFile(library, 'photo.png', pixelPng), putFile(library, 'a.zip', zip), putFile(library, 'long.txt', Buffer.from(long))]);
    const parts = await Promise.all(files.map(({ hash, name }) => new FileParts(library).part({ type: 'file', hash, name, asWords: true })));
    storage.conversations.append(stored('user', parts, { conversationId: id }));
    const [html, json, markdown] = await Promise.all((['html', 'json', 'markdown'] as const).map(async (format) => (await pieces(path, id, format)).join('')));
    expect(html).toContain(`<img src="data:image/png;base64,${pixelPng.toString('base64')}"`);
    expect(html).toContain('[application/zip, 7 bytes: not in this file]');
    expect(json).toContain(zip.toString('base64'));
    expect(json).toContain(files[0]?.hash);
    expect(markdown).toContain('Attached file: photo.png');
    for (const file of [html, json, markdown]) expect(file).toContain(long);
    // Kept no longer: the file says so and is written all the same.
    await library.store.sweep(() => new Set(), Number.MAX_SAFE_INTEGER);
    expect((await pieces(path, id, 'html')).join('')).toContain('[image/png, 70 bytes: not in this file]');
  });

  it('names its project, with what the model was told there (C10)', async () => {
    const { path, id, storage } = await chatOf('Hello');
    const project = storage.projects.create('Kitchen <b>').id;
    storage.projects.update(project, { instructions: 'Metric </pre><script>alert(1)</script> units.' });
    storage.conversations.setProject(id, project);
    const [html, json, markdown] = await Promise.all((['html', 'json', 'markdown'] as const).map(async (format) => (await pieces(path, id, format)).join('')));
    expect(html).toMatch(/In the project “Kitchen &lt;b&gt;”\.[^]*<pre>Metric &lt;\/pre&gt;/);
    expect(html).not.toContain('<script>');
    expect(JSON.parse(json ?? '')).toMatchObject({ project: { name: 'Kitchen <b>', instructions: 'Metric </pre><script>alert(1)</script> units.' } });
    expect(markdown).toMatch(/In the project “Kitchen[^]*Instructions the model was given in it[^]*Metric/);
    storage.projects.remove(project);
    expect((await pieces(path, id, 'json')).join('')).not.toContain('Kitchen');
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
