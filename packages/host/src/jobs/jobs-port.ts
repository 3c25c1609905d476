/** What the rest of the host has to do with jobs. */
import type { ProgressView, ToolResultView } from '@portolan/contract/content';
import type { CallId, ConversationId, JobId, MessageId, ServerId } from '@portolan/contract/ids';
import type { Client, ToolResult } from '@portolan/mcp-client/client';
import type { TaskStore, ToolTask } from '@portolan/mcp-client/tasks/task';
import type { JobEnd, JobServer, StoredJob } from './job-store.ts';

/** For whoever connects to servers: the place for ids of tasks, and the news that one can be asked. */
export interface JobKeeper {
  storeOf(server: JobServer): TaskStore;
  /** Takes up what goes on at it. Does not reject. */
  connected(server: JobServer, client: Pick<Client, 'resumeTask'>): Promise<void>;
}

/** For whoever makes calls. */
export interface JobDoor {
  /**
   * A call has become a task: it is waited for until its result, the signal, or the word to go on.
   * @throws {JobGoesOn} when nobody waits any longer, or the host ends
   * @throws {JobCancelled}
   * @throws {HostError} what the call failed with
   */
  follow(task: ToolTask, call: FollowedCall): Promise<ToolResultView>;
  /** Of a job that is being followed. */
  progress(task: ToolTask, progress: ProgressView): void;
}

export interface FollowedCall {
  server: JobServer;
  title?: string;
  signal: AbortSignal;
  /** Told of the job before anything else comes of it. */
  onJob?: (id: JobId) => void;
}

/** For chats: which of their calls go on. */
export interface ChatJobs {
  /** The job of a call that goes on, or whose chat has not been told what came. */
  ofCall(callId: CallId): StoredJob | null;
  /** What came of it stands in the message. */
  told(id: JobId): void;
}

/** Where results go that nobody waited for. */
export interface JobChats {
  /**
   * Puts what came into the call it belongs to, by the rules for any result. Does not reject.
   * @returns whether the message has it, or no message wants it
   */
  jobEnded(job: { id: JobId; callId: CallId; conversationId: ConversationId; messageId: MessageId }, end: JobEnd): Promise<boolean>;
}

/** What a result or an error of a task becomes, as those of any call. */
export interface JobServers {
  resultOf(serverId: ServerId, tool: string, result: ToolResult): Promise<ToolResultView>;
  errorOf(serverId: ServerId, serverName: string, tool: string, error: unknown): Error;
  /** Words of a server without secrets of ours. */
  clean(text: string): string;
  /** Null while it does not run. */
  clientOf(serverId: ServerId, launchHash: string): Pick<Client, 'resumeTask'> | null;
}
