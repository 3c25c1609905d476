/** What windows may do with questions and standing permissions. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { interactions } from '@portolan/contract/interactions';
import type { ServersPort } from '../ports.ts';
import type { RuleStore } from '../storage/rule-store.ts';
import type { Asks } from './asks.ts';
import { definitionHash } from './approval-hash.ts';
import type { InteractionQueue } from './interaction-queue.ts';

export interface InteractionRouteDeps {
  queue: InteractionQueue;
  rules: RuleStore;
  servers: Pick<ServersPort, 'tool' | 'serverName'>;
  asks: Asks;
}

export function interactionRoutes({ queue, rules, servers, asks }: InteractionRouteDeps): HandlersFor<typeof interactions> {
  return {
    'interactions/watch': (_input, { signal }) => queue.watch(signal),
    'interactions/resolve': (input) => asks.resolve(input),
    'interactions/resolveRound': (input) => asks.resolveRound(input),
    'interactions/openPage': ({ id, hash }) => asks.openPage(id, hash),
    'rules/list': () => ({
      rules: rules.list().map((rule) => {
        const tool = servers.tool(rule.serverId, rule.tool);
        return {
          id: rule.id,
          serverId: rule.serverId,
          serverName: servers.serverName(rule.serverId) ?? rule.serverName,
          tool: rule.tool,
          scope: rule.scope,
          conversationId: rule.conversationId,
          createdAt: rule.createdAt,
          // A tool that is not there now can't be compared; it will be when it is called.
          isStale: tool !== null && (tool.launchHash !== rule.launchHash || definitionHash(tool) !== rule.definitionHash),
        };
      }),
    }),
    'rules/revoke': ({ ruleId }) => {
      rules.remove(ruleId);
      return {};
    },
  };
}
