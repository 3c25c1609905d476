/** Whether a prompt, a resource or a template is offered where a message is written; kept by the host (S11). */
import type { ServerView } from '@portolan/contract/servers';
import { Switch } from '@portolan/ui/switch';
import { useState } from 'react';
import { useT } from '../i18n.tsx';
import { useAct } from '../use-act.ts';

export function ItemSwitch({ server, kind, name, isEnabled }: { server: ServerView; kind: 'prompt' | 'resource'; name: string; isEnabled: boolean }) {
  const t = useT();
  const act = useAct();
  // Shown as it was pressed until the host has said so itself.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOn = wanted ?? isEnabled;
  const set = async (next: boolean) => {
    setWanted(next);
    await act('servers/setItemEnabled', { serverId: server.id, kind, name, isEnabled: next });
    setWanted(null);
  };
  return <Switch checked={isOn} label={kind === 'prompt' ? t.servers.lists.enabledPrompt : t.servers.lists.enabledResource} onCheckedChange={(next) => void set(next)} />;
}
