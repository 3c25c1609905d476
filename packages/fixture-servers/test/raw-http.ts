import { onTestFinished } from 'vitest';
import { asDict, isDict, parseJson } from '../src/engine/json.ts';
import { modernRevision } from '../src/engine/types.ts';
import type { Dict } from '../src/engine/types.ts';
import type { FixtureOptions } from '../src/options.ts';
import { startHttpFixture } from '../src/start.ts';
import type { FixtureName, HttpFixture } from '../src/start.ts';
import { initializeParams, modernParams } from './messages.ts';

/** Starts an HTTP fixture for the running test; it is closed when the test is over. */
export async function openHttp(name: FixtureName, options: FixtureOptions = {}): Promise<HttpFixture> {
  const fixture = await startHttpFixture(name, options);
  onTestFinished(() => fixture.close());
  return fixture;
}

const accept = 'application/json, text/event-stream';

/** Sends a JSON-RPC message (or any text) by POST. */
export function post(url: string, message: unknown, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
    redirect: 'manual',
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The standard headers of a modern request. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return { 'mcp-protocol-version': modernRevision, 'mcp-method': method, ...(name === undefined ? {} : { 'mcp-name': name }) };
}

/** Sends a modern request with envelope and standard headers. */
export function postModern(url: string, method: string, params: Dict = {}, meta: Dict = {}, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
  const source = method === 'resources/read' ? params['uri'] : params['name'];
  const named = ['tools/call', 'prompts/get', 'resources/read'].includes(method) && typeof source === 'string' ? source : undefined;
  return post(url, { jsonrpc: '2.0', id: 1, method, params: modernParams(params, meta) }, { ...modernHeaders(method, named), ...headers }, signal);
}

/** Every JSON-RPC message of a response that ends, be it JSON or an event stream. */
export async function messagesOf(response: Response): Promise<Dict[]> {
  const body = await response.text();
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return [parseJson(body)].filter(isDict);
  return eventsOf(body).map((event) => parseJson(event.data)).filter(isDict);
}

/** The events of a piece of an event stream. */
export function eventsOf(text: string): { id?: string; event?: string; data: string }[] {
  return text.split('\n\n').flatMap((block) => {
    const fields = block.split('\n').filter((line) => line !== '' && !line.startsWith(':')).map((line) => /^(\w+): ?(.*)$/.exec(line));
    const value = (name: string): string | undefined => fields.find((field) => field?.[1] === name)?.[2];
    const [data, id, event] = [value('data'), value('id'), value('event')];
    return data === undefined ? [] : [{ data, ...(id === undefined ? {} : { id }), ...(event === undefined ? {} : { event }) }];
  });
}

/** Reads an endless stream until its text fits; the stream is left open. */
export async function readUntil(response: Response, fits: (text: string) => boolean): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('The response has no body');
  let text = '';
  while (!fits(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The stream ended after: ${text.slice(-500)}`);
    text += value;
  }
  return text;
}

/** A legacy session, spoken to by hand. */
export class RawSession {
  readonly #url: string;
  readonly headers: Record<string, string>;
  readonly initialized: Dict;
  #nextId = 2;

  constructor(url: string, headers: Record<string, string>, initialized: Dict) {
    this.#url = url;
    this.headers = headers;
    this.initialized = initialized;
  }

  post(message: unknown): Promise<Response> {
    return post(this.#url, message, this.headers);
  }

  /** Sends a request; resolves with every message of its response, the response itself last. */
  async request(method: string, params: Dict = {}): Promise<Dict[]> {
    const id = this.#nextId++;
    return messagesOf(await this.post({ jsonrpc: '2.0', id, method, params }));
  }

  /** Opens the GET stream, or resumes one. */
  get(lastEventId?: string, signal?: AbortSignal): Promise<Response> {
    return fetch(this.#url, {
      headers: { accept: 'text/event-stream', ...this.headers, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
      ...(signal === undefined ? {} : { signal }),
    });
  }

  delete(): Promise<Response> {
    return fetch(this.#url, { method: 'DELETE', headers: this.headers });
  }
}

/** Opens a legacy session: initialize, then initialized. */
export async function openSession(url: string, revision = '2025-11-25', capabilities: Dict = {}): Promise<RawSession> {
  const response = await post(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams(revision, capabilities) });
  const session = response.headers.get('mcp-session-id');
  const [message] = await messagesOf(response);
  const result = asDict(message?.['result']);
  const headers = { ...(session === null ? {} : { 'mcp-session-id': session }), 'mcp-protocol-version': String(result['protocolVersion']) };
  const opened = new RawSession(url, headers, result);
  await opened.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return opened;
}
