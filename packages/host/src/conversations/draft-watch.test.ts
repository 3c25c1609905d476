import { describe, expect, it } from 'vitest';
import { ConversationId } from '@portolan/contract/ids';
import { DraftWatch } from './draft-watch.ts';

const chat = ConversationId.parse('c_1');

describe('drafts in several windows (C11)', () => {
  it('are told to every other window of the chat, and not to the one that writes', async () => {
    const watch = new DraftWatch();
    const stop = new AbortController();
    const seen: Record<string, unknown[]> = { a: [], b: [] };
    const follow = async (window: 'a' | 'b') => {
      for await (const event of watch.watch(chat, window, stop.signal)) seen[window]?.push(event);
    };
    const following = [follow('a'), follow('b')];
    watch.saved({ conversationId: chat, text: 'One' }, 'a');
    watch.saved({ conversationId: ConversationId.parse('c_2'), text: 'Elsewhere' }, 'a');
    await expect.poll(() => seen['b']).toEqual([{ text: 'One' }]);
    watch.saved({ conversationId: chat, attachments: [] }, 'b');
    await expect.poll(() => seen['a']).toEqual([{ attachments: [] }]);
    stop.abort();
    await Promise.all(following);
    expect(seen['b']).toEqual([{ text: 'One' }]);
  });
});
