/** Which servers the chats of a project offer: all, or only these. A chat can differ. */
import type { ServerId } from '@portolan/contract/ids';
import type { ProjectDetail } from '@portolan/contract/projects';
import { Checkbox } from '@portolan/ui/checkbox';
import { RadioGroup } from '@portolan/ui/radio-group';
import { RevealText } from '@portolan/ui/reveal-text';
import { useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { useAct } from '../../lib/use-act.ts';
import { useAhead } from '../../lib/use-ahead.ts';
import { Section } from './section.tsx';

export function ProjectServers({ project }: { project: ProjectDetail }) {
  const t = useT();
  const s = t.projectPage.servers;
  const act = useAct();
  const servers = useServers().data ?? [];
  const [chosen, put] = useAhead<ServerId[] | null>(project.servers, async (next) => (await act('projects/update', { projectId: project.id, servers: next })) !== undefined);
  const toggle = (id: ServerId, isOn: boolean) => put([...(chosen ?? []).filter((each) => each !== id && servers.some((server) => server.id === each)), ...(isOn ? [id] : [])]);
  return (
    <Section title={s.title} lead={s.lead}>
      <RadioGroup
        aria-label={s.title}
        value={chosen === null ? 'all' : 'some'}
        onValueChange={(next) => put(next === 'all' ? null : servers.filter(({ isEnabled }) => isEnabled).map(({ id }) => id))}
        items={[{ value: 'all', label: s.all, description: s.allNote }, { value: 'some', label: s.some }]}
      />
      {chosen === null ? null : servers.length === 0 ? (
        <p className="text-sm text-muted">{s.noServers}</p>
      ) : (
        <ul className="ml-6 flex flex-col gap-1.5" aria-label={s.some}>
          {servers.map((server) => (
            <li key={server.id}><Checkbox label={<RevealText text={server.name} hideCount />} checked={chosen.includes(server.id)} onCheckedChange={(isOn) => toggle(server.id, isOn)} /></li>
          ))}
        </ul>
      )}
      {chosen !== null && servers.length > 0 && !servers.some(({ id }) => chosen.includes(id)) ? <p role="status" className="ml-6 text-sm text-muted">{s.none}</p> : null}
    </Section>
  );
}
