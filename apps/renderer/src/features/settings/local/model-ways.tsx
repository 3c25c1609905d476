/** No model yet: the ways to one, what is here already before what is somewhere else, and going on without (C02, C03). */
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { FileBoxIcon, PlusIcon } from 'lucide-react';
import { useT } from '../../../lib/i18n.tsx';
import { navigate } from '../../../lib/router.ts';
import { FoundModels } from './found-models.tsx';
import type { Looking } from './found-models.tsx';

export function ModelWays({ looking, onOpenFile, onAddProvider }: { looking: Looking; onOpenFile: () => void; onAddProvider: () => void }) {
  const t = useT();
  const l = t.localModels;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <FoundModels looking={looking} />
      <Card level={2} title={l.file.way} actions={<Button icon={<FileBoxIcon />} onClick={onOpenFile}>{l.file.openIt}</Button>}>
        <p className="text-sm text-pretty text-muted">{l.file.wayText}</p>
      </Card>
      <Card level={2} title={l.keyWay} actions={<Button icon={<PlusIcon />} onClick={onAddProvider}>{t.settings.providers.add}</Button>}>
        <p className="text-sm text-pretty text-muted">{l.keyWayText}</p>
      </Card>
      <Card level={2} title={l.noModelWay} actions={<Button onClick={() => navigate({ at: 'servers' })}>{l.toServers}</Button>}>
        <p className="text-sm text-pretty text-muted">{l.noModelWayText}</p>
      </Card>
    </div>
  );
}
