/** Start, stop, and everything else that can be done to a server. */
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Dialog } from '@portolan/ui/dialog';
import { IconButton } from '@portolan/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@portolan/ui/menu';
import { useToast } from '@portolan/ui/toast';
import { EllipsisIcon, PencilIcon, PlayIcon, PowerIcon, RotateCwIcon, SquareIcon, Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { problemOf, useProblemText } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { LaunchForm } from './launch-form.tsx';

export function ServerActions({ server }: { server: ServerView }) {
  const t = useT();
  const a = t.servers.actions;
  const toast = useToast();
  const problemText = useProblemText();
  const [isEditing, setIsEditing] = useState(false);
  const onError = (error: unknown) => {
    const words = problemText(problemOf(error));
    toast.show({ tone: 'danger', title: words.title, description: words.next });
  };
  const start = useHostMutation('servers/start');
  const stop = useHostMutation('servers/stop');
  const restart = useHostMutation('servers/restart');
  const setEnabled = useHostMutation('servers/setEnabled');
  const remove = useHostMutation('servers/remove');
  const restore = useHostMutation('servers/restore');
  const id = { serverId: server.id };
  const isUp = server.state === 'ready' || server.state === 'degraded' || server.state === 'starting' || server.state === 'backoff';
  const removeIt = () =>
    remove.mutate(id, {
      onError,
      onSuccess: ({ undo }) => {
        navigate({ at: 'servers' }, { replace: true });
        toast.show({ title: t.servers.removed(server.name), action: { label: t.app.actions.undo, onPress: () => restore.mutate({ undo }, { onError }) } });
      },
    });
  return (
    <>
      {!server.isReviewed || !server.isEnabled ? null : isUp ? (
        <>
          <Button icon={<RotateCwIcon />} loading={restart.isPending} onClick={() => restart.mutate(id, { onError })}>{a.restart}</Button>
          <Button icon={<SquareIcon />} loading={stop.isPending} onClick={() => stop.mutate(id, { onError })}>{a.stop}</Button>
        </>
      ) : (
        <Button variant="primary" icon={<PlayIcon />} loading={start.isPending || server.state === 'stopping'} onClick={() => start.mutate(id, { onError })}>{a.start}</Button>
      )}
      <Menu align="end" trigger={<IconButton label={a.more(server.name)} icon={<EllipsisIcon />} />}>
        <MenuItem icon={<PencilIcon />} onSelect={() => setIsEditing(true)}>{a.edit}</MenuItem>
        <MenuItem icon={<PowerIcon />} onSelect={() => setEnabled.mutate({ ...id, isEnabled: !server.isEnabled }, { onError })}>{server.isEnabled ? a.disable : a.enable}</MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2Icon />} tone="danger" onSelect={removeIt}>{a.remove}</MenuItem>
      </Menu>
      <Dialog open={isEditing} onOpenChange={setIsEditing} title={t.servers.form.editTitle(server.name)} size="lg" dismissOutside={false}>
        <LaunchForm server={server} onSaved={() => setIsEditing(false)} onCancel={() => setIsEditing(false)} />
      </Dialog>
    </>
  );
}
