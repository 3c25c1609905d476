/** When a server starts, and how much patience and room it gets (S16, S20). */
import { defaultLimits } from '@portolan/contract/servers';
import type { ServerLimits, ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { Collapsible } from '@portolan/ui/collapsible';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { RadioGroup } from '@portolan/ui/radio-group';
import { Switch } from '@portolan/ui/switch';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
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
        <Collapsible label={c.limits}><Limits key={JSON.stringify(server.limits)} server={server} /></Collapsible>
      </div>
    </Card>
  );
}

type NumberLimit = Exclude<keyof ServerLimits, 'restarts'>;
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
  const [texts, setTexts] = useState<Record<NumberLimit, string>>(() => {
    const text = (name: NumberLimit): string => (server.limits[name] === undefined ? '' : String(server.limits[name]));
    return { connectSeconds: text('connectSeconds'), callSeconds: text('callSeconds'), callTotalSeconds: text('callTotalSeconds'), callsAtOnce: text('callsAtOnce'), logLines: text('logLines') };
  });
  const [isTried, setIsTried] = useState(false);
  const isWrong = (name: NumberLimit): boolean => texts[name].trim() !== '' && !(/^\d+$/.test(texts[name].trim()) && Number(texts[name]) >= range[name][0] && Number(texts[name]) <= range[name][1]);
  const save = async () => {
    setIsTried(true);
    if (numberLimits.some(isWrong)) return;
    const value = (name: NumberLimit) => (texts[name].trim() === '' ? null : Number(texts[name]));
    const limits = { connectSeconds: value('connectSeconds'), callSeconds: value('callSeconds'), callTotalSeconds: value('callTotalSeconds'), callsAtOnce: value('callsAtOnce'), logLines: value('logLines') };
    if (await act('servers/setLimits', { serverId: server.id, limits })) toast.show({ tone: 'success', title: c.saved });
  };
  const hint = (name: NumberLimit): string => (name === 'connectSeconds' && server.launch.kind === 'stdio' ? c.connectUsual(defaultLimits.connectSeconds, firstStartSeconds) : c.usual(format.number(defaultLimits[name])));
  return (
    <form
      className="mt-3 flex min-w-0 flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="text-sm text-muted">{c.limitsText}</p>
      {numberLimits.map((name) => (
        <Field key={name} label={c[name]} description={hint(name)} error={isTried && isWrong(name) ? c.outOfRange(format.number(range[name][0]), format.number(range[name][1])) : undefined}>
          <Input className="max-w-40" inputMode="numeric" autoComplete="off" value={texts[name]} onValueChange={(text) => setTexts({ ...texts, [name]: text })} />
        </Field>
      ))}
      <Button type="submit" className="self-start">{c.save}</Button>
    </form>
  );
}
