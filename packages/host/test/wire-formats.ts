/** The same answer in each provider's streaming format, cut into small pieces as services do. */
import type { WireKind } from '@portolan/contract/providers';
import type { WireAnswer } from './wire-server.ts';

export interface Script {
  reasoning?: string;
  text?: string;
  calls?: { id: string; name: string; /** JSON text; need not be valid. */ arguments: string }[];
  /** `input` counts what came from the provider's cache too. */
  usage?: { input: number; output: number; cached?: number };
  finish?: 'stop' | 'length';
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
interface WireEvent {
  type: string;
  [field: string]: unknown;
}
const event = (value: WireEvent) => `event: ${value.type}\n${data(value)}`;
const halves = (text: string) => [text.slice(0, Math.ceil(text.length / 2)), text.slice(Math.ceil(text.length / 2))].filter((part) => part !== '');

export const wireFormats: Record<WireKind, (script: Script) => string[]> = {
  'openai-compatible': chat,
  'openai-chat': chat,
  openai: responses,
  anthropic,
  google,
  ollama,
};

export function streamed(kind: WireKind, script: Script): WireAnswer {
  return { chunks: wireFormats[kind](script) };
}

/** Fragments of parallel calls come interleaved. */
function chat({ reasoning = '', text = '', calls = [], usage = { input: 11, output: 7, cached: 0 }, finish = 'stop' }: Script): string[] {
  const chunk = (delta: object, reason: string | null = null) => data({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] });
  const argumentHalves = calls.map((call) => halves(call.arguments));
  return [
    ...halves(reasoning).map((part) => chunk({ reasoning_content: part })),
    ...halves(text).map((part) => chunk({ role: 'assistant', content: part })),
    ...calls.map((call, index) => chunk({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] })),
    ...[0, 1].flatMap((half) => calls.map((_call, index) => chunk({ tool_calls: [{ index, function: { arguments: argumentHalves[index]?.[half] ?? '' } }] }))),
    chunk({}, calls.length > 0 ? 'tool_calls' : finish),
    data({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output, prompt_tokens_details: { cached_tokens: usage.cached ?? 0 } } }),
    'data: [DONE]\n\n',
  ];
}

function responses({ reasoning = '', text = '', calls = [], usage = { input: 11, output: 7, cached: 0 }, finish = 'stop' }: Script): string[] {
  const result = [event({ type: 'response.created', response: { id: 'r1', object: 'response', created_at: 1, model: 'm', status: 'in_progress' } })];
  const push = (value: WireEvent) => result.push(event(value));
  let index = 0;
  if (reasoning) {
    const item = { type: 'reasoning', id: 'rs1', summary: [], encrypted_content: 'sealed' };
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
    response: { id: 'r1', created_at: 1, model: 'm', incomplete_details: end.incomplete_details, usage: { input_tokens: usage.input, output_tokens: usage.output, input_tokens_details: { cached_tokens: usage.cached ?? 0 }, output_tokens_details: { reasoning_tokens: 0 } } },
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
