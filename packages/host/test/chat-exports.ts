/** Conversations as other services hand them out, built as theirs are. */

interface GptMessage {
  role: 'user' | 'assistant' | 'system' | 'tool';
  content: unknown;
  name?: string;
  recipient?: string;
  hidden?: boolean;
  metadata?: Record<string, unknown>;
  at?: number;
}

export const words = (...parts: unknown[]) => ({ content_type: 'text', parts });

/** A node: its id, its parent's, its message. */
export function gptNode(id: string, parent: string | null, message: GptMessage | null): [string, unknown] {
  if (message === null) return [id, { id, message: null, parent, children: [] }];
  const { role, content, name = null, recipient = 'all', hidden = false, metadata = {}, at = 1_700_000_000.5 } = message;
  return [id, { id, parent, children: [], message: { id, author: { role, name, metadata: {} }, create_time: at, update_time: null, content, status: 'finished_successfully', end_turn: null, weight: 1, recipient, metadata: { ...(hidden ? { is_visually_hidden_from_conversation: true } : {}), ...metadata } } }];
}

export function gptChat(nodes: [string, unknown][], change: Record<string, unknown> = {}): Record<string, unknown> {
  return { title: 'Ferries', create_time: 1_700_000_000.123, update_time: 1_700_000_100.9, mapping: Object.fromEntries(nodes), moderation_results: [], current_node: nodes.at(-1)?.[0], conversation_id: 'gpt-1', id: 'gpt-1', is_archived: false, ...change };
}

/** Three lines, the first hidden. */
export const simpleGptChat = (change: Record<string, unknown> = {}) =>
  gptChat([gptNode('root', null, null), gptNode('sys', 'root', { role: 'system', content: words('') }), gptNode('q', 'sys', { role: 'user', content: words('When does the ferry leave?') }), gptNode('a', 'q', { role: 'assistant', content: words('At *seven*.'), metadata: { model_slug: 'gpt-5' } })], change);

export function claudeChat(messages: Record<string, unknown>[], change: Record<string, unknown> = {}): Record<string, unknown> {
  return { uuid: 'cl-1', name: 'Harbours', summary: '', created_at: '2026-03-01T10:00:00.123456Z', updated_at: '2026-03-02T10:00:00Z', account: { uuid: 'x' }, chat_messages: messages, ...change };
}

export function claudeMessage(uuid: string, sender: string, content: unknown[], change: Record<string, unknown> = {}): Record<string, unknown> {
  return { uuid, text: '', content, sender, created_at: '2026-03-01T10:00:01Z', updated_at: '2026-03-01T10:00:01Z', attachments: [], files: [], ...change };
}
