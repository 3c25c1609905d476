/** The model's answer on its way to the server. */
import type { Annotations } from '../../client.ts';
import type { OutgoingBlock, SampleRequest, SampleResult } from '../../handlers.ts';
import type * as V2026 from '../../generated/2026-07-28.ts';
import { isJsonObject } from '../../jsonrpc/message.ts';
import type { JsonObject } from '../../jsonrpc/message.ts';
import { UnusableAnswer } from './unusable-answer.ts';

type Accepted = Extract<SampleResult, { action: 'accept' }>;

/**
 * @param isSingle the revision knows one block as an answer, not several (before 2025-11-25)
 * @throws {UnusableAnswer} for what no server could read
 */
export function writeSample(request: SampleRequest, result: Accepted, isSingle: boolean): JsonObject {
  if (typeof result.model !== 'string') throw new UnusableAnswer('The answer to a sampling request names no model.');
  const blocks = isSingle ? joinTexts(result.content) : result.content;
  if (blocks.length === 0) throw new UnusableAnswer('The answer to a sampling request is empty.');
  const ids = new Set<string>();
  const content = blocks.map((block) => writeBlock(block, request, ids));
  const [only] = content;
  const { stopReason, meta, model } = result;
  return {
    role: 'assistant',
    // One block by itself is understood by every revision.
    content: content.length === 1 && only !== undefined ? only : content,
    model,
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(meta === undefined ? {} : { _meta: meta }),
  } satisfies V2026.CreateMessageResult;
}

type WrittenBlock = JsonObject & V2026.SamplingMessageContentBlock;

function writeBlock(block: OutgoingBlock, request: SampleRequest, ids: Set<string>): WrittenBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text, ...annotationsOf(block) };
    case 'image':
    case 'audio':
      return { type: block.type, data: block.data, mimeType: block.mimeType, ...annotationsOf(block) };
    case 'tool_use': {
      const { id, name, input, meta } = block;
      if (request.tools.length === 0) throw new UnusableAnswer('The answer uses a tool, but the server offered none.');
      if (id === '' || ids.has(id)) throw new UnusableAnswer('The tool uses of an answer need ids of their own.');
      if (!isJsonObject(input)) throw new UnusableAnswer('The input of a tool use has to be an object.');
      ids.add(id);
      return { type: 'tool_use', id, name, input, ...(meta === undefined ? {} : { _meta: meta }) };
    }
    default:
      throw new UnusableAnswer('The answer holds a block that sampling does not have.');
  }
}

function annotationsOf({ annotations }: { annotations?: Annotations }): { annotations?: JsonObject & Annotations } {
  return annotations === undefined ? {} : { annotations: { ...annotations } };
}

function joinTexts(blocks: OutgoingBlock[]): OutgoingBlock[] {
  if (blocks.length < 2) return blocks;
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (texts.length < blocks.length) throw new UnusableAnswer('The protocol version of this connection takes one block as an answer, and these cannot be joined.');
  return [{ type: 'text', text: texts.join('') }];
}
