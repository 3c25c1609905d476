/** Tasks of 2025-11-25 as their requestor (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks). */
import type { Caller } from '../era/caller.ts';
import { LocalError, ServerError } from '../errors.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { isTerminal } from './task.ts';
import { readTask } from './read-task.ts';
import type { TaskForm, Watched } from './task-form.ts';

/** `tasks/result` is answered when the task is over, however long that takes. */
const NO_LIMITS = { idleMs: Number.POSITIVE_INFINITY, totalMs: Number.POSITIVE_INFINITY };

export interface LegacyTaskAbilities {
  /** Tools may be called as tasks. */
  calls: boolean;
  cancels: boolean;
  lists: boolean;
}

/** @param raw the server's capabilities as it sent them */
export function readTaskAbilities(raw: JsonObject): LegacyTaskAbilities {
  const tasks = raw['tasks'];
  if (!isJsonObject(tasks)) return { calls: false, cancels: false, lists: false };
  return { calls: isOffered(at(at(tasks, 'requests'), 'tools'), 'call'), cancels: isOffered(tasks, 'cancel'), lists: isOffered(tasks, 'list') };
}

function at(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) ? value[key] : undefined;
}

/** An empty object says yes; so does `true`, which drafts had. */
function isOffered(value: Json | undefined, key: string): boolean {
  const offered = at(value, key);
  return offered === true || isJsonObject(offered);
}

export function createLegacyForm(caller: Caller, abilities: LegacyTaskAbilities, report: (kind: string, message: string) => void): TaskForm {
  /** Tasks whose result is being waited for at the server, or that it would not wait for. */
  const waiting = new WeakSet<Watched>();
  const askResult = (task: Watched): Promise<JsonObject> =>
    caller.request('tasks/result', { taskId: task.taskId }, { signal: task.signal, limits: NO_LIMITS, ...(task.reference === undefined ? {} : { reference: task.reference }) });

  return {
    get: (task) => caller.request('tasks/get', { taskId: task.taskId }, { signal: task.signal }),
    outcome: (task) => askResult(task),
    input(task) {
      // The server's questions come as requests of its own, over HTTP on the stream of this very request.
      if (waiting.has(task)) return;
      waiting.add(task);
      askResult(task)
        .then(async (result) => {
          // Some servers do not wait, and answer with what they have: then the task itself knows better.
          if (!looksUnfinished(result)) task.finish(result);
        })
        .catch((error: unknown) => {
          // What was lost on the way may be asked for again. A refusal stands: its repetition could ask a person again and again.
          if (error instanceof LocalError) waiting.delete(task);
          else if (error instanceof ServerError) report('task-result', `The server did not give the result of a task that needs input: ${error.message}`);
          else task.fail(error);
        });
    },
    async cancel(task) {
      if (!abilities.cancels) throw new LocalError('not-supported', 'The server does not offer to cancel tasks.', { mayHaveHappened: false });
      try {
        return await caller.request('tasks/cancel', { taskId: task.taskId }, {});
      } catch (error) {
        // It was over before; the next question brings the result.
        if (error instanceof ServerError && error.kind === 'invalid-params') return undefined;
        throw error;
      }
    },
  };
}

/** A state in place of a result. */
function looksUnfinished(result: JsonObject): boolean {
  if (result['content'] !== undefined || result['structuredContent'] !== undefined) return false;
  const read = readTask(result);
  return 'item' in read && !isTerminal(read.item.status);
}
