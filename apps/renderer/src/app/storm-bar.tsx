/** One line about a server that asks too often, with what can be decided about it (C17). */
import type { StormView } from '@portolan/contract/mutes';
import { Button } from '@portolan/ui/button';
import { revealed } from '@portolan/ui/hidden-characters';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { BellRingIcon, XIcon } from 'lucide-react';
import { useMutes } from '../host/queries.ts';
import { useT } from '../lib/i18n.tsx';
import { useMuting } from '../lib/mutes.tsx';
import { useAct } from '../lib/use-act.ts';

export function StormBars() {
  const storms = useMutes().data?.storms ?? [];
  return storms.map((storm) => <StormBar key={storm.serverId} storm={storm} />);
}

function StormBar({ storm }: { storm: StormView }) {
  const t = useT();
  const m = t.mutes;
  const act = useAct();
  const { mute, allowMore } = useMuting();
  const { serverId, serverName, conversationId, refused, limit } = storm;
  const name = revealed(serverName);
  return (
    <section aria-label={name} className="flex min-w-0 items-start gap-2 border-b border-warn-line bg-warn-soft py-1.5 pr-2 pl-4 text-sm text-warn-fg">
      <BellRingIcon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
        <p role="status" className="min-w-0 flex-1 basis-80 py-px break-words"><RevealText text={m.storm(serverName, refused, limit)} hideCount /></p>
        <span className="flex min-w-0 flex-wrap items-center gap-1">
          <Button size="sm" onClick={() => void allowMore(serverId, serverName)}>{m.allowMore}</Button>
          <Button size="sm" onClick={() => void mute(serverId, serverName, conversationId)}>{m.muteInChat(name)}</Button>
          <Button size="sm" onClick={() => void mute(serverId, serverName, null)}>{m.muteAlways(name)}</Button>
        </span>
      </div>
      <IconButton size="sm" label={t.ui.dismiss} icon={<XIcon />} onClick={() => void act('mutes/dismissStorm', { serverId })} />
    </section>
  );
}
