/** What a scripted session asks of a client, and what the server may ask back: the same for every client. */
import type { Json, JsonObject } from '../../src/jsonrpc/message.ts';

export type ClientName = 'ours' | 'v1' | 'v2';
export type Era = 'legacy' | 'modern';

/** How long a call may take in sessions with servers whose answers some clients wait for in vain, in milliseconds. */
export const FAULTY_CALL_MS = 1_000;

export type Target = { kind: 'stdio'; command: string; args: string[] } | { kind: 'http'; url: string };

/**
 * A client under the script. What it returns is what a host gets to see, in the shape and the words of the specification, with
 * nothing added; fields that the client leaves out stay out.
 */
export interface Driver {
  identity(): JsonObject;
  listTools(): Promise<Json>;
  callTool(name: string, args: JsonObject, onProgress?: (progress: JsonObject) => void, signal?: AbortSignal): Promise<Json>;
  listResources(): Promise<Json>;
  listResourceTemplates(): Promise<Json>;
  readResource(uri: string): Promise<Json>;
  listPrompts(): Promise<Json>;
  getPrompt(name: string, args: Record<string, string>): Promise<Json>;
  complete(prompt: string, argument: string, value: string): Promise<Json>;
  setLogLevel(level: 'info' | 'debug'): Promise<Json>;
  /** Resolves with an empty object. */
  ping(): Promise<Json>;
  /** An error as what it says: a code for errors of servers, a word for all others. */
  explain(error: unknown): Json;
  close(): Promise<void>;
}

/** What the person and the model behind every client say. */
export const answers = {
  root: { uri: 'file:///work', name: 'work' },
  sample: { model: 'test-model', text: 'Paris' },
  /** Whatever of these the form has. */
  form: { name: 'Ada', size: 7, firstLine: 'here', untitledSingleSelectEnum: 'Monica' } as Record<string, string | number>,
};

/** The parts of `answers.form` that a form asks for. */
export function fill(properties: unknown): Record<string, string | number> {
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return Object.fromEntries(Object.entries(answers.form).filter(([name]) => names.includes(name)));
}

/** An error of a client that is neither a server's nor one with a code. */
export function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}

/** As it would cross a wire: without undefined, without prototypes. */
export function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}
