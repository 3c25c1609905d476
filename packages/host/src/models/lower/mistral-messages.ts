/**
 * What Mistral's models ask of a history beyond what others do (reported): ids of calls are exactly nine letters and digits,
 * and after the answers of tools the model has the word before the user has it again.
 */
import { createHash } from 'node:crypto';
import type { ModelMessage } from 'ai';

/** Stands between the answers of tools and what the user says. */
const hasRead = 'I have the results.';

/** The same history gives the same bytes; ids that fit already are kept, so that a model finds its own. */
export function forMistral(messages: readonly ModelMessage[]): ModelMessage[] {
  const result: ModelMessage[] = [];
  for (const message of messages) {
    if (message.role === 'user' && result.at(-1)?.role === 'tool') result.push({ role: 'assistant', content: hasRead });
    if (message.role === 'assistant' && typeof message.content !== 'string') result.push({ ...message, content: message.content.map((part) => (part.type === 'tool-call' || part.type === 'tool-result' ? { ...part, toolCallId: shortId(part.toolCallId) } : part)) });
    else if (message.role === 'tool') result.push({ ...message, content: message.content.map((part) => (part.type === 'tool-result' ? { ...part, toolCallId: shortId(part.toolCallId) } : part)) });
    else result.push(message);
  }
  return result;
}

function shortId(id: string): string {
  return /^[a-zA-Z0-9]{9}$/.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9);
}
