/** Whether a server may be called by models at all, and whether it may ask (C17). */
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { useMutes } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { Quieted, useMuting } from '../../../lib/mutes.tsx';
import type { SectionProps } from './section.ts';

export function QuietSection({ server }: SectionProps) {
  const m = useT().mutes;
  const { mute } = useMuting();
  const { data } = useMutes();
  const isMuted = data?.mutes.some((each) => each.serverId === server.id && each.conversationId === null) ?? true;
  return (
    <Card level={2} title={m.section.title} actions={isMuted ? null : <Button size="sm" onClick={() => void mute(server.id, server.name, null)}>{m.section.mute}</Button>}>
      <div className="flex min-w-0 flex-col gap-3">
        <p className="text-sm text-muted">{m.section.text}</p>
        <Quieted serverId={server.id} />
      </div>
    </Card>
  );
}
