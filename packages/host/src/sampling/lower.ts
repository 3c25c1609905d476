/** A server's request as a model is given it: messages, tools under names that models take, and what must not be mixed. */
import type { ModelMessage } from 'ai';
import type { SampleRequest, SamplingBlock } from '@portolan/mcp-client/handlers';
import { lowerBlock } from '../models/lower/blocks.ts';
import type { WireTraits } from '../models/lower/traits.ts';
import { modelToolName } from '../models/names.ts';
import { toContentView } from '../servers/views/content-view.ts';

type UserPart = Exclude<Extract<ModelMessage, { role: 'user' }>['content'], string>[number];
type AssistantPart = Exclude<Extract<ModelMessage, { role: 'assistant' }>['content'], string>[number];
type ToolPart = Extract<ModelMessage, { role: 'tool' }>['content'][number];

/** Order is kept. The engine has checked already that every use of a tool has its result (H54). */
export function lowerMessages(serverName: string, messages: SampleRequest['messages'], traits: WireTraits): ModelMessage[] {
  const names = new Map<string, string>();
  return messages.flatMap(({ role, content }): ModelMessage[] => {
    if (role === 'assistant') {
      return [{ role, content: content.flatMap((block): AssistantPart[] => assistantPart(serverName, block, names)) }];
    }
    const results = content.flatMap((block): ToolPart[] => (block.type === 'tool_result' ? [toolPart(block, names)] : []));
    if (results.length > 0) return [{ role: 'tool', content: results }];
    return [{ role, content: content.flatMap((block) => userParts(block, traits)) }];
  });
}

function assistantPart(serverName: string, block: SamplingBlock, names: Map<string, string>): AssistantPart[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }];
  if (block.type !== 'tool_use') return [{ type: 'text', text: `[${block.type}]` }];
  const toolName = modelToolName(serverName, block.name);
  names.set(block.id, toolName);
  return [{ type: 'tool-call', toolCallId: block.id, toolName, input: block.input }];
}

function toolPart(block: Extract<SamplingBlock, { type: 'tool_result' }>, names: ReadonlyMap<string, string>): ToolPart {
  const value = resultText(block);
  return { type: 'tool-result', toolCallId: block.toolUseId, toolName: names.get(block.toolUseId) ?? 'tool', output: block.isError ? { type: 'error-text', value } : { type: 'text', value } };
}

/** What a tool of the server came to, in words. */
export function resultText({ content, structuredContent }: Extract<SamplingBlock, { type: 'tool_result' }>): string {
  const texts = content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
  if (structuredContent !== undefined && texts.length === 0) texts.push(JSON.stringify(structuredContent));
  return texts.join('\n');
}

function userParts(block: SamplingBlock, traits: WireTraits): UserPart[] {
  if (block.type === 'tool_use' || block.type === 'tool_result') return [];
  const lowered = lowerBlock(toContentView(block), traits);
  return lowered.type === 'text' ? [{ type: 'text', text: lowered.text }] : [{ type: 'file', mediaType: lowered.mediaType, data: lowered.data }];
}

