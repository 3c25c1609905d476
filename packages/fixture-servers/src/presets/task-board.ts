import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { asDict, isDict } from '../engine/json.ts';
import { errorCode, RpcError } from '../engine/rpc-error.ts';
import type { Dict } from '../engine/types.ts';
import { errorResult, text, textResult } from './content.ts';

export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** A task as it is kept. What it has come to follows from the time and the answers, so that it survives a restart. */
export interface Task {
  readonly id: string;
  readonly tool: string;
  readonly args: Dict;
  readonly createdAt: number;
  /** Answers of the client by key. */
  answers: Dict;
  cancelledAt: number | undefined;
}

/** What a task needs before it can go on: key → elicitation params. */
export const questions: Readonly<Record<string, Readonly<Record<string, Dict>>>> = {
  ask: { name: form('What is your name?', 'name') },
  'ask-twice': { name: form('What is your name?', 'name'), color: form('Which color?', 'color') },
};

function form(message: string, field: string): Dict {
  return { mode: 'form', message, requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] } };
}

/** All tasks of one server, in memory or in a file that outlives it. */
export class TaskBoard {
  readonly #file: string | undefined;
  #tasks = new Map<string, Task>();

  constructor(file: string | undefined) {
    this.#file = file;
    if (file !== undefined && existsSync(file)) this.#tasks = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Task>));
  }

  create(tool: string, args: Dict): Task {
    const task: Task = { id: randomUUID(), tool, args, createdAt: Date.now(), answers: {}, cancelledAt: undefined };
    this.#tasks.set(task.id, task);
    this.#save();
    return task;
  }

  /** Throws -32602 for an id that is none. */
  find(id: unknown): Task {
    const task = typeof id === 'string' ? this.#tasks.get(id) : undefined;
    if (task === undefined) throw new RpcError(errorCode.invalidParams, 'Failed to retrieve task: Task not found');
    return task;
  }

  get all(): Task[] {
    return [...this.#tasks.values()];
  }

  answer(task: Task, answers: Dict): void {
    task.answers = { ...answers, ...task.answers };
    this.#save();
  }

  cancel(task: Task): void {
    task.cancelledAt = Date.now();
    this.#save();
  }

  #save(): void {
    if (this.#file !== undefined) writeFileSync(this.#file, JSON.stringify(Object.fromEntries(this.#tasks)));
  }
}

/** The question that is open now; undefined when there is none. Questions come one after the other. */
export function openQuestion(task: Task): [key: string, params: Dict] | undefined {
  return Object.entries(questions[task.tool] ?? {}).find(([key]) => !(key in task.answers));
}

/** How far the task is. `work` takes the ms of its arguments; `gate` ends once the file of its arguments is there; `hang` never ends. */
export function statusOf(task: Task): TaskStatus {
  if (task.cancelledAt !== undefined) return 'cancelled';
  if (openQuestion(task) !== undefined) return 'input_required';
  if (task.tool === 'gate') return existsSync(String(task.args['file'])) ? 'completed' : 'working';
  if (task.tool === 'hang' || Date.now() < task.createdAt + msOf(task)) return 'working';
  return task.tool === 'break' ? 'failed' : 'completed';
}

function msOf({ args }: Task): number {
  const { ms } = args;
  return typeof ms === 'number' ? ms : 0;
}

/** What the call returns once the task is over. Throws what it fails with. */
export function resultOf(task: Task): Dict {
  if (task.tool === 'break') throw new RpcError(errorCode.internal, 'boom', { hint: 'as asked' });
  if (task.tool === 'fail') return errorResult('This tool always fails.');
  if (task.tool === 'gate') return textResult('The gate is open.');
  if (questions[task.tool] !== undefined) return textResult(JSON.stringify(task.answers));
  return { content: [text(`Worked ${msOf(task)} ms.`)], structuredContent: { ms: msOf(task) } };
}

/** Answers that are well-formed, by key; everything else is ignored. */
export function usableAnswers(task: Task, given: unknown): Dict {
  const known = questions[task.tool] ?? {};
  return Object.fromEntries(Object.entries(asDict(given)).filter(([key, answer]) => key in known && isDict(answer)));
}
