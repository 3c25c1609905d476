/** What is declared because of tasks, added to what the handlers stand for. */
import type { Declared } from '../features/inputs/declare.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import { TASKS_EXTENSION } from './task.ts';
import type { TaskOptions } from './task.ts';

/**
 * Legacy: which of our answers may be asked for as tasks. Modern: the extension, only with a store, for a server may then make
 * a task of any call.
 */
export function declareTasks(declared: Declared, { store, receives = true }: TaskOptions): Declared {
  const legacy = withoutExtension(declared.legacy);
  return {
    ...declared,
    legacy: receives ? { ...legacy, ...received(declared) } : legacy,
    modern: store === undefined ? withoutExtension(declared.modern) : withExtension(declared.modern),
  };
}

function received({ sampling, elicitation }: Declared): JsonObject {
  const requests: JsonObject = {
    ...(sampling === undefined ? {} : { sampling: { createMessage: {} } }),
    ...(elicitation === undefined ? {} : { elicitation: { create: {} } }),
  };
  return Object.keys(requests).length === 0 ? {} : { tasks: { list: {}, cancel: {}, requests } };
}

function withExtension(capabilities: JsonObject): JsonObject {
  const { extensions } = capabilities;
  return { ...capabilities, extensions: { ...(isJsonObject(extensions) ? extensions : undefined), [TASKS_EXTENSION]: {} } };
}

function withoutExtension(capabilities: JsonObject): JsonObject {
  const { extensions, ...others } = capabilities;
  if (!isJsonObject(extensions)) return capabilities;
  const { [TASKS_EXTENSION]: _, ...rest } = extensions;
  return Object.keys(rest).length === 0 ? others : { ...others, extensions: rest };
}
