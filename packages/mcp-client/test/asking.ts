/** What the fixture `asks` is told to ask, and what it says came back. */
import type { Client } from '../src/client.ts';
import type { ClientHandlers, ElicitRequest, ElicitResult, FormContent, InputContext } from '../src/handlers.ts';
import type { Json, JsonObject } from '../src/jsonrpc/message.ts';
import { openHttp, openStdio } from './fixtures.ts';
import type { Opened, Overrides } from './fixtures.ts';

export interface Ask {
  method: string;
  params?: JsonObject;
}

/** Every way a server can ask: both eras, over pipes and over HTTP. */
export const ways = [
  ['stdio', '2025-11-25'],
  ['http', '2025-11-25'],
  ['stdio', '2026-07-28'],
  ['http', '2026-07-28'],
] as const;

export const eras = ['2025-11-25', '2026-07-28'] as const;

export function openAsks(transport: 'stdio' | 'http', era: string, handlers: ClientHandlers, overrides: Overrides = {}): Promise<Opened> {
  return (transport === 'stdio' ? openStdio : openHttp)('asks', { era }, { handlers, ...overrides });
}

/** Has one round asked and returns the answers by key; legacy errors as `{error}`. */
export async function askRound(client: Client, round: Record<string, Ask>, reference?: string): Promise<Record<string, JsonObject>> {
  return askRounds(client, [round], reference);
}

export async function askRounds(client: Client, rounds: Record<string, Ask>[], reference?: string): Promise<Record<string, JsonObject>> {
  const wire = rounds.map((round) => Object.fromEntries(Object.entries(round).map(([key, { method, params }]): [string, Json] => [key, { method, params: params ?? {} }])));
  const result = await client.callTool('ask', { rounds: wire }, reference === undefined ? {} : { reference });
  const [block] = result.content;
  if (block?.type !== 'text') throw new Error('the tool answered without a text');
  const parsed: { answers: Record<string, JsonObject> } = JSON.parse(block.text);
  return parsed.answers;
}

export function form(properties: JsonObject, more: JsonObject = {}): Ask {
  return { method: 'elicitation/create', params: { message: 'Please answer.', requestedSchema: { type: 'object', properties, ...more } } };
}

export function url(address: string, more: JsonObject = {}): Ask {
  return { method: 'elicitation/create', params: { mode: 'url', message: 'Please sign in.', url: address, ...more } };
}

export function sample(params: JsonObject = {}): Ask {
  return { method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: { type: 'text', text: 'Capital of France?' } }], maxTokens: 100, ...params } };
}

export interface Seen {
  request: ElicitRequest;
  context: InputContext;
}

/** An elicitation handler that accepts with this content, and what it was asked. */
export function accepting(content: FormContent = {}): { elicit: (request: ElicitRequest, context: InputContext) => Promise<ElicitResult>; seen: Seen[] } {
  const seen: Seen[] = [];
  return {
    seen,
    elicit: (request, context) => {
      seen.push({ request, context });
      return Promise.resolve(request.mode === 'form' ? { action: 'accept', content } : { action: 'accept' });
    },
  };
}

/** An elicitation handler that fills in the fields of each form from these values, and what it was asked. */
export function filling(values: FormContent): ReturnType<typeof accepting> {
  const seen: Seen[] = [];
  return {
    seen,
    elicit: (request, context) => {
      seen.push({ request, context });
      if (request.mode !== 'form') return Promise.resolve({ action: 'accept' });
      return Promise.resolve({ action: 'accept', content: Object.fromEntries(request.fields.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]]))) });
    },
  };
}

/** A promise's rejection. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`expected a rejection, got ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}
