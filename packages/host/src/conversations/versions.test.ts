import { describe, expect, it } from 'vitest';
import type { MessageView } from '@portolan/contract/conversations';
import { MessageId } from '@portolan/contract/ids';
import { conversationRig, rigProvider } from '../../test/conversation-rig.ts';
import type { Rig } from '../../test/conversation-rig.ts';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';

const text = (message: MessageView | undefined) => message?.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(' ') ?? '';
const shown = (rig: Rig) => rig.store.messages(rig.conversation.id).map(text);

/** A model whose answers are numbered, and that keeps what it was asked. */
async function withRig(work: (rig: Rig, asked: string[]) => Promise<void>): Promise<void> {
  const asked: string[] = [];
  await using server = await startWireServer((request) => {
    asked.push(JSON.stringify(request.body));
    return streamed('openai-compatible', { text: `Answer ${asked.length}` });
  });
  await using rig = await conversationRig({ url: server.url });
  await work(rig, asked);
}

async function ended(rig: Rig, answer: string): Promise<MessageView[]> {
  const { messages } = await rig.until(({ messages: all, conversation }) => text(all.at(-1)) === answer && all.at(-1)?.status === 'complete' && !conversation.isRunning);
  return messages;
}

describe('versions of what was said (C09)', () => {
  it('an answer is asked for again: the model is not told of the one before, which stays and can be shown again', async () => {
    await withRig(async (rig, asked) => {
      const first = await rig.ask('Question');
      rig.service.regenerate(rig.conversation.id, first.id);
      const messages = await ended(rig, 'Answer 2');
      expect(shown(rig)).toEqual(['Question', 'Answer 2']);
      expect(asked[1]).not.toContain('Answer 1');
      const second = messages.at(-1);
      expect(second?.versions).toEqual({ ids: [first.id, second?.id], at: 1 });
      rig.service.choose(rig.conversation.id, first.id);
      expect((await ended(rig, 'Answer 1')).at(-1)?.versions?.at).toBe(0);
      await rig.ask('And then?');
      expect(asked[2]).toContain('Answer 1');
      expect(asked[2]).not.toContain('Answer 2');
      expect(shown(rig)).toEqual(['Question', 'Answer 1', 'And then?', 'Answer 3']);
    });
  });

  it('another model is asked the same once: both answers stand side by side, and the chat keeps its model (C09)', async () => {
    const asked: { model?: string; messages?: unknown[] }[] = [];
    await using server = await startWireServer(({ body }) => {
      asked.push(body as { model?: string; messages?: unknown[] });
      const calls = asked.length === 2 ? [{ id: 'call_a', name: 'calc__sum', arguments: '{"a":2,"b":3}' }] : [];
      return streamed('openai-compatible', calls.length > 0 ? { calls } : { text: `By ${asked.at(-1)?.model}` });
    });
    await using rig = await conversationRig({ url: server.url });
    const first = await rig.ask('Question');
    rig.service.regenerate(rig.conversation.id, first.id, { providerId: rigProvider, model: 'other' });
    const second = (await ended(rig, 'tool-call By other')).at(-1);
    expect(second).toMatchObject({ model: { model: 'other' }, versions: { ids: [first.id, second?.id], at: 1 } });
    // Its calls are asked about as any other.
    expect(rig.person.asked).toMatchObject([{ tool: { name: 'sum' } }]);
    expect(asked[1]?.messages).toEqual(asked[0]?.messages);
    expect(rig.service.version(rig.conversation.id, first.id)).toMatchObject({ model: { model: 'm' }, parts: [{ text: 'By m' }] });
    const elsewhere = rig.service.create(null);
    expect(() => rig.service.version(elsewhere.id, first.id)).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'message-unknown' }) }));
    rig.service.choose(rig.conversation.id, first.id);
    await ended(rig, 'By m');
    await rig.ask('And then?');
    expect(asked.at(-1)).toMatchObject({ model: 'm' });
  });

  it('a message is said otherwise: what came after it stays with the version before, to its end', async () => {
    await withRig(async (rig, asked) => {
      await rig.ask('One');
      await rig.ask('Two');
      const [one] = rig.store.messages(rig.conversation.id);
      expect(one).toBeDefined();
      if (!one) return;
      rig.service.edit(rig.conversation.id, one.id, 'Uno');
      await ended(rig, 'Answer 3');
      expect(shown(rig)).toEqual(['Uno', 'Answer 3']);
      expect(asked[2]).not.toContain('One');
      rig.service.choose(rig.conversation.id, one.id);
      await ended(rig, 'Answer 2');
      expect(shown(rig)).toEqual(['One', 'Answer 1', 'Two', 'Answer 2']);
      const restarted = rig.restart();
      expect(shown(rig)).toEqual(['One', 'Answer 1', 'Two', 'Answer 2']);
      await restarted[Symbol.asyncDispose]();
    });
  });

  it('what was attached goes with the message, as it was when it was attached', async () => {
    await withRig(async (rig) => {
      const { id } = rig.conversation;
      rig.store.append({ id: MessageId.parse('m_own'), conversationId: id, role: 'user', createdAt: 1, status: 'complete', problem: null, model: null, usage: null, providerState: [], parts: [{ type: 'attachment', serverId: null, serverName: 's', uri: 'file:///a', name: 'a', content: { type: 'text', text: 'Old' } }, { type: 'text', text: 'Read this' }] });
      rig.watch();
      rig.service.edit(id, MessageId.parse('m_own'), 'Read it well');
      await ended(rig, 'Answer 1');
      expect(shown(rig)[0]).toBe('attachment Read it well');
    });
  });

  it('only what is shown is changed, by its own kind, and not while an answer is written', async () => {
    await withRig(async (rig) => {
      const answer = await rig.ask('Question');
      const { id } = rig.conversation;
      const [own] = rig.store.messages(id);
      if (!own) throw new Error('no message');
      const code = (work: () => void) => {
        try {
          work();
          return null;
        } catch (error) {
          return (error as { problem?: { code: string } }).problem?.code;
        }
      };
      expect(code(() => rig.service.edit(id, answer.id, 'x'))).toBe('message-unknown');
      expect(code(() => rig.service.regenerate(id, own.id))).toBe('message-unknown');
      expect(code(() => rig.service.choose(id, MessageId.parse('m_none')))).toBe('message-unknown');
      expect(code(() => rig.service.edit(id, own.id, '  '))).toBe('invalid-input');
      rig.service.regenerate(id, answer.id);
      expect(code(() => rig.service.choose(id, answer.id))).toBe('conversation-busy');
      expect(code(() => rig.service.edit(id, own.id, 'x'))).toBe('conversation-busy');
      await ended(rig, 'Answer 2');
      expect(code(() => rig.service.regenerate(id, answer.id))).toBe('message-unknown');
      expect(shown(rig)).toEqual(['Question', 'Answer 2']);
    });
  });
});
