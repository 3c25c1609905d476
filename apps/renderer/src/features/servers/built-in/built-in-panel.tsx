/** Servers that come with Portolan: turned on with one press, then reviewed like any other (S17). */
import { builtInLaunch, builtInNames } from '@portolan/contract/built-in';
import type { BuiltInName } from '@portolan/contract/built-in';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { BrainIcon, ClockIcon, FolderIcon, GlobeIcon, SparklesIcon } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostMutation, useServers } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PathInput } from '../../../lib/path-input.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { formatRoute, navigate } from '../../../lib/router.ts';
import { FolderRows } from '../permissions/folder-rows.tsx';
import { badRows, newRow } from '../permissions/policy-draft.ts';
import type { FolderRow } from '../permissions/policy-draft.ts';
import { Fact, Facts } from '../sections/facts.tsx';
import { freeName, isBuiltIn } from './built-in-launch.ts';

const icons: Record<BuiltInName, LucideIcon> = { files: FolderIcon, fetch: GlobeIcon, memory: BrainIcon, time: ClockIcon, demo: SparklesIcon };

export function BuiltInPanel() {
  const t = useT();
  const { data: servers } = useServers();
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-sm text-muted">{t.builtIn.lead}</p>
      {builtInNames.map((name) => <BuiltInCard key={name} name={name} servers={servers ?? []} />)}
    </div>
  );
}

function BuiltInCard({ name, servers }: { name: BuiltInName; servers: readonly ServerView[] }) {
  const b = useT().builtIn;
  const words = b.servers[name];
  const Icon = icons[name];
  const [folders, setFolders] = useState<readonly FolderRow[]>(() => [newRow('', 'write')]);
  const [memoryFolder, setMemoryFolder] = useState('~/.local/share/portolan-memory');
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [isTried, setIsTried] = useState(false);
  const add = useHostMutation('servers/add');
  const chosen = folders.filter(({ path }) => path.trim() !== '');
  const bad = badRows({ isContained: true, folders, network: 'none', environment: [] });
  const isMissing = name === 'files' && chosen.length === 0;
  const standing = servers.filter((server) => isBuiltIn(server, name));
  const turnOn = () => {
    setIsTried(true);
    if (isMissing || bad.size > 0 || add.isPending) return;
    add.mutate({ name: freeName(name, servers), launch: builtInLaunch(name, { folders: chosen, memoryFolder, zone }) }, { onSuccess: (server) => navigate({ at: 'server', serverId: server.id, tab: 'overview' }) });
  };
  return (
    <Card
      level={2}
      icon={<Icon className="size-4.5 shrink-0 text-subtle" aria-hidden="true" />}
      title={words.name}
      actions={<Button variant={standing.length === 0 ? 'primary' : 'secondary'} loading={add.isPending} onClick={turnOn} aria-label={`${standing.length === 0 ? b.turnOn : b.turnOnAgain}: ${words.name}`}>{standing.length === 0 ? b.turnOn : b.turnOnAgain}</Button>}
    >
      <div className="flex min-w-0 flex-col gap-3">
        <Facts>
          <Fact label={b.can}>{words.can}</Fact>
          <Fact label={b.reaches}>{words.reaches}</Fact>
        </Facts>
        {name === 'files' ? (
          <>
            <FolderRows rows={folders} bad={isTried ? bad : new Set()} suggestions={[]} label={b.folders} hint={b.foldersHint} onChange={setFolders} />
            {isTried && isMissing ? <p className="text-xs text-danger-fg" role="alert">{b.foldersMissing}</p> : null}
          </>
        ) : null}
        {name === 'memory' ? <Field label={b.memoryFolder} description={b.memoryHint}><PathInput value={memoryFolder} onValueChange={setMemoryFolder} /></Field> : null}
        {name === 'time' ? <Field label={b.zone}><Input value={zone} spellCheck={false} autoComplete="off" onValueChange={setZone} /></Field> : null}
        {standing.length > 0 ? (
          <p className="text-sm text-muted">
            {b.turnedOn(standing.map((server) => server.name).join(', '))}{' '}
            {standing.map((server) => <a key={server.id} className="mr-2 text-accent-fg underline" href={formatRoute({ at: 'server', serverId: server.id, tab: 'overview' })}>{`${b.open} ${server.name}`}</a>)}
          </p>
        ) : null}
        {add.error ? <ProblemCallout problem={add.error.problem} /> : null}
      </div>
    </Card>
  );
}
