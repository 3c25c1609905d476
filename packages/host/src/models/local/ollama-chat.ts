/** Ollama's `POST /api/chat`: one JSON object a line. Lines are bounded, and an answer without its end is cut. */
import type { OllamaClient } from 'ai-sdk-ollama';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { AnswerTooLong, NotAModel } from '../model-errors.ts';

type Chat = OllamaClient['chat'];
type Line = Awaited<ReturnType<Chat>> extends infer Answer ? Exclude<Answer, { abort(): void }> : never;

const maxLine = 8_000_000;

export interface OllamaConnection {
  baseUrl: string;
  fetch: typeof fetch;
  headers: Record<string, string>;
  /** The arguments of each call as they were written, in the order of the calls. */
  onArguments(raw: string): void;
}

export function ollamaChat({ baseUrl, fetch: send, headers, onArguments }: OllamaConnection): Chat {
  const post = async (request: object, signal: AbortSignal): Promise<Response> => {
    const response = await send(`${baseUrl}/api/chat`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(request), signal });
    if (response.ok) return response;
    const responseBody = await response.text();
    throw Object.assign(new Error(`HTTP ${response.status}`), { statusCode: response.status, responseBody, responseHeaders: Object.fromEntries(response.headers) });
  };
  const chat = async (request: object & { stream?: boolean }, options?: { signal?: AbortSignal }): Promise<unknown> => {
    const own = new AbortController();
    const signal = options?.signal === undefined ? own.signal : AbortSignal.any([options.signal, own.signal]);
    const { body } = await post({ ...request, stream: true }, signal);
    if (body === null) throw new NotAModel('The answer was empty.');
    return Object.assign(lines(body, onArguments), { abort: () => own.abort() });
  };
  return chat as Chat;
}

/** What is no line of an answer is passed over; where nothing else came, it is not a model that answered. */
async function* lines(body: ReadableStream<Uint8Array>, onArguments: (raw: string) => void): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = '';
  let oddity: string | null = null;
  let isAnswer = false;
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const whole = rest.split('\n');
    rest = whole.pop() ?? '';
    if (rest.length > maxLine) throw new AnswerTooLong(`a line of ${maxLine} characters`);
    for (const text of whole) {
      const line = readLine(text, onArguments);
      if (line === null) {
        oddity ??= text;
        continue;
      }
      isAnswer = true;
      yield line;
      if (line.done) return;
    }
  }
  if (!isAnswer) throw new NotAModel((oddity ?? rest).slice(0, 300) || 'The answer was empty.');
  // As a broken connection: whatever ended it, the last line never came.
  throw new TypeError('terminated');
}

function readLine(text: string, onArguments: (raw: string) => void): Line | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  // It says so in the stream when something goes wrong after it began.
  if ('error' in value) throw new Error(typeof value.error === 'string' ? value.error : JSON.stringify(value.error));
  const message: unknown = 'message' in value ? value.message : undefined;
  if (typeof message !== 'object' || message === null) return null;
  if ('tool_calls' in message && Array.isArray(message.tool_calls)) {
    const tree = parseTree(text);
    for (const at of message.tool_calls.keys()) {
      const node = tree && findNodeAtLocation(tree, ['message', 'tool_calls', at, 'function', 'arguments']);
      onArguments(node ? text.slice(node.offset, node.offset + node.length) : '{}');
    }
  }
  return value as Line;
}
