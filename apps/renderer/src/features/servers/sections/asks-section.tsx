/** What a server may ask of the person (H04, H05, H06). */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { Collapsible } from '@portolan/ui/collapsible';
import { Switch } from '@portolan/ui/switch';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { RootsField } from './roots-field.tsx';
import { SamplingBudgetFields } from './sampling-budget.tsx';
import { SamplingLog } from './sampling-log.tsx';
import type { SectionProps } from './section.ts';

export function AsksSection({ server }: SectionProps) {
  const t = useT();
  const s = t.asks.section;
  const act = useAct();
  const serverId = server.id;
  const { asks } = server;
  return (
    <Card level={2} title={s.title}>
      <div className="flex min-w-0 flex-col gap-4">
        {asks.isStopped ? <Callout tone="warn" actions={<Button size="sm" onClick={() => void act('servers/letAsk', { serverId })}>{s.letAsk}</Button>}>{s.stopped}</Callout> : null}
        <Switch checked={asks.elicitation === 'ask'} label={s.elicitation} description={s.elicitationText} onCheckedChange={(isOn) => void act('servers/setAsks', { serverId, elicitation: isOn ? 'ask' : 'off' })} />
        <Switch checked={asks.sampling === 'ask'} label={s.sampling} description={s.samplingText} onCheckedChange={(isOn) => void act('servers/setAsks', { serverId, sampling: isOn ? 'ask' : 'off' })} />
        {asks.sampling === 'ask' ? (
          <div className="flex min-w-0 flex-col gap-2 pl-1">
            <Collapsible label={s.budget}><SamplingBudgetFields key={JSON.stringify(asks.budget)} server={server} /></Collapsible>
            <Collapsible label={s.log}><SamplingLog serverId={serverId} /></Collapsible>
          </div>
        ) : null}
        <Switch checked={asks.roots !== null} label={s.roots} description={s.rootsText} onCheckedChange={(isOn) => void act('servers/setRoots', { serverId, roots: isOn ? [] : null })} />
        {asks.roots === null ? null : <RootsField server={server} roots={asks.roots} />}
        {asks.needsRestart ? <Callout tone="info" actions={<Button size="sm" onClick={() => void act('servers/restart', { serverId })}>{s.restartNow}</Button>}>{s.restart}</Callout> : null}
      </div>
    </Card>
  );
}
