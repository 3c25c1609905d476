/** Amazon's binary event stream (application/vnd.amazon.eventstream), as the Converse API sends it. */
import { crc32 } from 'node:zlib';
import type { Script } from './wire-script.ts';

/** One frame: lengths, headers, payload, and a checksum after each part. */
export function bedrockFrame(type: string, payload: object, messageType: 'event' | 'exception' = 'event'): Buffer {
  const headers = Buffer.concat([header(':message-type', messageType), header(messageType === 'event' ? ':event-type' : ':exception-type', type), header(':content-type', 'application/json')]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + headers.length + body.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const checked = Buffer.concat([prelude, number(crc32(prelude)), headers, body]);
  return Buffer.concat([checked, number(crc32(checked))]);
}

export function bedrockStream({ reasoning = '', text = '', calls = [], usage = { input: 11, output: 7, cached: 0 }, finish = 'stop' }: Script, halves: (text: string) => string[]): Buffer[] {
  const frames = [bedrockFrame('messageStart', { role: 'assistant' })];
  let index = 0;
  const block = (deltas: object[], start?: object) => {
    if (start) frames.push(bedrockFrame('contentBlockStart', { contentBlockIndex: index, start }));
    for (const delta of deltas) frames.push(bedrockFrame('contentBlockDelta', { contentBlockIndex: index, delta }));
    frames.push(bedrockFrame('contentBlockStop', { contentBlockIndex: index++ }));
  };
  if (reasoning) block([...halves(reasoning).map((part) => ({ reasoningContent: { text: part } })), { reasoningContent: { signature: 'signed' } }]);
  if (text) block(halves(text).map((part) => ({ text: part })));
  for (const call of calls) block(halves(call.arguments).map((input) => ({ toolUse: { input } })), { toolUse: { toolUseId: call.id, name: call.name } });
  const cached = usage.cached ?? 0;
  frames.push(bedrockFrame('messageStop', { stopReason: calls.length > 0 ? 'tool_use' : finish === 'length' ? 'max_tokens' : 'end_turn' }));
  // What came from the cache is counted beside the input.
  frames.push(bedrockFrame('metadata', { usage: { inputTokens: usage.input - cached, outputTokens: usage.output, totalTokens: usage.input + usage.output, cacheReadInputTokens: cached }, metrics: { latencyMs: 1 } }));
  return frames;
}

function header(name: string, value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, bytes]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}
