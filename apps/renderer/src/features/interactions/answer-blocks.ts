/** The blocks of an answer while the person works on it: what a tool is to be used with is a form, or JSON, until it is sent. */
import type { JsonObject } from '@portolan/contract/json';
import type { AnswerBlock, SamplingView } from '@portolan/contract/sampling';
import { readForm, startForm } from '@portolan/schema-form/form-state';
import type { FormState } from '@portolan/schema-form/form-state';

export type DraftBlock = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; form: FormState };

type Tools = SamplingView['request']['tools'];

export function schemaOf(tools: Tools, name: string): JsonObject {
  return tools.find((tool) => tool.name === name)?.inputSchema ?? { type: 'object' };
}

export function draftBlocks(tools: Tools, content: readonly AnswerBlock[]): DraftBlock[] {
  return content.map((block) => (block.type === 'text' ? block : { type: 'tool_use', id: block.id, name: block.name, form: startForm(schemaOf(tools, block.name), block.input) }));
}

export function newUse(tools: Tools, name: string): DraftBlock {
  return { type: 'tool_use', id: `by-hand-${crypto.randomUUID()}`, name, form: startForm(schemaOf(tools, name)) };
}

/** What would be sent, or null while there is nothing to send or something does not fit. */
export function answerOf(tools: Tools, blocks: readonly DraftBlock[]): AnswerBlock[] | null {
  const sent: AnswerBlock[] = [];
  for (const block of blocks) {
    if (block.type === 'text') {
      if (block.text.trim() !== '') sent.push(block);
      continue;
    }
    const read = readForm(schemaOf(tools, block.name), block.form);
    if (!read.ok || typeof read.value !== 'object' || read.value === null || Array.isArray(read.value)) return null;
    sent.push({ type: 'tool_use', id: block.id, name: block.name, input: read.value });
  }
  return sent.length === 0 ? null : sent;
}
