/** Messages as the store keeps them, for tests of what is made of them. */
import type { PartView, ToolCallView } from '@portolan/contract/conversations';
import type { ContentView } from '@portolan/contract/content';
import { CallId, ConversationId, MessageId, ServerId } from '@portolan/contract/ids';
import type { StoredMessage } from '../src/ports.ts';

let count = 0;

export function stored(role: 'user' | 'assistant', parts: (PartView | string)[], change: Partial<StoredMessage> = {}): StoredMessage {
  return {
    id: MessageId.parse(`m${++count}`),
    conversationId: ConversationId.parse('c1'),
    role,
    createdAt: 1,
    parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
    status: 'complete',
    problem: null,
    model: null,
    usage: null,
    providerState: [],
    ...change,
  };
}

export function storedCall(name: string, result: ContentView[] | null, change: Partial<ToolCallView> = {}): ToolCallView {
  return {
    type: 'tool-call',
    callId: CallId.parse(`call_${++count}`),
    serverId: ServerId.parse('id-calc'),
    serverName: 'calc',
    tool: name,
    arguments: {},
    state: 'done',
    interactionId: null,
    decidedBy: 'person',
    progress: null,
    result: result && { content: result, isError: false, repairs: [] },
    problem: null,
    startedAt: 1,
    endedAt: 2,
    ...change,
  };
}

/** A picture of one pixel, base64. */
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
