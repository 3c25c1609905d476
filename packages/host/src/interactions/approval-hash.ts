/** What exactly a decision is about (C11) and what a standing permission is bound to (C03, H03). */
import { createHash } from 'node:crypto';
import type { Json } from '@portolan/contract/json';
import type { ApprovalRequest, AvailableTool } from '../ports.ts';
import { canonicalJson } from './canonical-json.ts';

// Everything a person or a model goes by. `_meta` is left out: servers put timestamps there.
const pinned = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons'];

/** Changes when the server changes anything of the tool's definition, or we of what is made of it. */
export function definitionHash(tool: AvailableTool): string {
  const { raw } = tool.view;
  const sent = pinned.map((key): Json => (Object.hasOwn(raw, key) ? [raw[key] ?? null] : null));
  return sha256([sent, tool.name, tool.title ?? null, tool.description ?? null, tool.inputSchema]);
}

/** One call: this server as it was started, this definition, these arguments, this conversation, this call. */
export function approvalHash(request: ApprovalRequest): string {
  const { tool } = request;
  return sha256(['tool-approval', tool.serverId, tool.launchHash, definitionHash(tool), request.arguments, request.conversationId, request.callId]);
}

function sha256(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
