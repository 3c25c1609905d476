/** One server of another program: what it runs, what deserves a second look, and what becomes of an entry of that name. */
import type { ImportCandidate } from '@portolan/contract/other-apps';
import { Badge } from '@portolan/ui/badge';
import { Checkbox } from '@portolan/ui/checkbox';
import { Collapsible } from '@portolan/ui/collapsible';
import { RadioGroup } from '@portolan/ui/radio-group';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { useT } from '../../lib/i18n.tsx';
import { KeepSecrets } from './keep-secrets.tsx';
import { LaunchChanges } from './launch-changes.tsx';
import { LaunchDetails, LaunchFlags } from './launch-details.tsx';
import { launchLine } from './launch-line.ts';
import { NameWarnings } from './name-warnings.tsx';

export type Choice = 'add' | 'replace' | 'leave';

export interface AppCandidateProps {
  candidate: ImportCandidate;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  /** Values that are likely secrets go into the secret store. */
  keepsSecrets: boolean;
  onKeepSecrets: (keeps: boolean) => void;
}

export function AppCandidate({ candidate, choice, onChoose, keepsSecrets, onKeepSecrets }: AppCandidateProps) {
  const t = useT();
  const i = t.otherApps.import;
  const p = t.servers.paste;
  const { existing } = candidate;
  const isSame = existing?.isSame === true;
  return (
    <li className="flex min-w-0 flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 items-center gap-2">
        <ServerIcon name={candidate.name} />
        <span className="min-w-0 flex-1 font-medium break-words">
          <RevealText text={candidate.name} />
          {candidate.place === null ? null : <span className="block text-xs font-normal break-all text-subtle"><RevealText text={i.inProject(candidate.place)} /></span>}
        </span>
        <Badge tone={existing && !isSame ? 'warn' : 'neutral'}>{isSame ? p.same : existing ? i.whatWithMine(candidate.name) : p.isNew}</Badge>
        {isSame ? null : <Checkbox checked={choice !== 'leave'} onCheckedChange={(isChosen) => onChoose(isChosen ? 'add' : 'leave')} aria-label={`${t.app.actions.add} ${revealed(candidate.name)}`} />}
      </div>
      <code className="block min-w-0 truncate text-xs text-muted"><RevealText text={launchLine(candidate.launch)} hideCount /></code>
      {existing && !isSame && choice !== 'leave' ? (
        <RadioGroup
          orientation="horizontal"
          aria-label={i.whatWithMine(revealed(candidate.name))}
          value={choice}
          onValueChange={onChoose}
          items={[
            { value: 'add', label: i.keepBoth },
            { value: 'replace', label: i.replaceMine },
          ]}
        />
      ) : null}
      {candidate.inputs.length > 0 ? <p className="text-sm text-muted"><RevealText text={i.asksFor(candidate.inputs.map(({ description, id }) => description || id).join(', '))} /></p> : null}
      {candidate.unsetVariables.length > 0 ? <p className="text-sm text-warn-fg"><RevealText text={t.shell.unsetVariables(candidate.unsetVariables.join(', '))} /></p> : null}
      <NameWarnings name={candidate.name} looksLike={candidate.looksLike} />
      <LaunchFlags flags={candidate.flags} />
      {candidate.changes.length > 0 && choice === 'replace' ? <LaunchChanges changes={candidate.changes} /> : null}
      {choice === 'leave' ? null : <KeepSecrets names={candidate.openSecrets} isKept={keepsSecrets} onKeep={onKeepSecrets} />}
      <Collapsible label={i.details}><LaunchDetails launch={candidate.launch} /></Collapsible>
    </li>
  );
}
