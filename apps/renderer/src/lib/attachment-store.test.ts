import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as views from '../test/views.ts';

const chat = views.ids.chat('first');
/** The store as a tab has it after a reload. */
async function reload() {
  vi.resetModules();
  return import('./attachment-store.ts');
}
beforeEach(() => sessionStorage.clear());

describe('attachments not yet sent', () => {
  it('are attached once each, up to as many as a message carries, and say how many did not fit', async () => {
    const { useAttachments, resourceAttachment, mostAttachments } = await reload();
    const all = Array.from({ length: mostAttachments + 2 }, (_, index) => resourceAttachment(views.server('files'), `file:///${index}`, { name: `${index}` }));
    expect(useAttachments.getState().add(chat, all.slice(0, 2))).toBe(0);
    expect(useAttachments.getState().add(chat, all)).toBe(2);
    expect(useAttachments.getState().of[chat]).toHaveLength(mostAttachments);
  });

  it('are there after a reload of the tab', async () => {
    const before = await reload();
    const { server } = views;
    const resource = before.resourceAttachment(server('files'), 'file:///a', { name: 'a' });
    const [message] = before.promptAttachments(server('files'), { name: 'greet', arguments: [], isEnabled: true, repairs: [] }, [{ role: 'user', content: { type: 'text', text: 'hi' } }]);
    before.useAttachments.getState().add(chat, message ? [resource, message] : []);
    const after = await reload();
    expect(after.useAttachments.getState().of[chat]).toEqual([resource, message]);
    after.useAttachments.getState().remove(chat, [resource.key, message?.key ?? '']);
    expect((await reload()).useAttachments.getState().of).toEqual({});
  });

  it.each(['not json', '[]', '{"c-first":[{"key":1}],"../x":[]}', '{"c-first":[{"key":"k","label":"l","serverName":"s","input":{"type":"resource","serverId":"../..","uri":"x","name":"x"}}]}'])('are not taken from a storage that holds something else: %s', async (text) => {
    sessionStorage.setItem('portolan.attachments', text);
    expect((await reload()).useAttachments.getState().of[chat] ?? []).toEqual([]);
  });
});
