import { describe, expect, it, vi } from 'vitest';
import { LocalError, ServerError } from '../errors.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { TaskEvent } from './task.ts';
import type { TaskForm } from './task-form.ts';
import { TaskWatch } from './task-watch.ts';

const timing = { firstPollMs: 5, slowPollMs: 20, leastPollMs: 2, mostPollMs: 40, failures: 4 };

/** A watch over a server that is a function. */
function watch(get: () => Promise<JsonObject>, overrides: Partial<TaskForm> = {}, pollIntervalMs?: number): { task: TaskWatch; ends: boolean[]; events: TaskEvent[]; reports: string[] } {
  const ends: boolean[] = [];
  const events: TaskEvent[] = [];
  const reports: string[] = [];
  const form: TaskForm = { get, outcome: () => Promise.resolve({ content: [{ type: 'text', text: 'done' }] }), input: () => {}, cancel: () => Promise.resolve(undefined), ...overrides };
  const raw = { taskId: 't', status: 'working' };
  const task = new TaskWatch(
    { state: { taskId: 't', status: 'working', repairs: [], raw, ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }) }, tool: 'tool', era: 'modern', requestId: 1, reference: undefined, immediateResponse: undefined, answered: [] },
    { form, timing, onEnd: (_task, isOver) => ends.push(isOver), onAnswered: () => {}, report: (kind) => reports.push(kind) },
  );
  task.listen((event) => events.push(event));
  return { task, ends, events, reports };
}

describe('TaskWatch', () => {
  it('gives up after failures in a row, slower each time, and leaves the task to be resumed (P17)', async () => {
    const get = vi.fn<() => Promise<JsonObject>>(() => Promise.reject(new LocalError('request-lost', 'no network', { mayHaveHappened: true })));
    const { task, ends, events } = watch(get, {}, 5);
    await expect(task.result).rejects.toMatchObject({ kind: 'request-lost', message: expect.stringContaining('no network') as string });
    expect(get).toHaveBeenCalledTimes(timing.failures);
    expect(ends).toEqual([false]);
    expect(events.flatMap((event) => (event.type === 'trouble' ? [event.failures] : []))).toEqual([1, 2, 3]);
  });

  it('begins to count anew after an answer (P17)', async () => {
    let asked = 0;
    const { task } = watch(() => {
      asked += 1;
      if (asked === 12) return Promise.resolve({ taskId: 't', status: 'completed' });
      return asked % 3 === 0 ? Promise.resolve({ taskId: 't', status: 'working' }) : Promise.reject(new ServerError(-32603, 'busy'));
    }, {}, 1);
    expect(await task.result).toMatchObject({ content: [{ text: 'done' }] });
    expect(asked).toBe(12);
  });

  it('keeps an interval of the server within its own limits (H70, T:H01)', async () => {
    let asked = 0;
    const { task } = watch(() => {
      asked += 1;
      return Promise.resolve({ taskId: 't', status: asked === 2 ? 'completed' : 'working', pollIntervalMs: 1e12 });
    }, {}, 1e12);
    expect(await task.result).toMatchObject({ isError: false });
  });

  it('does not take the state of another task, or of none, for its own', async () => {
    const answers: JsonObject[] = [{ taskId: 'other', status: 'completed' }, { status: 'completed' }, { taskId: 't', status: 'completed' }];
    const { task, events } = watch(() => Promise.resolve(answers.shift() ?? {}), {}, 1);
    expect(await task.result).toMatchObject({ content: [{ text: 'done' }] });
    expect(events.filter(({ type }) => type === 'trouble')).toHaveLength(2);
  });

  it('does not leave a state that is final (P16)', async () => {
    const { task, reports } = watch(() => new Promise(() => {}));
    task.hear({ taskId: 't', status: 'cancelled', statusMessage: 'by the server' });
    task.hear({ taskId: 't', status: 'working' });
    await expect(task.result).rejects.toMatchObject({ kind: 'task-cancelled', message: expect.stringContaining('by the server') as string });
    expect(task.state.status).toBe('cancelled');
    task.hear({ status: 'nonsense' });
    expect(reports).toEqual([]);
  });

  it('settles once, and ends once', async () => {
    const { task, ends } = watch(() => new Promise(() => {}));
    task.finish({ content: [] });
    task.fail(new Error('too late'));
    task.detach();
    task.abandon(new LocalError('cancelled', 'too late', { mayHaveHappened: true }));
    expect(await task.result).toMatchObject({ content: [] });
    expect(ends).toEqual([true]);
  });
});
