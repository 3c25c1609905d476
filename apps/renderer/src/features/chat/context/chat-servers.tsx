/** Which servers models have in this chat: chosen here, or as its project says (C10). */
import type { ConversationView } from '@portolan/contract/conversations';
import type { ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Checkbox } from '@portolan/ui/checkbox';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { useServers } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { useAhead } from '../../../lib/use-ahead.ts';
import { useOfferedServers } from './use-offered-servers.ts';

export function ChatServers({ conversation, onChanged }: { conversation: ConversationView; onChanged: () => void }) {
  const t = useT();
  const c = t.projectPage.chat;
  const act = useAct();
  const servers = useServers().data?.filter(({ isEnabled }) => isEnabled) ?? [];
  const { ofProject } = useOfferedServers(conversation);
  const [own, put] = useAhead<ServerId[] | null>(conversation.servers ?? null, async (next) => {
    const kept = await act('conversations/setServers', { conversationId: conversation.id, servers: next });
    if (kept) onChanged();
    return kept !== undefined;
  });
  const offered = own ?? ofProject;
  if (servers.length === 0) return null;
  const isOn = (id: ServerId) => offered === null || offered.includes(id);
  const from = own !== null ? 'chat' : ofProject === null ? 'all' : 'project';
  return (
    <Collapsible label={c.servers(servers.filter(({ id }) => isOn(id)).length, servers.length)}>
      <div className="flex min-w-0 flex-col gap-2 pt-1 pl-5">
        <p className="text-sm text-muted">{c.serversFrom[from]}</p>
        <ul className="flex max-h-48 flex-col gap-1.5 overflow-y-auto">
          {servers.map(({ id, name }) => (
            <li key={id}><Checkbox label={<RevealText text={name} hideCount />} checked={isOn(id)} onCheckedChange={(next) => put(servers.map((each) => each.id).filter((each) => (each === id ? next : isOn(each))))} /></li>
          ))}
        </ul>
        {from === 'chat' ? <div><Button size="sm" onClick={() => put(null)}>{ofProject === null ? c.resetAll : c.reset}</Button></div> : null}
      </div>
    </Collapsible>
  );
}
