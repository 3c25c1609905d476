/** What we declare to servers: what there is a handler for, and nothing else. */
import type { ClientHandlers } from '../../handlers.ts';
import { isJsonObject } from '../../jsonrpc/message.ts';
import type { JsonObject } from '../../jsonrpc/message.ts';
import type { ElicitModes } from './elicitation.ts';

export interface Declared {
  /** As `initialize` sends it. */
  legacy: JsonObject;
  /** As every modern request carries it. */
  modern: JsonObject;
  elicitation: ElicitModes | undefined;
  sampling: { tools: boolean; context: boolean } | undefined;
  roots: boolean;
}

/**
 * @param wanted in the specification's shape. What it says of `elicitation`, `sampling` and `roots` narrows what is
 * declared (`{elicitation: {form: {}}}` leaves URL mode out); they are left out whole where there is no handler. Everything
 * else (`extensions`, `experimental`) is declared as it is.
 */
export function declare(wanted: JsonObject, handlers: ClientHandlers): Declared {
  const { elicitation: elicit, sampling: sample, roots: _roots, ...others } = wanted;
  const elicitation = handlers.elicit === undefined ? undefined : modesOf(elicit);
  const sampling = handlers.sample === undefined ? undefined : samplingOf(sample);
  const common: JsonObject = {
    ...others,
    ...(elicitation === undefined ? {} : { elicitation: flags({ form: elicitation.form, url: elicitation.url }) }),
    ...(sampling === undefined ? {} : { sampling: flags({ tools: sampling.tools, context: sampling.context }) }),
  };
  const hasRoots = handlers.roots !== undefined;
  return {
    legacy: { ...common, ...(hasRoots ? { roots: { listChanged: true } } : {}) },
    // The modern era asks for roots each time it needs them, so there is no change to announce.
    modern: { ...common, ...(hasRoots ? { roots: {} } : {}) },
    elicitation,
    sampling,
    roots: hasRoots,
  };
}

function modesOf(wanted: unknown): ElicitModes {
  if (!isJsonObject(wanted)) return { form: true, url: true };
  const modes = { form: wanted['form'] !== undefined, url: wanted['url'] !== undefined };
  // An empty object means form mode in every revision.
  return modes.form || modes.url ? modes : { form: true, url: false };
}

function samplingOf(wanted: unknown): { tools: boolean; context: boolean } {
  if (!isJsonObject(wanted)) return { tools: true, context: false };
  return { tools: wanted['tools'] !== undefined, context: wanted['context'] !== undefined };
}

function flags(which: Record<string, boolean>): JsonObject {
  return Object.fromEntries(Object.entries(which).flatMap(([name, isSet]) => (isSet ? [[name, {}]] : [])));
}
