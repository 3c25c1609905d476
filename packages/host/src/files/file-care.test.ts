import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PendingAttachment } from '@portolan/contract/drafts';
import { putFile } from '../../test/put-file.ts';
import { stored } from '../../test/stored-message.ts';
import { openStorage } from '../storage/open-storage.ts';
import { FileCare, undoTime } from './file-care.ts';
import { FileLibrary } from './file-library.ts';
import { FileParts } from './file-parts.ts';
import { FileStore } from './file-store.ts';

describe('files of a chat', () => {
  it('go with it, and only when it can not be brought back any more; what another chat, a draft or a waiting message needs stays (C07, C10)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portolan-care-'));
    let now = Date.now();
    const storage = openStorage({ folder, notices: { add: () => undefined }, now: () => now });
    const { conversations, queue } = storage;
    const library = new FileLibrary(new FileStore(join(folder, 'files'), () => now));
    const files = await Promise.all(['own', 'shared', 'drafted', 'waiting'].map((text) => putFile(library, `${text}.txt`, Buffer.from(text))));
    const part = async (index: number) => new FileParts(library).part({ type: 'file', hash: files[index]?.hash ?? '', name: 'x' });
    const [chat, other] = [conversations.create(null).id, conversations.create(null).id];
    conversations.append(stored('user', [await part(0), await part(1)], { conversationId: chat }));
    conversations.append(stored('user', [await part(1)], { conversationId: other }));
    const pending = (index: number) => PendingAttachment.parse({ key: 'k', label: 'x', serverName: '', input: { type: 'file', hash: files[index]?.hash, name: 'x' } });
    conversations.saveDraftAttachments(other, [pending(2)]);
    queue.add(other, 'Later', [pending(3)]);
    // What is queued takes the draft away; this one is written after it.
    conversations.saveDraftAttachments(other, [pending(2)]);
    const errors: unknown[] = [];
    const care = new FileCare({ store: library.store, conversations, now: () => now, onError: (error) => errors.push(error) });
    const there = () => Promise.all(files.map(({ hash }) => library.store.load(hash).then(() => true, () => false)));
    conversations.remove(chat);
    now += undoTime - 1_000;
    await care.run();
    expect(conversations.restore(chat).id).toBe(chat);
    expect(await there()).toEqual([true, true, true, true]);
    conversations.remove(chat);
    now += undoTime + 1_000;
    await care.run();
    expect(await there()).toEqual([false, true, true, true]);
    expect(() => conversations.restore(chat)).toThrow('conversation-unknown');
    expect(errors).toEqual([]);
    await care.close();
    await storage.close();
    await rm(folder, { recursive: true });
  });
});
