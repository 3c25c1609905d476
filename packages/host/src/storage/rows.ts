/** Rows of the database as the values the host works with. What does not parse is shown as it stands, never dropped. */
import * as z from 'zod/mini';
import { ChatSourceName } from '@portolan/contract/chat-source';
import { ChatPlace } from '@portolan/contract/chat-filters';
import { MessageStatus, ModelRef, PartView } from '@portolan/contract/conversations';
import type { ConversationView, MessageView } from '@portolan/contract/conversations';
import { Problem } from '@portolan/contract/errors';
import { ConversationId, MessageId, ProfileId, ProjectId, ServerId } from '@portolan/contract/ids';
import { isJson } from '@portolan/contract/json';
import type { Json } from '@portolan/contract/json';
import type { StoredMessage } from '../ports.ts';
import type { Row } from './database.ts';

const ConversationRow = z.object({
  id: ConversationId,
  title: z.string(),
  model: z.nullable(z.string()),
  created_at: z.number(),
  updated_at: z.number(),
  message_count: z.number(),
  reads_resources: z.number(),
  runs_scripts: z.number(),
  place: z.nullable(z.string()),
  imported_from: z.nullable(z.string()),
  profile_id: z.nullable(ProfileId),
  project_id: z.nullable(ProjectId),
  servers: z.nullable(z.string()),
});

export function toConversation(row: Row): ConversationView {
  const { id, title, model, created_at, updated_at, message_count, reads_resources, runs_scripts, place, imported_from, profile_id, project_id, servers } = ConversationRow.parse(row);
  return { id, title, model: parsed(ModelRef, model), createdAt: created_at, updatedAt: updated_at, messageCount: message_count, isRunning: false, ...(reads_resources === 0 ? { modelReadsResources: false } : {}), ...(runs_scripts === 1 ? { runsScripts: true } : {}), ...placeOf(place), ...originOf(imported_from), ...(profile_id === null ? {} : { profileId: profile_id }), ...(project_id === null ? {} : { projectId: project_id }), ...serversOf(servers) };
}

/** What does not read as a choice of servers is none: then all are offered, and each asks as ever. */
function serversOf(text: string | null): { servers?: ServerId[] } {
  const servers = parsed(z.array(ServerId), text);
  return servers === null ? {} : { servers };
}

/** A place that only a later version knows is none here. */
function placeOf(text: string | null): { place?: ChatPlace } {
  const place = ChatPlace.safeParse(text);
  return place.success ? { place: place.data } : {};
}

/** Where a chat came from: also one that only a later version knows is none of ours. */
function originOf(text: string | null): { importedFrom?: ChatSourceName } {
  if (text === null) return {};
  const source = ChatSourceName.safeParse(text);
  return { importedFrom: source.success ? source.data : 'portolan' };
}

const MessageRow = z.object({
  id: MessageId,
  conversation_id: ConversationId,
  role: z.enum(['user', 'assistant']),
  status: MessageStatus,
  problem: z.nullable(z.string()),
  model: z.nullable(z.string()),
  usage: z.nullable(z.string()),
  created_at: z.number(),
  provider_state: z.nullable(z.string()),
});
const Usage = z.object({ inputTokens: z.nullable(z.number()), outputTokens: z.nullable(z.number()), cost: z.optional(z.nullable(z.number())) });

/** `partRows` are the rows of this message in order. */
export function toMessage(row: Row, partRows: readonly Row[]): StoredMessage {
  const message = MessageRow.parse(row);
  const view: MessageView = {
    id: message.id,
    conversationId: message.conversation_id,
    role: message.role,
    createdAt: message.created_at,
    status: message.status,
    problem: parsed(Problem, message.problem),
    model: parsed(ModelRef, message.model),
    usage: parsed(Usage, message.usage),
    parts: partRows.map(toPart),
  };
  const state = parseJson(message.provider_state ?? '[]');
  return { ...view, providerState: Array.isArray(state) ? state : [] };
}

function toPart(row: Row): PartView {
  const json = String(row['json']);
  return parsed(PartView, json) ?? { type: 'text', text: json };
}

/** Null for what does not fit. */
export function parsed<T>(schema: z.ZodMiniType<T>, json: string | null): T | null {
  if (json === null) return null;
  const result = schema.safeParse(parseJson(json));
  return result.success ? result.data : null;
}

function parseJson(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : null;
  } catch {
    return null;
  }
}
