/** A request as the model layer makes it, in the shape of llama.cpp's chat templates: what a call returned stands with the call. */
import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { HistoryItem } from './model-messages.ts';

type Response = Extract<HistoryItem, { type: 'model' }>['response'];

export function chatHistory(prompt: LanguageModelV4Prompt): HistoryItem[] {
  const results = new Map<string, unknown>();
  for (const message of prompt) if (message.role === 'tool') for (const part of message.content) if (part.type === 'tool-result') results.set(part.toolCallId, outcome(part));
  const items: HistoryItem[] = [];
  for (const message of prompt) {
    if (message.role === 'system') items.push({ type: 'system', text: message.content });
    else if (message.role === 'user') items.push({ type: 'user', text: message.content.map((part) => (part.type === 'text' ? part.text : '[A file, which this model is not given.]')).join('\n') });
    else if (message.role === 'assistant') {
      const response = message.content.flatMap((part): Response => {
        if (part.type === 'text') return [part.text];
        // What it thought is left out, as the templates of such models do.
        return part.type === 'tool-call' ? [{ type: 'functionCall', name: part.toolName, params: part.input, result: results.get(part.toolCallId) ?? 'There is no result.' }] : [];
      });
      // A step after calls goes on with the same answer.
      const last = items.at(-1);
      if (last?.type === 'model') last.response.push(...response);
      else items.push({ type: 'model', response });
    }
  }
  if (items.at(-1)?.type !== 'model') items.push({ type: 'model', response: [] });
  return items;
}

function outcome({ output }: LanguageModelV4ToolResultPart): unknown {
  switch (output.type) {
    case 'text':
    case 'json':
      return output.value;
    case 'error-text':
    case 'error-json':
      return { error: output.value };
    case 'execution-denied':
      return { error: output.reason ?? 'The user declined this call.' };
    case 'content':
      return output.value.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    default:
      return output satisfies never;
  }
}
