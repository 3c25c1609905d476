/** The tools of one server that a profile offers: all of them, or those that are ticked. */
import type { ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Checkbox } from '@portolan/ui/checkbox';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useHostQuery, useServers } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';

/** From here on a list is searched. */
const searchedFrom = 12;

interface ProfileToolsProps {
  serverId: ServerId;
  name: string;
  tools: string[] | null;
  onChange: (tools: string[] | null) => void;
}

export function ProfileTools({ serverId, name, tools, onChange }: ProfileToolsProps) {
  const f = useT().profiles.form;
  const generation = useServers().data?.find(({ id }) => id === serverId)?.generation;
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useHostQuery('servers/tools', { serverId }, { stamp: generation, enabled: isOpen || tools !== null });
  const known = data?.tools.map((each) => each.name) ?? [];
  if (tools === null && !isOpen) {
    return (
      <div className="flex flex-wrap items-center gap-2 pl-7 text-sm">
        <span className="text-muted">{f.toolsAll}</span>
        <Button size="sm" variant="ghost" aria-label={`${f.chooseTools} ${f.toolsOf(name)}`} onClick={() => setIsOpen(true)}>{f.chooseTools}</Button>
      </div>
    );
  }
  const chosen = tools ?? known;
  const all = [...known, ...chosen.filter((each) => !known.includes(each))];
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 pl-7">
      <legend className="flex flex-wrap items-center gap-2 text-sm">
        <span className="text-muted">{f.toolsSome(chosen.length)}</span>
        <Button size="sm" variant="ghost" aria-label={`${f.useAllTools} ${f.toolsOf(name)}`} onClick={() => { setIsOpen(false); onChange(null); }}>{f.useAllTools}</Button>
      </legend>
      {all.length === 0 ? <p className="text-sm text-muted">{f.toolsUnknown}</p> : <ToolTicks name={name} all={all} known={known} chosen={chosen} onChange={onChange} />}
    </fieldset>
  );
}

function ToolTicks({ name, all, known, chosen, onChange }: { name: string; all: readonly string[]; known: readonly string[]; chosen: readonly string[]; onChange: (tools: string[]) => void }) {
  const t = useT();
  const f = t.profiles.form;
  const [filter, setFilter] = useState('');
  const shown = all.filter((each) => each.toLowerCase().includes(filter.trim().toLowerCase()));
  return (
    <>
      {all.length < searchedFrom ? null : <Input type="search" size="sm" aria-label={t.context.tools.filter} placeholder={t.context.tools.filter} value={filter} onValueChange={setFilter} />}
      <ul className="flex max-h-60 min-w-0 flex-col gap-1 overflow-y-auto py-1" aria-label={f.toolsOf(name)}>
        {shown.map((each) => (
          <li key={each}>
            <Checkbox checked={chosen.includes(each)} label={<RevealText text={each} className="font-mono text-xs" />} description={known.length > 0 && !known.includes(each) ? f.gone : undefined} onCheckedChange={(isOn) => onChange(isOn ? [...chosen, each] : chosen.filter((other) => other !== each))} />
          </li>
        ))}
      </ul>
    </>
  );
}
