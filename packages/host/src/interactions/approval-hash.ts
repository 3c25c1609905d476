/** What exactly a decision is about (C11) and what a standing permission is bound to (C03, H03). */
import { createHash } from 'node:crypto';
import type { Json } from '@portolan/contract/json';
import { pinnedOf } from '../pins/pinned-definition.ts';
import type { ApprovalRequest, AvailableTool } from '../ports.ts';
import { canonicalJson } from './canonical-json.ts';

/** Changes when the server changes anything of the tool's definition, or we of what is made of it. */
export function definitionHash(tool: AvailableTool): string {
  return sha256([pinnedOf(tool.view.raw), tool.name, tool.title ?? null, tool.description ?? null, tool.inputSchema]);
}

/** One call: this server as it was started, this definition, these arguments, this conversation, this call. */
export function approvalHash(request: ApprovalRequest): string {
  const { tool } = request;
  return sha256(['tool-approval', tool.serverId, tool.launchHash, definitionHash(tool), request.arguments, request.conversationId, request.callId]);
}

function sha256(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
