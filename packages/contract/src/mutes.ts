/**
 * What keeps a server from wearing the person out (C17): servers that asked too often, those that are muted, and those that
 * may ask more for a while.
 */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { ConversationId, MuteId, ServerId } from './ids.ts';

/** Questions of one server within a minute before further calls are refused, unless the person says otherwise. */
export const usualQuestionsPerMinute = 5;
export const mostQuestionsPerMinute = 100;
/** How long a server may ask as often as it likes once the person allowed it, milliseconds. */
export const allowanceMs = 600_000;

/** Every call of this server is refused without a question: in one chat, or until the person says so. Survives restarts. */
export const MuteView = z.object({
  id: MuteId,
  serverId: ServerId,
  serverName: z.string(),
  conversationId: z.nullable(ConversationId),
  conversationTitle: z.string(),
  since: z.number(),
  /** Calls refused for it since the host started. */
  refused: z.number(),
});
export type MuteView = z.infer<typeof MuteView>;

/** A server that asked too often; stands until the person has decided about it or waved it away. */
export const StormView = z.object({
  serverId: ServerId,
  serverName: z.string(),
  /** The chat in which it last asked too often. */
  conversationId: ConversationId,
  conversationTitle: z.string(),
  /** Calls that were refused. */
  refused: z.number(),
  /** Questions within a minute it may ask. */
  limit: z.number(),
  at: z.number(),
});
export type StormView = z.infer<typeof StormView>;

/** A server that may ask as often as it likes for a while. */
export const AllowanceView = z.object({ serverId: ServerId, serverName: z.string(), until: z.number() });
export type AllowanceView = z.infer<typeof AllowanceView>;

const none = z.object({});
const serverId = z.object({ serverId: ServerId });

export const mutes = {
  'mutes/watch': stream(none, z.object({ mutes: z.array(MuteView), storms: z.array(StormView), allowances: z.array(AllowanceView) })),
  /**
   * Refuses every call of the server from now on, what waits for a decision included; a chat, or null for all of them.
   * Muting what is muted gives the same mute. Fails with `server-unknown`, `conversation-unknown`.
   */
  'mutes/set': request(z.object({ serverId: ServerId, conversationId: z.nullable(ConversationId) }), z.object({ id: MuteId })),
  /** Does nothing when it is gone already. */
  'mutes/remove': request(z.object({ id: MuteId }), none),
  /** It may ask as often as it likes for ten minutes. Fails with `server-unknown`. */
  'mutes/allowMore': request(serverId, z.object({ until: z.number() })),
  /** Ends that before its time. */
  'mutes/endAllowance': request(serverId, none),
  /** The person has read that it asks too often, and leaves it at that. */
  'mutes/dismissStorm': request(serverId, none),
} as const;
