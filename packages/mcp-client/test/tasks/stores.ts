/** Stores of task ids for tests: in memory, and in a file that outlives a client. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TaskRecord, TaskStore } from '../../src/tasks/task.ts';

export interface MemoryStore extends TaskStore {
  readonly records: Map<string, TaskRecord>;
  /** In order, as `save`, `remove`. */
  readonly acts: string[];
}

export function memoryStore(): MemoryStore {
  const records = new Map<string, TaskRecord>();
  const acts: string[] = [];
  return {
    records,
    acts,
    save(record) {
      acts.push('save');
      records.set(record.taskId, structuredClone(record));
      return Promise.resolve();
    },
    remove(taskId) {
      acts.push('remove');
      records.delete(taskId);
      return Promise.resolve();
    },
    list: () => Promise.resolve([...records.values()]),
  };
}

export function fileStore(file: string): TaskStore {
  const read = (): TaskRecord[] => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TaskRecord[]) : []);
  const write = (records: TaskRecord[]): void => writeFileSync(file, JSON.stringify(records));
  return {
    save(record) {
      write([...read().filter(({ taskId }) => taskId !== record.taskId), record]);
      return Promise.resolve();
    },
    remove(taskId) {
      write(read().filter((record) => record.taskId !== taskId));
      return Promise.resolve();
    },
    list: () => Promise.resolve(read()),
  };
}
