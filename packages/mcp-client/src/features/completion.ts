/** Argument completion (https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion). */
import type { CallOptions } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import { Reader } from '../reading/reader.ts';
import type { FeatureContext } from './list.ts';

export type CompletionRef = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };

/** The specification's own limit; a server that sends more has the rest left out, not its answer refused. */
const VALUES = 100;

export interface Completion {
  values: string[];
  total?: number;
  hasMore: boolean;
}

export async function complete(
  context: FeatureContext,
  ref: CompletionRef,
  argument: { name: string; value: string },
  earlier: Record<string, string>,
  options: CallOptions = {},
): Promise<Completion> {
  const hasContext = Object.keys(earlier).length > 0;
  const params = { ref: { ...ref }, argument: { ...argument }, ...(hasContext ? { context: { arguments: earlier } } : {}) };
  const result = await context.caller.request('completion/complete', params, options);
  const { completion } = result;
  const reader = new Reader(isJsonObject(completion) ? completion : {});
  const all = reader.strings('values') ?? [];
  const total = reader.number('total');
  return {
    values: all.slice(0, VALUES),
    ...(total === undefined || !Number.isFinite(total) ? {} : { total }),
    hasMore: reader.boolean('hasMore') === true || all.length > VALUES,
  };
}
