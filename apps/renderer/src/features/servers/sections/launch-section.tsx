/** What runs, or what is contacted, once it has been allowed. */
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { PencilIcon } from 'lucide-react';
import { useT } from '../../../lib/i18n.tsx';
import { LaunchDetails, LaunchFlags } from '../launch-details.tsx';
import type { SectionProps } from './section.ts';

export function LaunchSection({ server, onEdit }: SectionProps) {
  const t = useT();
  const o = t.servers.overview;
  // Before that it stands in the question itself.
  if (!server.isReviewed) return null;
  return (
    <Card level={2} title={server.launch.kind === 'stdio' ? o.launch : o.reach} actions={<Button size="sm" icon={<PencilIcon />} onClick={onEdit}>{t.servers.actions.edit}</Button>}>
      <div className="flex min-w-0 flex-col gap-3">
        <LaunchFlags flags={server.flags} />
        <LaunchDetails launch={server.launch} of={server} />
      </div>
    </Card>
  );
}
