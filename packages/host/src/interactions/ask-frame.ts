/** What every question of a server carries, and what its answer is bound to. */
import { createHash } from 'node:crypto';
import type { AskCause, AskRound } from '@portolan/contract/asks';
import type { CallId, ConversationId, InteractionId, ServerId } from '@portolan/contract/ids';
import type { Json } from '@portolan/contract/json';
import type { WithdrawnReason } from '@portolan/contract/interactions';
import type { InputContext } from '@portolan/mcp-client/handlers';
import type { AskLimits } from './ask-limits.ts';
import type { AskingServer } from './ask-server.ts';
import { canonicalJson } from './canonical-json.ts';

/** What every question carries. */
export interface AskFrame {
  id: InteractionId;
  createdAt: number;
  serverId: ServerId;
  serverName: string;
  conversationId: ConversationId | null;
  conversationTitle: string;
  callId: CallId | null;
  cause: AskCause | null;
  round: AskRound | null;
}

/** Shared by the questions of one connection. */
export interface AskScope {
  /** Of this connection, unique. */
  name: string;
  server: AskingServer;
  limits: AskLimits;
  isOver: boolean;
  open: Set<InteractionId>;
}

/** What an answer is bound to: this server as it was started, this very question, what it says. */
export function askHash(server: AskingServer, frame: AskFrame, content: Json): string {
  return createHash('sha256').update(canonicalJson([server.id, server.launchHash(), frame.id, frame.callId, content])).digest('hex');
}

/** Why a question is given up whose request was cancelled: by whom can be told. */
export function reasonOf(scope: AskScope, context: InputContext): WithdrawnReason {
  if (scope.isOver) return 'server-gone';
  return context.round !== undefined || context.signal.reason === 'call-over' ? 'call-over' : 'taken-back';
}
