/** A standing permission as it is first kept: what exactly is allowed, or what is not to be done. */
import type { ConversationId } from '@portolan/contract/ids';
import { HostError } from '@portolan/contract/errors';
import type { RuleConditions, RuleEffect } from '@portolan/contract/rules';
import { definitionHash } from '../interactions/approval-hash.ts';
import type { ApprovalRequest, AvailableTool } from '../ports.ts';
import type { NewRule } from '../storage/rule-store.ts';
import { holdsAll } from './condition.ts';
import type { PathLook } from './path-inside.ts';
import { usableConditions } from './rule-input.ts';

export interface RuleAbout {
  tool: AvailableTool;
  effect: RuleEffect;
  conditions: RuleConditions;
  /** Null: in every chat. */
  conversationId: ConversationId | null;
}

/** About one tool. Allowed is this definition, of this launch. */
export function newRule({ tool, effect, conditions, conversationId }: RuleAbout): NewRule {
  const { serverId, serverName, name } = tool;
  return {
    serverId,
    serverName,
    tool: name,
    effect,
    conditions,
    scope: conversationId === null ? 'always' : 'chat',
    conversationId,
    launchHash: effect === 'allow' ? tool.launchHash : null,
    definitions: effect === 'allow' ? { [name]: definitionHash(tool) } : null,
    madeBy: 'person',
  };
}

/** As they are kept; null when they can't be, or are not about this call. */
export function conditionsOf(request: ApprovalRequest, conditions: RuleConditions, look: PathLook): RuleConditions | null {
  try {
    const usable = usableConditions(conditions, look);
    return holdsAll(usable, request.arguments, look, 'every') === 'yes' ? usable : null;
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}
