/** How servers begin: what is done with their tools where no permission says otherwise. */
import type { PermissionProfile, ServerProfileView } from '@portolan/contract/rules';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { RadioGroup } from '@portolan/ui/radio-group';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import { useT } from '../../lib/i18n.tsx';
import { PictureOf } from '../../lib/server-picture.tsx';
import { useAct } from '../../lib/use-act.ts';

const profiles: readonly PermissionProfile[] = ['ask', 'reads', 'strict'];

export function ServerProfiles({ profile, servers, onChanged }: { profile: PermissionProfile; servers: readonly ServerProfileView[]; onChanged: () => void }) {
  const t = useT();
  const p = t.rules.profile;
  const act = useAct();
  const setNew = async (next: PermissionProfile) => {
    await act('rules/setProfile', { profile: next });
    onChanged();
  };
  const setServer = async (server: ServerProfileView, next: PermissionProfile) => {
    await act('rules/setServerProfile', { serverId: server.serverId, profile: next });
    onChanged();
  };
  return (
    <Card level={2} title={p.title}>
      <p className="pb-3 text-sm text-muted">{p.text}</p>
      <Field label={p.label}>
        <RadioGroup<PermissionProfile> value={profile} onValueChange={(next) => void setNew(next)} items={profiles.map((value) => ({ value, label: p.names[value], description: p.hints[value] }))} />
      </Field>
      {servers.length === 0 ? null : (
        <>
          <h3 className="pt-2 text-sm font-medium">{p.servers}</h3>
          <ul className="flex flex-col divide-y divide-line">
            {servers.map((server) => (
              <li key={server.serverId} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 py-2 text-sm">
                <PictureOf serverId={server.serverId} name={server.serverName} />
                <span className="min-w-0 flex-1 basis-32 break-words"><RevealText text={server.serverName} /></span>
                <Select<PermissionProfile> size="sm" className="w-64 max-w-full" aria-label={p.ofServer(server.serverName)} value={server.profile} onValueChange={(next) => void setServer(server, next)} items={profiles.map((value) => ({ value, label: p.names[value] }))} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
