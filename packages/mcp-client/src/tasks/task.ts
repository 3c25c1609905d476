/**
 * Tasks: calls whose result a server gives later. Two forms, one face: those of 2025-11-25, which the client asks for
 * (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks), and those of the extension
 * `io.modelcontextprotocol/tasks` for 2026-07-28, which the server decides on
 * (https://modelcontextprotocol.github.io/ext-tasks/specification/2026-07-28/tasks.html).
 */
import type { Repair, ToolResult } from '../data.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Era } from '../transport/transport.ts';

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
/** In `_meta`: which task a message belongs to. */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** What the server said last. */
export interface TaskState {
  taskId: string;
  status: TaskStatus;
  statusMessage?: string;
  /** RFC 3339, as the server wrote it. */
  createdAt?: string;
  lastUpdatedAt?: string;
  /** How long the server keeps the task from its creation, in milliseconds; null for without end, absent when it did not say. */
  ttlMs?: number | null;
  /** How often it wants to be asked, in milliseconds. */
  pollIntervalMs?: number;
  repairs: Repair[];
  raw: JsonObject;
}

export type TaskEvent =
  | { type: 'state'; state: TaskState }
  /** The server could not be asked; it is asked again. `failures` counts those in a row. */
  | { type: 'trouble'; message: string; failures: number }
  /** It was asked to stop, which it may or may not do. */
  | { type: 'cancel-requested' };

/** A call that goes on at the server. Watched until it is over; `Client.resumeTask` takes it up again later. */
export interface ToolTask {
  readonly taskId: string;
  /** The tool that was called; empty when a task is resumed of which nothing was stored. */
  readonly tool: string;
  readonly era: Era;
  readonly state: TaskState;
  /** What the server suggests to tell the model meanwhile. */
  readonly immediateResponse: string | undefined;
  /**
   * The result of the call. Rejects with a `ServerError` when the call failed at the server, and with a `LocalError`:
   * `task-cancelled`, `task-lost` when the server knows it no more, `cancelled` after `detach`, `connection-closed`,
   * `request-lost` when the server could not be asked for long, and what became of the inputs it needed. Nobody has to handle
   * the rejection.
   */
  readonly result: Promise<ToolResult>;
  /** Begins with the state as it is. Returns a function that stops listening. */
  listen(listener: (event: TaskEvent) => void): () => void;
  /**
   * Asks the server to stop. It is watched on: what comes first, its result or the news of its end, settles `result`.
   * @throws {LocalError} `not-supported` when the server did not say that it can
   */
  cancel(): Promise<void>;
  /** Stops watching. The task goes on at the server, and its id stays in the store. */
  detach(): void;
}

/** What `callToolAsTask` came to: a server may always answer at once. */
export type ToolCall = { kind: 'task'; task: ToolTask } | { kind: 'result'; result: ToolResult };

/** What must be remembered to take a task up again after a restart. Plain JSON. */
export interface TaskRecord {
  taskId: string;
  tool: string;
  era: Era;
  /** When we heard of it, in milliseconds since the epoch. */
  createdAt: number;
  /** As in {@link TaskState}. */
  ttlMs?: number | null;
  /** Keys of what the server asked during this task and was answered: they must not be shown again. */
  answered: string[];
  /** The host's own name for the call (`CallOptions.reference`). */
  reference?: string;
}

/**
 * Where ids of running tasks are kept. One for each server and each person: an id is all it takes to read a result.
 * A task is saved before anybody waits for it, again when an input was answered, and removed when its result is known.
 */
export interface TaskStore {
  save(record: TaskRecord): Promise<void>;
  remove(taskId: string): Promise<void>;
  list(): Promise<TaskRecord[]>;
}

/** How `callTool` treats tasks. Without it a server may still make the call one, and it is followed to its result. */
export interface TaskCallOptions {
  /** 2025-11-25: how long the server should keep the task, in milliseconds. The modern era leaves that to the server. */
  ttlMs?: number;
  /** Told of the task as soon as there is one. */
  onTask?: (task: ToolTask) => void;
}

/** What `connect` takes. */
export interface TaskOptions {
  /** With a store the extension is declared to modern servers, and their tasks survive a restart. */
  store?: TaskStore;
  /** False: legacy servers may not ask for samples and elicitations as tasks. */
  receives?: boolean;
}

export function isTerminal(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
