/** Start, stop, and everything else that can be done to a server. */
import type { RequestName } from '@portolan/contract/contract';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { IconButton } from '@portolan/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@portolan/ui/menu';
import { useToast } from '@portolan/ui/toast';
import { CopyIcon, EllipsisIcon, PencilIcon, PlayIcon, PowerIcon, RotateCwIcon, SquareIcon, Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { currentRoute, navigate } from '../../lib/router.ts';
import { useAct } from '../../lib/use-act.ts';

type StateAct = Extract<RequestName, 'servers/start' | 'servers/stop' | 'servers/restart'>;

export function ServerActions({ server, onEdit }: { server: ServerView; onEdit: () => void }) {
  const t = useT();
  const a = t.servers.actions;
  const act = useAct();
  const remove = useRemoveServer();
  const duplicate = useDuplicate();
  const [pending, setPending] = useState<StateAct | null>(null);
  const run = async (method: StateAct) => {
    setPending(method);
    await act(method, { serverId: server.id });
    setPending(null);
  };
  const canAct = server.isReviewed && server.isEnabled;
  const isRunning = server.state === 'ready' || server.state === 'degraded' || server.state === 'starting' || server.state === 'backoff';
  return (
    <>
      {canAct && isRunning ? (
        <>
          <Button icon={<RotateCwIcon />} loading={pending === 'servers/restart'} onClick={() => void run('servers/restart')}>{a.restart}</Button>
          <Button icon={<SquareIcon />} loading={pending === 'servers/stop'} onClick={() => void run('servers/stop')}>{a.stop}</Button>
        </>
      ) : null}
      {canAct && !isRunning ? <Button variant="primary" icon={<PlayIcon />} loading={pending === 'servers/start' || server.state === 'stopping'} onClick={() => void run('servers/start')}>{a.start}</Button> : null}
      <Menu align="end" trigger={<IconButton label={a.more(server.name)} icon={<EllipsisIcon />} />}>
        <MenuItem icon={<PencilIcon />} onSelect={onEdit}>{a.edit}</MenuItem>
        <MenuItem icon={<CopyIcon />} onSelect={() => void duplicate(server)}>{a.duplicate}</MenuItem>
        <MenuItem icon={<PowerIcon />} onSelect={() => void act('servers/setEnabled', { serverId: server.id, isEnabled: !server.isEnabled })}>{server.isEnabled ? a.disable : a.enable}</MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2Icon />} tone="danger" onSelect={() => remove(server)}>{a.remove}</MenuItem>
      </Menu>
    </>
  );
}

/** A copy under the next free name, opened at once: it differs in nothing yet. */
function useDuplicate(): (server: ServerView) => Promise<void> {
  const t = useT();
  const act = useAct();
  const toast = useToast();
  const { data: servers } = useServers();
  return async (server) => {
    const taken = new Set(servers?.map((each) => each.name));
    let number = 2;
    while (taken.has(t.servers.duplicateName(server.name, number))) number += 1;
    const copy = await act('servers/duplicate', { serverId: server.id, name: t.servers.duplicateName(server.name, number) });
    if (!copy) return;
    navigate({ at: 'server', serverId: copy.id, tab: 'overview' });
    toast.show({ title: t.servers.duplicated(copy.name) });
  };
}

/** Takes a server out at once and offers to bring it back. */
function useRemoveServer(): (server: ServerView) => void {
  const t = useT();
  const act = useAct();
  const toast = useToast();
  return (server) => {
    const restore = async (undo: string) => {
      const restored = await act('servers/restore', { undo });
      if (restored) navigate({ at: 'server', serverId: restored.id, tab: 'overview' });
    };
    const remove = async () => {
      const removed = await act('servers/remove', { serverId: server.id });
      if (!removed) return;
      const route = currentRoute();
      if (route.at === 'server' && route.serverId === server.id) navigate({ at: 'servers' }, { replace: true });
      toast.show({ title: t.servers.removed(server.name), action: { label: t.app.actions.undo, onPress: () => void restore(removed.undo) } });
    };
    void remove();
  };
}
