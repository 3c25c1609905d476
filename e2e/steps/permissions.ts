/** Decided in advance without the screens, as the command line does it, where a journey or a picture is about what follows. */
import { createHostClient } from '@portolan/contract/client';
import type { RuleInput } from '@portolan/contract/rules';
import { attach } from '@portolan/host/attach/attach-client';
import type { DataFolder } from '../harness/data-folder.ts';

export type DecidedAhead = Omit<RuleInput, 'serverId' | 'conversationId'> & { /** Null: every server. */ server: string | null };

export async function decideAhead(data: DataFolder, rules: readonly DecidedAhead[]): Promise<void> {
  const port = await attach(data.path);
  if (port === null) throw new Error('the host of this app cannot be reached');
  try {
    const host = createHostClient(port);
    const { servers } = await host.request('rules/list', {});
    for (const { server, ...rule } of rules) {
      const serverId = server === null ? null : servers.find(({ serverName }) => serverName === server)?.serverId;
      if (serverId === undefined) throw new Error(`no server ${server}`);
      await host.request('rules/save', { ...rule, serverId, conversationId: null });
    }
  } finally {
    port.end();
  }
}
