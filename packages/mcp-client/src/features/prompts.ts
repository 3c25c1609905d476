/** Prompts: list and get (https://modelcontextprotocol.io/specification/2026-07-28/server/prompts). */
import type { CallOptions, Listing, Prompt, PromptResult } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import { defined, Reader } from '../reading/reader.ts';
import { readPrompt, readPromptMessages } from '../reading/prompts.ts';
import { readList } from './list.ts';
import type { FeatureContext } from './list.ts';

export function listPrompts(context: FeatureContext, isDeclared: boolean, options?: CallOptions): Promise<Listing<Prompt>> {
  return readList(context, { method: 'prompts/list', field: 'prompts', kind: { key: 'name', read: readPrompt }, isDeclared, group: 'prompts' }, options);
}

export async function getPrompt(context: FeatureContext, name: string, args: Record<string, string>, options: CallOptions = {}): Promise<PromptResult> {
  const result = await context.caller.request('prompts/get', { name, arguments: args }, { ...options, wantsProgress: true });
  const reader = new Reader(result);
  const { _meta: meta } = result;
  return defined<PromptResult>({ description: reader.string('description'), messages: readPromptMessages(reader), meta: isJsonObject(meta) ? meta : undefined, repairs: reader.repairs });
}
