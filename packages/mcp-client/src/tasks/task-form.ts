/** What the two forms of tasks have in common for whoever watches one. */
import type { JsonObject } from '../jsonrpc/message.ts';
import type { TaskState } from './task.ts';

/** What a watched task offers to its form. */
export interface Watched {
  readonly taskId: string;
  readonly tool: string;
  readonly reference: string | undefined;
  /** Of the call that became the task; 0 after a restart. */
  readonly requestId: number;
  /** Keys of inputs that are being answered or were answered. */
  readonly asked: Set<string>;
  /** Fires when nobody waits for the task any more. */
  readonly signal: AbortSignal;
  /** The result of the call is known. */
  finish(result: JsonObject): void;
  /** There will be no result. */
  fail(error: unknown): void;
  /** These inputs were answered and the server has the answers. */
  answered(keys: readonly string[]): void;
}

export interface TaskForm {
  /** Asks for the state. @throws {ServerError | LocalError} */
  get(task: Watched): Promise<JsonObject>;
  /** The task is completed or failed: its result. @throws what the call failed with */
  outcome(task: Watched, state: TaskState): Promise<JsonObject>;
  /** The task needs something. Called for each state that says so; returns at once. */
  input(task: Watched, state: TaskState): void;
  /** @returns the state after it, where the form tells it */
  cancel(task: Watched): Promise<JsonObject | undefined>;
}
