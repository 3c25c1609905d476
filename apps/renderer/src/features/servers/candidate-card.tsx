/** One server found in a pasted text: what it would run, what it would replace, and what to look at twice (H07). */
import type { PasteCandidate } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { Checkbox } from '@portolan/ui/checkbox';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { useT } from '../../lib/i18n.tsx';
import { KeepSecrets } from './keep-secrets.tsx';
import { LaunchChanges } from './launch-changes.tsx';
import { LaunchDetails, LaunchFlags } from './launch-details.tsx';
import { NameWarnings } from './name-warnings.tsx';

export interface CandidateCardProps {
  candidate: PasteCandidate;
  isAdded: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  /** Values whose names say that they are secret go into the secret store. */
  keepsSecrets: boolean;
  onKeepSecrets: (keeps: boolean) => void;
}

export function CandidateCard({ candidate, isAdded, isChosen, onChoose, keepsSecrets, onKeepSecrets }: CandidateCardProps) {
  const t = useT();
  const p = t.servers.paste;
  const { existing } = candidate;
  const badge = isAdded ? t.shell.added : existing ? (existing.isSame ? p.same : p.replaces) : p.isNew;
  return (
    <Card
      level={3}
      icon={<ServerIcon name={candidate.name} />}
      title={<RevealText text={candidate.name} />}
      actions={
        <>
          <Badge tone={isAdded ? 'success' : existing && !existing.isSame ? 'warn' : 'neutral'}>{badge}</Badge>
          <Checkbox checked={isChosen && !isAdded} disabled={isAdded} onCheckedChange={onChoose} aria-label={`${t.app.actions.add} ${revealed(candidate.name)}`} />
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-3">
        {!isAdded && candidate.changes.length > 0 ? <LaunchChanges changes={candidate.changes} /> : null}
        <NameWarnings name={candidate.name} looksLike={candidate.looksLike} />
        {candidate.unsetVariables.length > 0 ? <Callout tone="warn"><RevealText text={t.shell.unsetVariables(candidate.unsetVariables.join(', '))} /></Callout> : null}
        {candidate.inputs.length > 0 ? (
          <Callout tone="info" title={t.shell.inputsAsked}>
            <ul className="list-disc pl-4">
              {candidate.inputs.map((input) => (
                <li key={input.id} className="break-words">
                  <RevealText text={t.shell.inputAsked(input.id, input.description)} /> {input.isSecret ? <Badge>{t.shell.isSecret}</Badge> : null}
                </li>
              ))}
            </ul>
          </Callout>
        ) : null}
        {candidate.notes.length > 0 ? <Callout tone="neutral"><ul>{candidate.notes.map((note) => <li key={note} className="break-words"><RevealText text={note} /></li>)}</ul></Callout> : null}
        <LaunchFlags flags={candidate.flags} />
        <LaunchDetails launch={candidate.launch} />
        {isAdded ? null : <KeepSecrets names={candidate.openSecrets} isKept={keepsSecrets} onKeep={onKeepSecrets} />}
      </div>
    </Card>
  );
}
