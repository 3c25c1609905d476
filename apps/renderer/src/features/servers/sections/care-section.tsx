/** When a server starts, and how much patience and room it gets (S16, S20). */
import { defaultLimits } from '@portolan/contract/servers';
import type { ServerLimits, ServerView } from '@portolan/contract/servers';
import { Card } from '@portolan/ui/card';
import { Collapsible } from '@portolan/ui/collapsible';
import { Field } from '@portolan/ui/field';
import { RadioGroup } from '@portolan/ui/radio-group';
import { Switch } from '@portolan/ui/switch';
import { useToast } from '@portolan/ui/toast';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { ReviewSwitch } from '../../../lib/review-choices.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { NumbersForm } from './numbers-form.tsx';
import type { NumberLine } from './numbers-form.tsx';
import type { SectionProps } from './section.ts';

export function CareSection({ server }: SectionProps) {
  const t = useT();
  const c = t.servers.care;
  const act = useAct();
  const serverId = server.id;
  return (
    <Card level={2} title={c.title}>
      <div className="flex min-w-0 flex-col gap-5">
        <Field label={c.startup}>
          <RadioGroup
            aria-label={c.startup}
            value={server.startup}
            onValueChange={(startup) => void act('servers/setStartup', { serverId, startup })}
            items={[
              { value: 'launch', label: c.startupLaunch },
              { value: 'first-use', label: c.startupFirstUse },
              { value: 'manual', label: c.startupManual },
            ]}
          />
        </Field>
        <Switch checked={server.limits.restarts ?? defaultLimits.restarts} label={c.restarts} description={c.restartsText} onCheckedChange={(restarts) => void act('servers/setLimits', { serverId, limits: { restarts: restarts ? null : false } })} />
        <ReviewSwitch choice={{ scope: 'server', serverId }} />
        <Collapsible label={c.limits}><Limits key={JSON.stringify(server.limits)} server={server} /></Collapsible>
      </div>
    </Card>
  );
}

type NumberLimit = Exclude<keyof ServerLimits, 'restarts' | 'toolSeconds'>;
const numberLimits: NumberLimit[] = ['connectSeconds', 'callSeconds', 'callTotalSeconds', 'callsAtOnce', 'logLines'];
const range: Record<NumberLimit, [least: number, most: number]> = { connectSeconds: [1, 3600], callSeconds: [1, 86_400], callTotalSeconds: [1, 86_400], callsAtOnce: [1, 1000], logLines: [100, 200_000] };
/** A first start may have to download. */
const firstStartSeconds = 300;

function Limits({ server }: { server: ServerView }) {
  const t = useT();
  const c = t.servers.care;
  const act = useAct();
  const format = useFormat();
  const toast = useToast();
  const hint = (name: NumberLimit): string => (name === 'connectSeconds' && server.launch.kind === 'stdio' ? c.connectUsual(defaultLimits.connectSeconds, firstStartSeconds) : c.usual(format.number(defaultLimits[name])));
  const lines = numberLimits.map((name): NumberLine<NumberLimit> => {
    const [least, most] = range[name];
    return { name, label: c[name], hint: hint(name), value: server.limits[name], least, most, wrong: c.outOfRange(format.number(least), format.number(most)) };
  });
  const save = async (limits: Record<NumberLimit, number | null>) => {
    if (await act('servers/setLimits', { serverId: server.id, limits })) toast.show({ tone: 'success', title: c.saved });
  };
  return <NumbersForm text={c.limitsText} lines={lines} empty={null} saveLabel={c.save} onSave={save} />;
}
