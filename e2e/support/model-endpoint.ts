/**
 * A model endpoint on loopback that speaks the OpenAI-compatible wire format and streams. What it answers is decided by the
 * test for each request; what it was asked is kept, so that a test can say what reached the model.
 */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | null | { type: string; text?: string }[];
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

export interface OfferedTool {
  name: string;
  description?: string;
  parameters: Record<string, unknown>;
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  tools: OfferedTool[];
  toolChoice: unknown;
  maxTokens: number | undefined;
  temperature: number | undefined;
  stop: string[] | undefined;
  headers: IncomingHttpHeaders;
  /** True once the app has gone before the answer ended. */
  isAborted: boolean;
}

export type Answer =
  | { kind: 'text'; text: string }
  /** Arguments as a text are sent as they are, however broken. */
  | { kind: 'call'; tool: string; arguments: object | string }
  | { kind: 'calls'; calls: { tool: string; arguments: object | string }[] }
  /** Streams these pieces with a pause between them. `cut` destroys the connection after the last one. */
  | { kind: 'stream'; pieces: Iterable<string> | AsyncIterable<string>; everyMs: number; cut?: boolean }
  /** A stream of exactly these bytes, one write for each of them. */
  | { kind: 'bytes'; body: string }
  /** Anything else than a stream: an error, a web page. */
  | { kind: 'raw'; status: number; type: string; body: string };

export interface ModelEndpoint extends AsyncDisposable {
  /** What a person enters as base address. */
  readonly url: string;
  readonly model: string;
  /** Every chat request so far, oldest first. */
  readonly requests: ChatRequest[];
  /** Replaces what decides about the answers. */
  answer: (request: ChatRequest, index: number) => Answer;
  /** What `GET /models` answers; null answers with the models. */
  models: { status: number; type: string; body: string } | null;
  /** What each answer says it used; null says nothing, as some services do. */
  usage: { input: number; output: number; cached: number } | null;
  /** What it answers when it is asked for the title of a chat. */
  title: string;
}

export async function startModelEndpoint(answer: ModelEndpoint['answer'] = () => ({ kind: 'text', text: 'Hello.' })): Promise<ModelEndpoint> {
  const requests: ChatRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      if (incoming.method === 'GET' && incoming.url?.endsWith('/models')) {
        const { status, type, body } = endpoint.models ?? { status: 200, type: 'application/json', body: JSON.stringify({ object: 'list', data: [{ id: endpoint.model, object: 'model' }] }) };
        response.writeHead(status, { 'content-type': type }).end(body);
        return;
      }
      // Asked whether anybody is there, and no more.
      if (incoming.method !== 'POST') {
        response.writeHead(404).end();
        return;
      }
      const body = Buffer.concat(chunks).toString();
      // Titles of chats are asked for on the side; a journey that is not about them has none.
      if (body.includes('Write the title now.')) {
        void write(response, { kind: 'text', text: endpoint.title }, endpoint.usage);
        return;
      }
      const request = readRequest(body, incoming.headers);
      response.on('close', () => {
        request.isAborted = !response.writableEnded;
      });
      requests.push(request);
      void write(response, endpoint.answer(request, requests.length - 1), endpoint.usage);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const endpoint: ModelEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    model: 'test-model',
    requests,
    answer,
    models: null,
    title: '',
    usage: null,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return endpoint;
}

/** What the model was told about its latest call, or null when the last message is none. */
export function lastToolResult(request: ChatRequest): string | null {
  const last = request.messages.findLast((message) => message.role !== 'user' || textOf(message) !== '');
  return last?.role === 'tool' ? textOf(last) : null;
}

export function textOf(message: ChatMessage | undefined): string {
  if (!message || message.content === null) return '';
  return typeof message.content === 'string' ? message.content : message.content.map((part) => part.text ?? '').join('');
}

/** The name under which the model was offered a tool. Throws with what it was offered when there is no such tool. */
export function offered(request: ChatRequest, tool: string): OfferedTool {
  const found = request.tools.find(({ name }) => name === tool || name.endsWith(`__${tool}`));
  if (!found) throw new Error(`the model was not offered ${tool}, only: ${request.tools.map(({ name }) => name).join(', ')}`);
  return found;
}

function readRequest(body: string, headers: IncomingHttpHeaders): ChatRequest {
  const parsed = JSON.parse(body) as { model: string; messages: ChatMessage[]; tools?: { function: OfferedTool }[]; tool_choice?: unknown; max_tokens?: number; temperature?: number; stop?: string[] };
  return { model: parsed.model, messages: parsed.messages, tools: (parsed.tools ?? []).map((tool) => tool.function), toolChoice: parsed.tool_choice, maxTokens: parsed.max_tokens, temperature: parsed.temperature, stop: parsed.stop, headers, isAborted: false };
}

async function write(response: ServerResponse, answer: Answer, usage: ModelEndpoint['usage']): Promise<void> {
  if (answer.kind === 'raw') {
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  if (answer.kind === 'bytes') {
    for (const byte of Buffer.from(answer.body)) {
      response.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
    return;
  }
  const send = (delta: object, finish: string | null = null) => {
    response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'test-model', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
  };
  if (answer.kind === 'stream') {
    for await (const piece of answer.pieces) {
      if (response.destroyed) return;
      send({ role: 'assistant', content: piece });
      await new Promise((resolve) => setTimeout(resolve, answer.everyMs));
    }
    if (answer.cut) {
      response.destroy();
      return;
    }
    send({}, 'stop');
  } else if (answer.kind === 'text') {
    // In two pieces: an answer that arrives whole proves no streaming.
    const middle = Math.ceil(answer.text.length / 2);
    send({ role: 'assistant', content: answer.text.slice(0, middle) });
    send({ content: answer.text.slice(middle) });
    send({}, 'stop');
  } else {
    const calls = answer.kind === 'call' ? [answer] : answer.calls;
    for (const [index, call] of calls.entries()) {
      send({ tool_calls: [{ index, id: `call_${Date.now()}_${index}`, type: 'function', function: { name: call.tool, arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments) } }] });
    }
    send({}, 'tool_calls');
  }
  if (usage !== null) {
    const used = { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output, prompt_tokens_details: { cached_tokens: usage.cached } };
    response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'test-model', choices: [], usage: used })}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}
