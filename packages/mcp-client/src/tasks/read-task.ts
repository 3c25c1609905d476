/** Reading a task as a server sent it, in either form: `ttl` and `pollInterval` (2025-11-25), `ttlMs` and `pollIntervalMs` (2026). */
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import type { ItemReading } from '../reading/listing.ts';
import { defined, kindOf, Reader } from '../reading/reader.ts';
import type { TaskState, TaskStatus } from './task.ts';

const STATUSES: readonly TaskStatus[] = ['working', 'input_required', 'completed', 'failed', 'cancelled'];

const MESSAGE_LENGTH = 4096;

/** A task without an id cannot be asked about; everything else is repaired. */
export function readTask(raw: JsonObject): ItemReading<TaskState> {
  const reader = new Reader(raw);
  const { taskId } = raw;
  if (typeof taskId !== 'string' || taskId === '') return { refused: `A task needs an id; its taskId is ${taskId === '' ? 'empty' : kindOf(taskId)}.` };
  const item = defined<TaskState>({
    taskId,
    status: readStatus(reader),
    statusMessage: reader.string('statusMessage')?.slice(0, MESSAGE_LENGTH),
    createdAt: reader.string('createdAt'),
    lastUpdatedAt: reader.string('lastUpdatedAt'),
    ttlMs: readTtl(reader),
    pollIntervalMs: readDuration(reader, 'pollIntervalMs') ?? readDuration(reader, 'pollInterval'),
    repairs: reader.repairs,
    raw,
  });
  return { item };
}

/** What is not known is not over: the next answer will tell. */
function readStatus(reader: Reader): TaskStatus {
  const status = reader.get('status');
  const known = STATUSES.find((candidate) => candidate === status);
  if (known !== undefined) return known;
  if (status === 'canceled') {
    reader.note('status', '"canceled" was read as "cancelled"');
    return 'cancelled';
  }
  reader.note('status', `${JSON.stringify(status ?? null).slice(0, 60)} was read as "working"`);
  return 'working';
}

function readTtl(reader: Reader): number | null | undefined {
  if (reader.get('ttlMs') === null || (reader.get('ttlMs') === undefined && reader.get('ttl') === null)) return null;
  return readDuration(reader, 'ttlMs') ?? readDuration(reader, 'ttl');
}

function readDuration(reader: Reader, key: string): number | undefined {
  const value = reader.number(key);
  if (value === undefined || (Number.isFinite(value) && value >= 0)) return value;
  reader.note(key, 'left out: not a duration');
  return undefined;
}

/** The task that a result holds beside or instead of itself; undefined when it holds none. */
export function taskIn(result: JsonObject): JsonObject | undefined {
  if (result['resultType'] === 'task') return result;
  const { task } = result;
  return isJsonObject(task) && typeof task['taskId'] === 'string' ? task : undefined;
}

const IMMEDIATE_RESPONSE = 'io.modelcontextprotocol/model-immediate-response';

/** Text for the model while the task runs. */
export function immediateResponseIn(result: JsonObject): string | undefined {
  const meta: Json | undefined = result['_meta'];
  const text = isJsonObject(meta) ? meta[IMMEDIATE_RESPONSE] : undefined;
  return typeof text === 'string' && text !== '' ? text.slice(0, MESSAGE_LENGTH) : undefined;
}
