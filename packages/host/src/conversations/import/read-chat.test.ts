import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatFile } from '@portolan/chat-export/chat-file';
import type { MessageView, PartView } from '@portolan/contract/conversations';
import { CallId, ConversationId, InteractionId, MessageId, ProviderId, ServerId } from '@portolan/contract/ids';
import { HostError } from '@portolan/contract/errors';
import { FileHash } from '@portolan/contract/files';
import { claudeChat, claudeMessage, gptChat, gptNode, simpleGptChat, words } from '../../../test/chat-exports.ts';
import { ImportedChat, LeftOut } from './imported-chat.ts';
import { readChat } from './read-chat.ts';

const now = Date.parse('2026-11-30T12:00:00Z');

function read(value: unknown): ImportedChat {
  const { line } = readChat(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), now);
  return ImportedChat.parse(JSON.parse(line));
}

function reasonOf(value: unknown): string {
  try {
    read(value);
  } catch (error) {
    if (error instanceof LeftOut) return `${error.reason}: ${error.title}`;
    throw error;
  }
  return 'read';
}

/** What is shown, a line a part. */
function shown({ messages, head }: ImportedChat): string[] {
  const path: number[] = [];
  for (let at: number | null = head; at !== null; at = messages[at]?.parent ?? null) path.unshift(at);
  return path.flatMap((at) => (messages[at]?.parts ?? []).map((part) => `${messages[at]?.role} ${lineOf(part)}`));
}

function lineOf(part: PartView): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'reasoning') return `(${part.text})`;
  if (part.type === 'attachment') return `[${part.name}]`;
  return `${part.tool}(${JSON.stringify(part.arguments)}) ${part.state} → ${part.result?.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('|') ?? ''}`;
}

describe('a chat of ChatGPT (C12)', () => {
  it('keeps who said what, when, and with which model; nothing hidden', () => {
    const chat = read(simpleGptChat());
    expect(chat).toMatchObject({ source: 'chatgpt', key: 'chatgpt:gpt-1', title: 'Ferries', createdAt: 1_700_000_000_123, updatedAt: 1_700_000_100_900 });
    expect(shown(chat)).toEqual(['user When does the ferry leave?', 'assistant At *seven*.']);
    expect(chat.messages[1]).toMatchObject({ createdAt: 1_700_000_000_500, model: { model: 'gpt-5' }, status: 'complete' });
  });

  it('makes one answer of thoughts, code, what it printed and the words after it', () => {
    const chat = read(
      gptChat([
        gptNode('q', null, { role: 'user', content: words('Add') }),
        gptNode('t', 'q', { role: 'assistant', content: { content_type: 'thoughts', thoughts: [{ summary: 'Adding', content: 'I add.' }], source_analysis_msg_id: 'x' } }),
        gptNode('c', 't', { role: 'assistant', content: { content_type: 'code', language: 'unknown', text: 'print(1+1)' }, recipient: 'python' }),
        gptNode('o', 'c', { role: 'tool', name: 'python', content: { content_type: 'execution_output', text: '2' } }),
        gptNode('r', 'o', { role: 'assistant', content: { content_type: 'reasoning_recap', content: 'Thought for 2s' } }),
        gptNode('a', 'r', { role: 'assistant', content: words('It is 2.\ue200cite\ue202turn0search1\ue201') }),
      ]),
    );
    expect(chat.messages).toHaveLength(2);
    expect(shown(chat)).toEqual(['user Add', 'assistant (Adding\nI add.)', 'assistant python({"code":"print(1+1)"}) done → 2', 'assistant It is 2.']);
  });

  it('turns branches into versions and shows the one that was shown', () => {
    const chat = read(
      gptChat(
        [
          gptNode('q', null, { role: 'user', content: words('Hi') }),
          gptNode('a1', 'q', { role: 'assistant', content: words('One') }),
          gptNode('a2', 'q', { role: 'assistant', content: words('Two') }),
          gptNode('q2', 'a1', { role: 'user', content: words('More') }),
        ],
        { current_node: 'q2' },
      ),
    );
    expect(shown(chat)).toEqual(['user Hi', 'assistant One', 'user More']);
    expect(chat.messages.filter(({ parent }) => parent === 0).map(({ parts }) => parts.map(lineOf))).toEqual([['One'], ['Two']]);
  });

  it('keeps what hung on a hidden node, and does not join versions over it', () => {
    const chat = read(
      gptChat([
        gptNode('q', null, { role: 'user', content: words('Hi') }),
        gptNode('h', 'q', { role: 'user', content: words('secret context'), hidden: true }),
        gptNode('s', 'h', { role: 'system', content: words('system') }),
        gptNode('a', 's', { role: 'assistant', content: words('Hello') }),
        gptNode('b', 's', { role: 'assistant', content: words('Hello again') }),
      ]),
    );
    expect(shown(chat)).toEqual(['user Hi', 'assistant Hello again']);
    expect(chat.messages.map(({ parent }) => parent)).toEqual([null, 0, 0]);
  });

  it('names pictures, files and sounds that were attached, and takes what was spoken', () => {
    const chat = read(
      gptChat([
        gptNode('q', null, {
          role: 'user',
          content: { content_type: 'multimodal_text', parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-1', size_bytes: 10, width: 1, height: 1 }, 'See this', { content_type: 'audio_transcription', text: 'and hear this', direction: 'in' }] },
          metadata: { attachments: [{ id: 'file-1', name: 'a.png', mimeType: 'image/png' }, { id: 'file-2', name: 'b.pdf', size: 5, mimeType: 'application/pdf' }] },
        }),
      ]),
    );
    expect(shown(chat)).toEqual(['user [b.pdf]', 'user See this\nand hear this', 'user [image]']);
  });

  it('survives circles, missing parents and an end that is not there', () => {
    const chat = read(gptChat([gptNode('x', 'y', { role: 'user', content: words('round') }), gptNode('y', 'x', { role: 'user', content: words('and round') }), gptNode('q', 'gone', { role: 'user', content: words('Here') })], { current_node: 'x' }));
    expect(shown(chat)).toEqual(['user Here']);
    expect(reasonOf(gptChat([gptNode('x', 'y', { role: 'user', content: words('a') }), gptNode('y', 'x', { role: 'user', content: words('b') })]))).toBe('empty: Ferries');
  });
});

describe('a chat of Claude (C12)', () => {
  it('keeps text, thoughts, calls with their results, and what was attached', () => {
    const chat = read(
      claudeChat([
        claudeMessage('1', 'human', [{ type: 'text', text: 'Read it' }], { attachments: [{ file_name: 'notes.txt', file_size: 3, file_type: 'txt', extracted_content: 'abc' }], files: [{ file_name: 'photo.jpg' }] }),
        claudeMessage('2', 'assistant', [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'tool_use', id: 't1', name: 'search', input: { q: 'ferry' }, integration_name: 'Web' },
          { type: 'token_budget' },
          { type: 'tool_result', tool_use_id: 't1', name: 'search', content: [{ type: 'text', text: 'found' }], is_error: false },
          { type: 'text', text: 'Done.' },
        ]),
      ]),
    );
    expect(chat).toMatchObject({ source: 'claude', key: 'claude:cl-1', title: 'Harbours', createdAt: Date.parse('2026-03-01T10:00:00.123Z') });
    expect(shown(chat)).toEqual(['user [notes.txt]', 'user [photo.jpg]', 'user Read it', 'assistant (Hm.)', 'assistant search({"q":"ferry"}) done → found', 'assistant Done.']);
  });

  it('follows what each message names, and the order where they name nothing', () => {
    const root = '00000000-0000-4000-8000-000000000000';
    const tree = claudeChat([
      claudeMessage('1', 'human', [{ type: 'text', text: 'Hi' }], { parent_message_uuid: root }),
      claudeMessage('2', 'assistant', [{ type: 'text', text: 'One' }], { parent_message_uuid: '1' }),
      claudeMessage('3', 'assistant', [{ type: 'text', text: 'Two' }], { parent_message_uuid: '1' }),
    ]);
    expect(shown(read(tree))).toEqual(['user Hi', 'assistant Two']);
    expect(read(tree).messages).toHaveLength(3);
    expect(shown(read(claudeChat([claudeMessage('1', 'human', [], { text: 'Old' }), claudeMessage('2', 'assistant', [], { text: 'way' })])))).toEqual(['user Old', 'assistant way']);
  });
});

describe('what is left out, and why (C12)', () => {
  it.each<[string, unknown, string]>([
    ['no JSON', '{"mapping": ', 'not-json: '],
    ['another thing', { title: 'List', items: [] }, 'not-a-chat: List'],
    ['a list', [], 'not-a-chat: '],
    ['nodes of a wrong shape', { title: 'T', id: 'x', mapping: { a: 5 } }, 'shape: T'],
    ['a message of a wrong shape', gptChat([['a', { parent: null, message: { author: 'me' } }]]), 'shape: Ferries'],
    ['no messages', claudeChat([]), 'empty: Harbours'],
    ['messages that are no objects', claudeChat([5 as never]), 'shape: Harbours'],
    ['a text beyond all measure', simpleGptChat({ mapping: Object.fromEntries([gptNode('a', null, { role: 'user', content: words('x'.repeat(2_000_001)) })]) }), 'too-large: Ferries'],
    ['a later version of ours', { format: 'portolan-chat', version: 99, title: 'New', createdAt: 1, messages: [] }, 'newer: New'],
    ['ours with a part nobody knows', { format: 'portolan-chat', version: 1, title: 'Odd', createdAt: 1, messages: [{ role: 'user', createdAt: 1, parts: [{ type: 'video' }], status: 'complete', problem: null, model: null }] }, 'shape: Odd'],
  ])('%s', (_name, value, reason) => {
    expect(reasonOf(value)).toBe(reason);
  });

  it('never fails otherwise, whatever the JSON is', () => {
    const keys = fc.constantFrom('mapping', 'chat_messages', 'title', 'uuid', 'id', 'message', 'parent', 'content', 'parts', 'author', 'role', 'format', 'version', 'messages', 'current_node', '__proto__', 'sender');
    const value = fc.letrec((tie) => ({ any: fc.oneof({ depthSize: 'small' }, fc.string(), fc.double(), fc.constant(null), fc.array(tie('any'), { maxLength: 4 }), fc.dictionary(keys, tie('any'), { maxKeys: 5 })) })).any;
    fc.assert(fc.property(value, (json) => {
        expect(reasonOf(JSON.stringify(json) ?? 'null')).toMatch(/^(read|shape|empty|not-a-chat|newer|too-large)/);
      }), { numRuns: 300 });
  });
});

describe('a chat of ours, from a stranger (C12, C16)', () => {
  const call: PartView = {
    type: 'tool-call', callId: CallId.parse('call_1'), serverId: ServerId.parse('files'), serverName: 'files', tool: 'delete', app: { resourceUri: 'ui://x' }, arguments: { path: '/' }, state: 'waiting', interactionId: InteractionId.parse('i1'), decidedBy: 'person',
    progress: { progress: 1 }, result: { content: [{ type: 'text', text: 'ok' }], isError: false, repairs: [], meta: { secret: 1 } }, review: { state: 'waiting' }, problem: new HostError('server-error', { message: 'm' }, { log: 'log' }).problem, startedAt: 1, endedAt: null,
  };
  const attachment: PartView = { type: 'attachment', serverId: ServerId.parse('files'), serverName: 'files', uri: 'file:///a', name: 'a', content: { type: 'text', text: 'a' }, version: 'x'.repeat(64), file: { hash: FileHash.parse('a'.repeat(64)), bytes: 1, mimeType: 'text/plain' } };

  it('names no server of here, waits for nobody, has no app, no version, no cost and nobody who decided it', () => {
    const message = { role: 'assistant', createdAt: 5, parts: [call, attachment], status: 'streaming', problem: null, model: null, usage: { inputTokens: 1e9, outputTokens: 1, cost: 5 } };
    const [first] = read({ format: 'portolan-chat', version: 1, title: 'Forged', createdAt: 5, messages: [message] }).messages;
    expect(first).not.toHaveProperty('usage');
    expect(first?.status).toBe('interrupted');
    const [theCall, theFile] = first?.parts ?? [];
    expect(theCall).toMatchObject({ serverId: null, state: 'interrupted', interactionId: null, decidedBy: null, progress: null, result: { content: [{ text: 'ok' }] } });
    for (const gone of ['app', 'review']) expect(theCall).not.toHaveProperty(gone);
    expect(JSON.stringify(theCall)).not.toMatch(/meta|call_1|log/);
    expect(theFile).toMatchObject({ serverId: null });
    for (const gone of ['version', 'file']) expect(theFile).not.toHaveProperty(gone);
  });

  it('takes no date from outside of time', () => {
    const chat = read({ format: 'portolan-chat', version: 1, title: '', createdAt: 9e15, messages: [{ role: 'user', createdAt: -5, parts: [{ type: 'text', text: '# Hello\nyou' }], status: 'complete', problem: null, model: null }] });
    expect(chat).toMatchObject({ createdAt: now, title: 'Hello' });
    expect(chat.messages[0]?.createdAt).toBe(now);
  });

  it('is after a round trip what it was: every text, call and date (property)', () => {
    const id = ConversationId.parse('c_AAAAAAAAAAAAAAAAAAAAAA');
    const string = fc.string({ unit: 'grapheme', maxLength: 40 });
    const part: fc.Arbitrary<PartView> = fc.oneof(
      string.map((text): PartView => ({ type: 'text', text })),
      string.map((text): PartView => ({ type: 'reasoning', text })),
      string.map((text): PartView => ({ type: 'attachment', serverId: null, serverName: 'files', uri: 'file:///a', name: 'a', content: { type: 'text', text } })),
      fc.tuple(fc.dictionary(string, fc.oneof(string, fc.integer(), fc.constant(null))), string, fc.constantFrom('done', 'failed', 'denied', 'cancelled', 'unknown', 'interrupted')).map(([args, text, state]): PartView => ({ type: 'tool-call', callId: CallId.parse('c1'), serverId: null, serverName: 's', tool: 't', arguments: { ...args }, state: state as 'done', interactionId: null, decidedBy: null, progress: null, result: { content: [{ type: 'text', text }], isError: false, repairs: [] }, problem: null, startedAt: 3, endedAt: 4 })),
    );
    const message = fc.record({ role: fc.constantFrom<'user' | 'assistant'>('user', 'assistant'), parts: fc.array(part, { maxLength: 4 }), createdAt: fc.integer({ min: 1, max: now }), status: fc.constantFrom<MessageView['status']>('complete', 'stopped', 'interrupted', 'failed'), model: fc.constantFrom(null, { providerId: ProviderId.parse('p'), model: 'm' }) });
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 6 }), (given) => {
        const messages = given.map((each): MessageView => ({ ...each, id: MessageId.parse('m1'), conversationId: id, problem: null, usage: null }));
        const file = [...chatFile('json', { conversation: { id, title: 'A chat', createdAt: 7, messageCount: messages.length }, messages, exportedAt: 8, locale: 'en' })].join('');
        const chat = read(file);
        expect(chat).toMatchObject({ key: `portolan:${id}`, title: 'A chat', createdAt: 7, head: messages.length - 1 });
        const without = (parts: readonly PartView[]) => parts.map((each) => JSON.parse(JSON.stringify({ ...each, callId: '' })) as unknown);
        expect(chat.messages.map(({ role, createdAt, status, model, parts }) => ({ role, createdAt, status, model, parts: without(parts) }))).toEqual(messages.map(({ role, createdAt, status, model, parts }) => ({ role, createdAt, status, model, parts: without(parts) })));
      }),
      { numRuns: 60 },
    );
  });
});
