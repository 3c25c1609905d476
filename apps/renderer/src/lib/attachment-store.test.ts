import { beforeEach, describe, expect, it } from 'vitest';
import { mostAttachments } from '@portolan/contract/drafts';
import { fileHash } from '../test/file-handlers.ts';
import * as views from '../test/views.ts';
import { fileAttachment, resourceAttachment, useAttachments } from './attachment-store.ts';

const chat = views.ids.chat('first');
const file = { hash: fileHash(1), name: 'a.png', bytes: 3, mimeType: 'image/png', tokens: 10 };
beforeEach(() => useAttachments.setState(useAttachments.getInitialState()));

describe('attachments not yet sent', () => {
  it('are attached once each, up to as many as a message carries, and say how many did not fit', () => {
    const all = Array.from({ length: mostAttachments + 2 }, (_, index) => resourceAttachment(views.server('files'), `file:///${index}`, { name: `${index}` }));
    expect(useAttachments.getState().add(chat, all.slice(0, 2))).toBe(0);
    expect(useAttachments.getState().add(chat, all)).toBe(2);
    expect(useAttachments.getState().of[chat]).toHaveLength(mostAttachments);
  });

  it('a file is one by its bytes, and only its name goes where the person wants that (C07)', () => {
    useAttachments.getState().add(chat, [fileAttachment(file), fileAttachment({ ...file, name: 'the same.png' })]);
    expect(useAttachments.getState().of[chat]?.map(({ input }) => input)).toEqual([{ type: 'file', hash: file.hash, name: 'a.png' }]);
    useAttachments.getState().sendAsWords(chat, [`file ${file.hash}`]);
    expect(useAttachments.getState().of[chat]?.map(({ input }) => input)).toEqual([{ type: 'file', hash: file.hash, name: 'a.png', asWords: true }]);
  });
});
