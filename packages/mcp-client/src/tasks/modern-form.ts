/** Tasks of the extension for 2026-07-28 (https://modelcontextprotocol.github.io/ext-tasks/specification/2026-07-28/tasks.html). */
import type { Caller } from '../era/caller.ts';
import { wantedOf } from '../era/rounds.ts';
import type { Rounds } from '../era/rounds.ts';
import { LocalError, ServerError } from '../errors.ts';
import { readError } from '../jsonrpc/read-response.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import { pause } from '../transport/event-stream-cursor.ts';
import type { TaskForm, Watched } from './task-form.ts';

/** Answers a person gave are worth sending more than once. Pauses in milliseconds. */
const UPDATE_PAUSES = [1_000, 3_000, 10_000, 30_000];

export interface ModernFormParts {
  caller: Caller;
  rounds: Rounds;
  /** Characters of an error message kept. */
  errorTextBytes: number;
  report: (kind: string, message: string) => void;
}

export function createModernForm(parts: ModernFormParts): TaskForm {
  const { caller, report } = parts;
  /** How often each task asked so far. */
  const numbers = new WeakMap<Watched, number>();
  return {
    get: (task) => caller.request('tasks/get', { taskId: task.taskId }, { signal: task.signal }),
    async outcome(task, state) {
      const known = outcomeIn(state.raw, parts);
      // A task that was over from the start comes without its result, as any new task does.
      const result = known ?? outcomeIn(await caller.request('tasks/get', { taskId: task.taskId }, { signal: task.signal }), parts);
      if (result !== undefined) return result;
      if (state.status === 'failed') throw new ServerError(INTERNAL_ERROR, state.statusMessage ?? `The task of ${task.tool} failed; the server did not say why.`, undefined, undefined, 'tools/call');
      throw new LocalError('task-lost', `The server says that the task of ${task.tool} is completed, but gives no result.`, { mayHaveHappened: true, raw: state.raw });
    },
    input(task, state) {
      const requests = state.raw['inputRequests'];
      const fresh = isJsonObject(requests) ? Object.fromEntries(Object.entries(requests).filter(([key]) => !task.asked.has(key))) : {};
      if (Object.keys(fresh).length === 0) return;
      for (const key of Object.keys(fresh)) task.asked.add(key);
      const number = (numbers.get(task) ?? 0) + 1;
      numbers.set(task, number);
      answer(parts, task, fresh, number).catch((error: unknown) => {
        if (task.signal.aborted) return;
        // What the server waits for will never come.
        caller.request('tasks/cancel', { taskId: task.taskId }, {}).catch((refused: unknown) => report('task-cancel', `The server did not take the end of a task: ${String(refused)}`));
        task.fail(error);
      });
    },
    async cancel(task) {
      await caller.request('tasks/cancel', { taskId: task.taskId }, {});
      return undefined;
    },
  };
}

async function answer({ caller, rounds, report }: ModernFormParts, task: Watched, requests: JsonObject, number: number): Promise<void> {
  const { taskId, tool, signal, reference, requestId } = task;
  const request = { method: 'tools/call' as const, params: { name: tool }, options: { signal, ...(reference === undefined ? {} : { reference }) }, requestId };
  const inputResponses = await rounds.gather(request, wantedOf('tools/call', requests), number, false);
  for (const pauseMs of [...UPDATE_PAUSES, undefined]) {
    try {
      await caller.request('tasks/update', { taskId, inputResponses }, { signal });
      break;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ServerError && error.kind === 'invalid-params') {
        // Over, or asked differently: the next state tells.
        report('task-update', `The server did not take the answers for a task: ${error.message}`);
        return;
      }
      // Each answer belongs to its key, so sending them twice does no harm.
      const mayPass = error instanceof LocalError && error.kind !== 'connection-closed' && error.kind !== 'cancelled';
      if (!mayPass || pauseMs === undefined) throw error;
      await pause(pauseMs, signal);
    }
  }
  task.answered(Object.keys(requests));
}

const INTERNAL_ERROR = -32603;

/** @throws {ServerError} what the call failed with */
function outcomeIn(raw: JsonObject, { errorTextBytes, report }: ModernFormParts): JsonObject | undefined {
  const { result, error } = raw;
  if (isJsonObject(result)) return result;
  if (error === undefined || error === null) return undefined;
  const { code, message, data } = readError(error, errorTextBytes, report);
  throw new ServerError(code, message, data, undefined, 'tools/call');
}
