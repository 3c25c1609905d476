/** Jobs in SQLite: what is needed to take a task up again, what the server said last, and what came of it. */
import * as z from 'zod/mini';
import { ToolResultView } from '@portolan/contract/content';
import { Problem } from '@portolan/contract/errors';
import { CallId, ConversationId, JobId, MessageId, ServerId } from '@portolan/contract/ids';
import { JobState } from '@portolan/contract/jobs';
import type { TaskRecord, TaskState } from '@portolan/mcp-client/tasks/task';
import { newJobId } from '../conversations/ids.ts';
import type { Database, Row } from '../storage/database.ts';

/** Which server a task is at: another launch under the same id may be another server, which is told no id of this one's tasks. */
export interface JobServer {
  id: ServerId;
  name: string;
  /** Of the launch alone: what contains it may change. */
  launchHash: string;
}

export interface StoredJob {
  id: JobId;
  server: JobServer;
  taskId: string;
  tool: string;
  title: string | null;
  callId: CallId | null;
  conversationId: ConversationId | null;
  messageId: MessageId | null;
  startedAt: number;
  /** Null where the server keeps it without end or did not say. */
  ttlMs: number | null;
  state: JobState;
  statusMessage: string | null;
  pollMs: number | null;
  heardAt: number;
  isBackground: boolean;
  cancel: 'asked' | 'refused' | null;
  endedAt: number | null;
  problem: Problem | null;
  isRemoved: boolean;
}

export type JobEnd = { state: 'done' | 'failed'; result: ToolResultView } | { state: 'failed' | 'cancelled' | 'lost'; problem: Problem | null };

/** Ended jobs that are kept; the oldest go. */
const mostEnded = 500;
/** How long what was taken out of the list can come back, in milliseconds. */
const removedForMs = 86_400_000;

/** Every method has committed durably when it returns. */
export class SqliteJobStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, { now = Date.now }: { now?: () => number } = {}) {
    this.#db = database;
    this.#now = now;
  }

  /** All that are in the list, newest first. */
  list(): StoredJob[] {
    return this.#db.all(`SELECT ${columns} FROM jobs WHERE removed_at IS NULL ORDER BY started_at DESC, rowid DESC`).flatMap(toJob);
  }

  get(id: JobId): StoredJob | null {
    const row = this.#db.get(`SELECT ${columns} FROM jobs WHERE id = ?`, id);
    return row === undefined ? null : (toJob(row)[0] ?? null);
  }

  /** Those that go on at this server. */
  open({ id, launchHash }: JobServer): StoredJob[] {
    return this.#db.all(`SELECT ${columns} FROM jobs WHERE server_id = ? AND launch_hash = ? AND ended_at IS NULL ORDER BY rowid`, id, launchHash).flatMap(toJob);
  }

  /** The newest job of a call that goes on, or whose chat has not got what came. */
  ofCall(callId: CallId): StoredJob | null {
    const row = this.#db.get(`SELECT ${columns} FROM jobs WHERE call_id = ? AND told_at IS NULL ORDER BY rowid DESC`, callId);
    return row === undefined ? null : (toJob(row)[0] ?? null);
  }

  /** Ended, and their chats may not have what came. */
  untold(): StoredJob[] {
    return this.#db.all(`SELECT ${columns} FROM jobs WHERE ended_at IS NOT NULL AND told_at IS NULL ORDER BY rowid`).flatMap(toJob);
  }

  /** What the client keeps of tasks that go on at this server. */
  records({ id, launchHash }: JobServer): TaskRecord[] {
    return this.#db.all('SELECT task_id, tool, era, started_at, ttl_ms, answered, call_id FROM jobs WHERE server_id = ? AND launch_hash = ? AND ended_at IS NULL', id, launchHash).flatMap(toRecord);
  }

  /**
   * A task that began, or an answer it got. A server that gives one id to two calls has the first of them no more.
   * @returns the job, and the one whose id it took
   */
  save(server: JobServer, record: TaskRecord): { id: JobId; replaced: JobId | null } {
    const { taskId, tool, era, createdAt, ttlMs = null, answered } = record;
    const callId = CallId.safeParse(record.reference);
    const reference = callId.success ? callId.data : null;
    return this.#db.transaction(() => {
      const standing = this.#db.get('SELECT id, call_id FROM jobs WHERE server_id = ? AND launch_hash = ? AND task_id = ? AND ended_at IS NULL ORDER BY rowid DESC', server.id, server.launchHash, taskId);
      const standingId = standing === undefined ? null : JobId.parse(standing['id']);
      if (standing !== undefined && standingId !== null && standing['call_id'] === reference) {
        this.#db.run('UPDATE jobs SET answered = ? WHERE id = ?', JSON.stringify(answered), standingId);
        return { id: standingId, replaced: null };
      }
      const call = reference === null ? undefined : this.#db.get('SELECT conversation_id, message_id FROM calls WHERE call_id = ?', reference);
      const id = newJobId();
      this.#db.run(
        'INSERT INTO jobs (id, server_id, server_name, launch_hash, task_id, era, tool, call_id, conversation_id, message_id, started_at, ttl_ms, answered, heard_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        id, server.id, server.name, server.launchHash, taskId.toWellFormed(), era, tool.toWellFormed(), reference, call?.['conversation_id'] ?? null, call?.['message_id'] ?? null, createdAt, whole(ttlMs), JSON.stringify(answered), this.#now(),
      );
      this.#tidy();
      return { id, replaced: standingId };
    });
  }

  setTitle(id: JobId, title: string): void {
    this.#db.run('UPDATE jobs SET title = ? WHERE id = ?', title.toWellFormed(), id);
  }

  /** What the server said last; nothing once it has ended. `statusMessage`: struck out and bounded by whoever calls. */
  note(id: JobId, { status, ttlMs, pollIntervalMs }: Pick<TaskState, 'status' | 'ttlMs' | 'pollIntervalMs'>, statusMessage: string | null): void {
    // An end is told by its result.
    const state = status === 'input_required' ? 'input_required' : 'working';
    this.#db.run('UPDATE jobs SET state = ?, status_message = ?, ttl_ms = coalesce(?, ttl_ms), poll_ms = coalesce(?, poll_ms), heard_at = ? WHERE id = ? AND ended_at IS NULL', state, statusMessage?.toWellFormed() ?? null, whole(ttlMs ?? null), whole(pollIntervalMs ?? null), this.#now(), id);
  }

  /** The host has just started: no answer waits for any of them. */
  setAllBackground(): void {
    this.#db.run('UPDATE jobs SET is_background = 1 WHERE ended_at IS NULL AND is_background = 0');
  }

  setBackground(id: JobId): void {
    this.#db.run('UPDATE jobs SET is_background = 1 WHERE id = ?', id);
  }

  setCancel(id: JobId, cancel: 'asked' | 'refused'): void {
    this.#db.run('UPDATE jobs SET cancel = ? WHERE id = ? AND ended_at IS NULL', cancel, id);
  }

  /** @returns false when it had ended before: what was known first stays */
  end(id: JobId, end: JobEnd): boolean {
    const now = this.#now();
    const result = 'result' in end ? JSON.stringify(end.result) : null;
    const problem = 'problem' in end && end.problem !== null ? JSON.stringify(end.problem) : null;
    return this.#db.run('UPDATE jobs SET state = ?, result = ?, problem = ?, ended_at = ?, heard_at = ? WHERE id = ? AND ended_at IS NULL', end.state, result, problem, now, now, id) > 0;
  }

  result(id: JobId): ToolResultView | null {
    const text = this.#db.get('SELECT result FROM jobs WHERE id = ?', id)?.['result'];
    return typeof text === 'string' ? parsed(ToolResultView, text) : null;
  }

  /** Its chat has what came. */
  setTold(id: JobId): void {
    this.#db.run('UPDATE jobs SET told_at = ? WHERE id = ?', this.#now(), id);
  }

  /** Out of the list; one that goes on stays. @returns whether it went */
  remove(id: JobId): boolean {
    return this.#db.run('UPDATE jobs SET removed_at = ? WHERE id = ? AND ended_at IS NOT NULL AND removed_at IS NULL', this.#now(), id) > 0;
  }

  restore(id: JobId): boolean {
    return this.#db.run('UPDATE jobs SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL', id) > 0;
  }

  /** A server is known under another id. */
  move(from: ServerId, to: ServerId): void {
    this.#db.run('UPDATE jobs SET server_id = ? WHERE server_id = ?', to, from);
  }

  #tidy(): void {
    this.#db.run('DELETE FROM jobs WHERE removed_at < ? AND told_at IS NOT NULL', this.#now() - removedForMs);
    this.#db.run('DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ended_at IS NOT NULL AND told_at IS NOT NULL ORDER BY ended_at DESC LIMIT -1 OFFSET ?)', mostEnded);
  }
}

const columns = 'id, server_id, server_name, launch_hash, task_id, tool, title, call_id, conversation_id, message_id, started_at, ttl_ms, state, status_message, poll_ms, heard_at, is_background, cancel, ended_at, problem, removed_at';

const JobRow = z.object({
  id: JobId,
  server_id: ServerId,
  server_name: z.string(),
  launch_hash: z.string(),
  task_id: z.string(),
  tool: z.string(),
  title: z.nullable(z.string()),
  call_id: z.nullable(CallId),
  conversation_id: z.nullable(ConversationId),
  message_id: z.nullable(MessageId),
  started_at: z.number(),
  ttl_ms: z.nullable(z.number()),
  state: JobState,
  status_message: z.nullable(z.string()),
  poll_ms: z.nullable(z.number()),
  heard_at: z.number(),
  is_background: z.number(),
  cancel: z.nullable(z.enum(['asked', 'refused'])),
  ended_at: z.nullable(z.number()),
  problem: z.nullable(z.string()),
  removed_at: z.nullable(z.number()),
});

/** A row that does not parse is left out: a later version's, which that version will find again. */
function toJob(row: Row): StoredJob[] {
  const read = JobRow.safeParse(row);
  if (!read.success) return [];
  const job = read.data;
  return [
    {
      id: job.id,
      server: { id: job.server_id, name: job.server_name, launchHash: job.launch_hash },
      taskId: job.task_id,
      tool: job.tool,
      title: job.title,
      callId: job.call_id,
      conversationId: job.conversation_id,
      messageId: job.message_id,
      startedAt: job.started_at,
      ttlMs: job.ttl_ms,
      state: job.state,
      statusMessage: job.status_message,
      pollMs: job.poll_ms,
      heardAt: job.heard_at,
      isBackground: job.is_background !== 0,
      cancel: job.cancel,
      endedAt: job.ended_at,
      problem: job.problem === null ? null : parsed(Problem, job.problem),
      isRemoved: job.removed_at !== null,
    },
  ];
}

const RecordRow = z.object({ task_id: z.string(), tool: z.string(), era: z.enum(['legacy', 'modern']), started_at: z.number(), ttl_ms: z.nullable(z.number()), answered: z.string(), call_id: z.nullable(z.string()) });

function toRecord(row: Row): TaskRecord[] {
  const read = RecordRow.safeParse(row);
  if (!read.success) return [];
  const { task_id: taskId, tool, era, started_at: createdAt, ttl_ms: ttlMs, answered, call_id: reference } = read.data;
  return [{ taskId, tool, era, createdAt, ttlMs, answered: parsed(z.array(z.string()), answered) ?? [], ...(reference === null ? {} : { reference }) }];
}

function parsed<S extends z.ZodMiniType>(schema: S, text: string): z.infer<S> | null {
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** What a server calls a number of milliseconds may be a fraction, or too large for a column of whole numbers. */
function whole(ms: number | null): number | null {
  return ms === null ? null : Math.min(Math.max(0, Math.round(ms)), Number.MAX_SAFE_INTEGER);
}
