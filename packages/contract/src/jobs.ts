/**
 * Jobs: calls of tools that a server goes on with as tasks, in either form of the protocol
 * (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks, and the extension
 * `io.modelcontextprotocol/tasks` of 2026-07-28). The host keeps them over its own restarts (P16, P17, C18).
 */
import * as z from 'zod/mini';
import { ProgressView, ToolResultView } from './content.ts';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { CallId, ConversationId, JobId, ServerId } from './ids.ts';

/** `working` and `input_required` are the server's words. `lost`: the server knows it no more, or nobody waits for it any longer. */
export const JobState = z.enum(['working', 'input_required', 'done', 'failed', 'cancelled', 'lost']);
export type JobState = z.infer<typeof JobState>;

export const JobView = z.object({
  id: JobId,
  serverId: ServerId,
  /** The server's name at the time. */
  serverName: z.string(),
  tool: z.string(),
  title: z.optional(z.string()),
  /** Null for a call that belongs to no chat. */
  callId: z.nullable(CallId),
  /** The chat it belongs to; null where there is none, or where it was deleted. */
  conversation: z.nullable(z.object({ id: ConversationId, title: z.string() })),
  state: JobState,
  /** What the server said last about how it is getting on: its words, without secrets of ours. */
  statusMessage: z.optional(z.string()),
  progress: z.nullable(ProgressView),
  startedAt: z.number(),
  /** When the server was last heard of it. */
  heardAt: z.number(),
  endedAt: z.nullable(z.number()),
  /** When the server will forget it; null where it keeps it without end or did not say. */
  expiresAt: z.nullable(z.number()),
  /** How often the server wants to be asked, in milliseconds. */
  pollMs: z.optional(z.number()),
  /** False while nobody can ask the server: it does not run, or asking it was given up (`problem`). */
  isWatched: z.boolean(),
  /** The chat's answer does not wait for it. */
  isBackground: z.boolean(),
  /** `asked`: the server was asked to stop, which it may or may not do. `refused`: it does not offer that, or said no. */
  cancel: z.nullable(z.enum(['asked', 'refused'])),
  /** Why it failed, was lost, or cannot be asked about. */
  problem: z.nullable(Problem),
});
export type JobView = z.infer<typeof JobView>;

const none = z.object({});
const jobId = z.object({ jobId: JobId });

export const jobs = {
  /** All that are kept, newest first; then what changes, at most a few times a second for each. */
  'jobs/watch': stream(
    none,
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('snapshot'), jobs: z.array(JobView) }),
      z.object({ type: z.literal('changed'), job: JobView }),
      z.object({ type: z.literal('removed'), jobId: JobId }),
    ]),
  ),
  /**
   * Asks the server to stop. What comes of that is told by the job: it may still end with a result.
   * Errors: `server-not-ready` where it cannot be asked now, `server-not-supported` and `server-error` where it says no.
   */
  'jobs/cancel': request(jobId, none),
  /** The chat's answer goes on without waiting for it: the model is told so. Does nothing where no answer waits. */
  'jobs/goOn': request(jobId, none),
  /** Asks about it again, where that was given up although the server runs. Errors: `server-not-ready`. */
  'jobs/askAgain': request(jobId, none),
  /** It is waited for no longer: it ends as lost. What it does at the server is not undone. */
  'jobs/giveUp': request(jobId, none),
  /** What came of it, kept whatever became of its chat. */
  'jobs/result': request(jobId, z.object({ result: z.nullable(ToolResultView) })),
  /**
   * Has the model of its chat go on with what came: an answer that was cut goes on, else `text` is said in the chat.
   * Errors: those of `conversations/send`, `conversation-unknown`, `message-unknown` where the chat shows another version by now.
   */
  'jobs/handOver': request(z.object({ jobId: JobId, text: z.string().check(z.minLength(1), z.maxLength(2000)) }), none),
  /** Out of the list, unless it still goes on; `jobs/restore` is the undo. */
  'jobs/remove': request(z.object({ jobIds: z.array(JobId).check(z.maxLength(1000)) }), none),
  'jobs/restore': request(z.object({ jobIds: z.array(JobId).check(z.maxLength(1000)) }), none),
} as const;
