/** What the standing permissions say of one call as it would be made now (H01, H10). */
import type { PermissionProfile, ReadBefore } from '@portolan/contract/rules';
import { definitionHash } from '../interactions/approval-hash.ts';
import type { ApprovalRequest } from '../ports.ts';
import type { RuleStore } from '../storage/rule-store.ts';
import { evaluate } from './evaluate.ts';
import type { RuleVerdict } from './evaluate.ts';
import { localLook } from './path-inside.ts';
import type { PathLook } from './path-inside.ts';
import { readOfOthers } from './read-before.ts';

/** What has to be known of a server beyond its rules. */
export interface ServerTraits {
  profile: PermissionProfile;
  look: PathLook;
  /** It comes with the app: what it says of its tools is known and no claim. */
  isOwn: boolean;
}

export const usualTraits: ServerTraits = { profile: 'ask', look: localLook, isOwn: false };

export interface CallPermission extends RuleVerdict {
  /** What the model had read that makes this a call to ask about, whatever is allowed (H10). */
  readBefore: ReadBefore[];
}

export function permissionFor(rules: Pick<RuleStore, 'find'>, request: ApprovalRequest, { profile, look, isOwn }: ServerTraits): CallPermission {
  const { tool } = request;
  // What was allowed for always, before the person said that nothing is to be.
  const standing = rules.find(tool.serverId).filter(({ effect, scope }) => profile !== 'strict' || effect !== 'allow' || scope === 'chat');
  const call = { serverId: tool.serverId, tool: tool.name, launchHash: tool.launchHash, definitionHash: definitionHash(tool), conversationId: request.conversationId, arguments: request.arguments };
  return { ...evaluate(standing, call, look), readBefore: readOfOthers(request.readBefore ?? [], tool, isOwn) };
}
