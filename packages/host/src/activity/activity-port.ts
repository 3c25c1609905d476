/** What the parts of the host say to the activity log, each at its own door. */
import type { ActivityBy, ActivityEvent } from '@portolan/contract/activity';
import type { CallId, ConversationId, ServerId } from '@portolan/contract/ids';

/** What an entry is about. What is left out: no server, no chat, no call, and whoever acts at the moment. */
export interface ActivityAbout {
  by?: ActivityBy;
  serverId?: ServerId | null;
  /** Where the configuration knows the server no longer, or not yet. */
  serverName?: string;
  conversationId?: ConversationId | null;
  callId?: CallId | null;
  /** A server alone made this happen: no more than so many a minute are written, the rest is counted. */
  isOfServer?: boolean;
}

export interface ActivityPort {
  /** On disk when it returns. A disk that takes nothing is no reason to stop: the failure goes to the host's log. */
  record(event: ActivityEvent, about?: ActivityAbout): void;
  /**
   * For what must not happen without its record.
   * @throws {HostError} `storage-failed`
   */
  require(event: ActivityEvent, about?: ActivityAbout): void;
}

/** For parts that are made without a host around them. */
export const noActivity: ActivityPort = { record: () => undefined, require: () => undefined };
