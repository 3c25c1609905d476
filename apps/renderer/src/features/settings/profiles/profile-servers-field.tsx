/** Which servers a profile offers, and which tools of each. What was chosen and is gone stays visible, so that it can be taken out. */
import type { ProfileInput, ProfileServer } from '@portolan/contract/profiles';
import { Checkbox } from '@portolan/ui/checkbox';
import { FieldGroup } from '@portolan/ui/field';
import { RadioGroup } from '@portolan/ui/radio-group';
import { RevealText } from '@portolan/ui/reveal-text';
import { useServers } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProfileTools } from './profile-tools.tsx';

type Servers = ProfileInput['servers'];

export function ProfileServersField({ servers, onChange }: { servers: Servers; onChange: (servers: Servers) => void }) {
  const f = useT().profiles.form;
  return (
    <FieldGroup label={f.servers} description={f.serversNote}>
      <div className="flex min-w-0 flex-col gap-3">
        <RadioGroup
          aria-label={f.servers}
          value={servers === null ? 'all' : 'some'}
          onValueChange={(next) => onChange(next === 'all' ? null : [])}
          items={[
            { value: 'all', label: f.serversAll, description: f.serversAllNote },
            { value: 'some', label: f.serversSome },
          ]}
        />
        {servers === null ? null : <Chosen servers={servers} onChange={onChange} />}
      </div>
    </FieldGroup>
  );
}

function Chosen({ servers, onChange }: { servers: ProfileServer[]; onChange: (servers: Servers) => void }) {
  const f = useT().profiles.form;
  const here = useServers().data ?? [];
  // The host finds a server that was put in anew by its name: so does this list.
  const chosenOf = (id: string, name: string) => servers.find((each) => each.serverId === id) ?? servers.find((each) => each.name === name && !here.some((server) => server.id === each.serverId));
  const gone = servers.filter((each) => !here.some(({ id, name }) => chosenOf(id, name) === each));
  const rows = [...here.map(({ id, name }) => ({ serverId: id, name, chosen: chosenOf(id, name), isGone: false })), ...gone.map((each) => ({ serverId: each.serverId, name: each.name, chosen: each, isGone: true }))];
  if (rows.length === 0) return <p className="text-sm text-muted">{f.noServers}</p>;
  return (
    <ul className="flex min-w-0 flex-col divide-y divide-line rounded-lg border border-line px-3">
      {rows.map(({ serverId, name, chosen, isGone }) => (
        <li key={serverId} className="flex min-w-0 flex-col gap-2 py-2">
          <Checkbox
            checked={chosen !== undefined}
            label={<RevealText text={name} />}
            description={isGone ? f.gone : undefined}
            onCheckedChange={(isOn) => onChange(isOn ? [...servers, { serverId, name, tools: null }] : servers.filter((each) => each !== chosen))}
          />
          {chosen === undefined || isGone ? null : <ProfileTools serverId={serverId} name={name} tools={chosen.tools} onChange={(tools) => onChange(servers.map((each) => (each === chosen ? { serverId, name, tools } : each)))} />}
        </li>
      ))}
    </ul>
  );
}
