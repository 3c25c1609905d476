/** One server of a link: everything it would run or contact, and where it would go when its name is taken. */
import type { LinkedServer } from '@portolan/contract/install-links';
import { Badge } from '@portolan/ui/badge';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { Checkbox } from '@portolan/ui/checkbox';
import { Collapsible } from '@portolan/ui/collapsible';
import { RadioGroup } from '@portolan/ui/radio-group';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { useServers } from '../../host/queries.ts';
import { differenceWords } from './sources/difference-words.ts';
import { useT } from '../../lib/i18n.tsx';
import { KeepSecrets } from './keep-secrets.tsx';
import { LaunchDetails, LaunchFlags } from './launch-details.tsx';
import { NameWarnings } from './name-warnings.tsx';

/** Beside what is there, in the place of the one with its name, or not at all. */
export type Placement = 'new' | 'replace' | 'leave';

export interface LinkedServerCardProps {
  server: LinkedServer;
  placement: Placement;
  onPlace: (placement: Placement) => void;
  keepsSecrets: boolean;
  onKeepSecrets: (keeps: boolean) => void;
}

export function LinkedServerCard({ server, placement, onPlace, keepsSecrets, onKeepSecrets }: LinkedServerCardProps) {
  const t = useT();
  const l = t.sources.link;
  const { existing } = server;
  return (
    <Card
      level={2}
      icon={<ServerIcon name={server.name} />}
      title={<RevealText text={server.name} />}
      actions={
        <>
          <Badge tone={existing && !existing.isSame ? 'warn' : 'neutral'}>{existing ? (existing.isSame ? l.same : placement === 'replace' ? t.servers.paste.replaces : l.nameTaken) : l.isNew}</Badge>
          <Checkbox checked={placement !== 'leave'} onCheckedChange={(isChosen) => onPlace(isChosen ? 'new' : 'leave')} aria-label={l.choose(revealed(server.name))} />
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-3">
        {existing && !existing.isSame ? <TakenName server={server} existing={existing} placement={placement} onPlace={onPlace} /> : null}
        <NameWarnings name={server.name} />
        {server.variables.length > 0 ? (
          <Callout tone="warn" title={l.variables}>
            <ul className="list-disc pl-4">{server.variables.map((name) => <li key={name} className="wrap-anywhere"><RevealText text={name} /></li>)}</ul>
          </Callout>
        ) : null}
        <LaunchFlags flags={server.flags} />
        <LaunchDetails launch={server.launch} />
        {placement === 'leave' ? null : <KeepSecrets names={server.openSecrets} isKept={keepsSecrets} onKeep={onKeepSecrets} />}
      </div>
    </Card>
  );
}

function TakenName({ server, existing, placement, onPlace }: Pick<LinkedServerCardProps, 'server' | 'placement' | 'onPlace'> & { existing: NonNullable<LinkedServer['existing']> }) {
  const t = useT();
  const l = t.sources.link;
  const standing = useServers().data?.find((each) => each.id === existing.id);
  return (
    <Callout tone="warn" title={<RevealText text={l.taken(server.name)} />}>
      <div className="flex min-w-0 flex-col gap-3">
        <RadioGroup
          aria-label={l.taken(revealed(server.name))}
          value={placement === 'leave' ? null : placement}
          onValueChange={onPlace}
          items={[
            { value: 'new', label: <RevealText text={l.keepBoth(existing.freeName)} /> },
            { value: 'replace', label: <RevealText text={l.replace(server.name)} />, description: <RevealText text={differenceWords(t, existing.differences)} /> },
          ]}
        />
        {standing ? <Collapsible label={l.now}><LaunchDetails launch={standing.launch} /></Collapsible> : null}
      </div>
    </Callout>
  );
}
