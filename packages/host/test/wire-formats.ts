/** The same answer in each provider's streaming format, cut into small pieces as services do. */
import type { WireKind } from '@portolan/contract/providers';
import { bedrockFrame, bedrockStream } from './wire-bedrock.ts';
import type { Script } from './wire-script.ts';
import type { WireAnswer } from './wire-server.ts';

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
interface WireEvent {
  type: string;
  [field: string]: unknown;
}
const event = (value: WireEvent) => `event: ${value.type}\n${data(value)}`;
const halves = (text: string) => [text.slice(0, Math.ceil(text.length / 2)), text.slice(Math.ceil(text.length / 2))].filter((part) => part !== '');

/** A piece of a stream: text, or bytes where the format is binary. */
export type WirePiece = string | Buffer;

export const wireFormats: Record<WireKind, (script: Script) => WirePiece[]> = {
  'openai-compatible': (script) => chat(script),
  'openai-chat': (script) => chat(script),
  openrouter: (script) => chat(script),
  // Its usage comes with an event without a choice.
  mistral: (script) => chat(script),
  groq: (script) => chat(script, 'x_groq'),
  deepseek: (script) => chat(script, 'hits'),
  openai: responses,
  azure: responses,
  xai: responses,
  anthropic,
  google,
  ollama,
  bedrock: (script) => bedrockStream(script, halves),
};

/** The whole stream, for cutting it at any byte. */
export function wireBytes(kind: WireKind, script: Script): Buffer {
  return Buffer.concat(wireFormats[kind](script).map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** Events no version of the app knows. */
export function strangeEvents(kind: WireKind): WirePiece[] {
  if (kind === 'bedrock') return [bedrockFrame('execute', { code: 'alert(1)' })];
  return ['event: execute\ndata: {"type":"execute","code":"alert(1)"}\n\n', ': comment\n\n'];
}

export function streamed(kind: WireKind, script: Script): WireAnswer {
  return { chunks: wireFormats[kind](script), ...(kind === 'bedrock' ? { headers: { 'content-type': 'application/vnd.amazon.eventstream' } } : {}) };
}

/** Fragments of parallel calls come interleaved. */
function chat({ reasoning = '', text = '', calls = [], usage = { input: 11, output: 7, cached: 0 }, finish = 'stop' }: Script, counting: 'usual' | 'x_groq' | 'hits' = 'usual'): string[] {
  const chunk = (delta: object, reason: string | null = null) => data({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] });
  const cached = usage.cached ?? 0;
  const counted = { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output, ...(counting === 'hits' ? { prompt_cache_hit_tokens: cached, prompt_cache_miss_tokens: usage.input - cached } : { prompt_tokens_details: { cached_tokens: cached } }) };
  const argumentHalves = calls.map((call) => halves(call.arguments));
  return [
    ...halves(reasoning).map((part) => chunk(counting === 'x_groq' ? { reasoning: part } : { reasoning_content: part })),
    ...halves(text).map((part) => chunk({ role: 'assistant', content: part })),
    ...calls.map((call, index) => chunk({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] })),
    ...[0, 1].flatMap((half) => calls.map((_call, index) => chunk({ tool_calls: [{ index, function: { arguments: argumentHalves[index]?.[half] ?? '' } }] }))),
    chunk({}, calls.length > 0 ? 'tool_calls' : finish),
    data({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], ...(counting === 'x_groq' ? { x_groq: { id: 'r1', usage: counted } } : { usage: counted }) }),
    'data: [DONE]\n\n',
  ];
}

function responses({ reasoning = '', text = '', calls = [], usage = { input: 11, output: 7, cached: 0 }, finish = 'stop' }: Script): string[] {
  const result = [event({ type: 'response.created', response: { id: 'r1', object: 'response', created_at: 1, model: 'm', output: [], status: 'in_progress' } })];
  const push = (value: WireEvent) => result.push(event(value));
  let index = 0;
  if (reasoning) {
    const item = { type: 'reasoning', id: 'rs1', summary: [], status: 'completed', encrypted_content: 'sealed' };
    push({ type: 'response.output_item.added', output_index: index, item });
    push({ type: 'response.reasoning_summary_part.added', item_id: 'rs1', output_index: index, summary_index: 0, part: { type: 'summary_text', text: '' } });
    for (const delta of halves(reasoning)) push({ type: 'response.reasoning_summary_text.delta', item_id: 'rs1', output_index: index, summary_index: 0, delta });
    push({ type: 'response.output_item.done', output_index: index++, item: { ...item, summary: [{ type: 'summary_text', text: reasoning }] } });
  }
  if (text) {
    push({ type: 'response.output_item.added', output_index: index, item: { type: 'message', id: 'msg1', role: 'assistant', content: [], status: 'in_progress' } });
    for (const delta of halves(text)) push({ type: 'response.output_text.delta', item_id: 'msg1', output_index: index, content_index: 0, delta });
    push({ type: 'response.output_item.done', output_index: index++, item: { type: 'message', id: 'msg1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] } });
  }
  for (const call of calls) {
    const item = { type: 'function_call', id: `fc_${call.id}`, call_id: call.id, name: call.name, arguments: '', status: 'in_progress' };
    push({ type: 'response.output_item.added', output_index: index, item });
    for (const delta of halves(call.arguments)) push({ type: 'response.function_call_arguments.delta', item_id: item.id, output_index: index, delta });
    push({ type: 'response.output_item.done', output_index: index++, item: { ...item, arguments: call.arguments, status: 'completed' } });
  }
  const end = finish === 'length' ? { type: 'response.incomplete', incomplete_details: { reason: 'max_output_tokens' } } : { type: 'response.completed', incomplete_details: null };
  push({
    type: end.type,
    response: { id: 'r1', object: 'response', created_at: 1, model: 'm', output: [], status: finish === 'length' ? 'incomplete' : 'completed', incomplete_details: end.incomplete_details, usage: { input_tokens: usage.input, output_tokens: usage.output, input_tokens_details: { cached_tokens: usage.cached ?? 0 }, output_tokens_details: { reasoning_tokens: 0 } } },
  });
  return result;
}

function anthropic({ reasoning = '', text = '', calls = [], usage = { input: 11, output: 7, cached: 0 }, finish = 'stop' }: Script): string[] {
  const result: string[] = [];
  const push = (value: WireEvent) => result.push(event(value));
  push({ type: 'message_start', message: { id: 'm1', type: 'message', role: 'assistant', content: [], model: 'm', stop_reason: null, stop_sequence: null, usage: { input_tokens: usage.input - (usage.cached ?? 0), cache_read_input_tokens: usage.cached ?? 0, output_tokens: 1 } } });
  push({ type: 'ping' });
  let index = 0;
  const block = (content: object, deltas: object[]) => {
    push({ type: 'content_block_start', index, content_block: content });
    for (const delta of deltas) push({ type: 'content_block_delta', index, delta });
    push({ type: 'content_block_stop', index: index++ });
  };
  if (reasoning) block({ type: 'thinking', thinking: '', signature: '' }, [...halves(reasoning).map((thinking) => ({ type: 'thinking_delta', thinking })), { type: 'signature_delta', signature: 'signed' }]);
  if (text) block({ type: 'text', text: '' }, halves(text).map((part) => ({ type: 'text_delta', text: part })));
  for (const call of calls) block({ type: 'tool_use', id: call.id, name: call.name, input: {} }, halves(call.arguments).map((part) => ({ type: 'input_json_delta', partial_json: part })));
  push({ type: 'message_delta', delta: { stop_reason: calls.length > 0 ? 'tool_use' : finish === 'length' ? 'max_tokens' : 'end_turn', stop_sequence: null }, usage: { output_tokens: usage.output } });
  push({ type: 'message_stop' });
  return result;
}

/** One JSON object a line. Arguments come whole, and calls have no ids. */
function ollama({ reasoning = '', text = '', calls = [], usage = { input: 11, output: 7 }, finish = 'stop' }: Script): string[] {
  const line = (message: object, last: object = { done: false }) => `${JSON.stringify({ model: 'm', created_at: '2026-11-30T00:00:00Z', message: { role: 'assistant', content: '', ...message }, ...last })}\n`;
  return [
    ...halves(reasoning).map((part) => line({ thinking: part })),
    ...halves(text).map((part) => line({ content: part })),
    ...calls.map((call) => line({ tool_calls: [{ function: { name: call.name, arguments: call.id } }] }).replace(JSON.stringify(call.id), call.arguments)),
    line({}, { done: true, done_reason: finish, total_duration: 1, load_duration: 1, prompt_eval_count: usage.input, prompt_eval_duration: 1, eval_count: usage.output, eval_duration: 1 }),
  ];
}

/** Ids of calls are the client's matter here; arguments come whole. */
function google({ reasoning = '', text = '', calls = [], usage = { input: 11, output: 7, cached: 0 }, finish = 'stop' }: Script): string[] {
  const chunk = (parts: object[], last: object = {}) => data({ candidates: [{ content: { role: 'model', parts }, index: 0, ...last }], ...(Object.keys(last).length > 0 ? { usageMetadata: { promptTokenCount: usage.input, cachedContentTokenCount: usage.cached ?? 0, candidatesTokenCount: usage.output, totalTokenCount: usage.input + usage.output } } : {}) });
  return [
    ...halves(reasoning).map((part) => chunk([{ text: part, thought: true }])),
    ...halves(text).map((part) => chunk([{ text: part }])),
    ...calls.map((call) => chunk([{ functionCall: { name: call.name, args: JSON.parse(call.arguments) as unknown } }])),
    chunk([], { finishReason: finish === 'length' ? 'MAX_TOKENS' : 'STOP' }),
  ];
}
