/** The permission sheet (S18): contained or not, and if so, with what. The same at the review and later. */
import type { SandboxOffer } from '@portolan/contract/sandbox';
import { Callout } from '@portolan/ui/callout';
import { FieldGroup } from '@portolan/ui/field';
import { RadioGroup } from '@portolan/ui/radio-group';
import { useT } from '../../../lib/i18n.tsx';
import { FolderRows } from './folder-rows.tsx';
import { badRows } from './policy-draft.ts';
import type { PolicyDraft } from './policy-draft.ts';
import { VariableNames } from './variable-names.tsx';

export interface PermissionsFormProps {
  draft: PolicyDraft;
  offer: SandboxOffer;
  onChange: (draft: PolicyDraft) => void;
}

export function PermissionsForm({ draft, offer, onChange }: PermissionsFormProps) {
  const c = useT().containment;
  const change = (part: Partial<PolicyDraft>) => onChange({ ...draft, ...part });
  const { support } = offer;
  const isPossible = support.kind !== 'none';
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {isPossible ? null : <Unavailable support={support} />}
      <RadioGroup
        cards
        className="grid sm:grid-cols-2"
        aria-label={c.question}
        value={draft.isContained ? 'contained' : 'off'}
        onValueChange={(value) => change({ isContained: value === 'contained' })}
        items={[
          { value: 'contained', label: offer.isProposed ? `${c.chooseContained} (${c.recommended})` : c.chooseContained, description: c.chooseContainedText, disabled: !isPossible && !draft.isContained },
          { value: 'off', label: c.chooseOff, description: c.chooseOffText },
        ]}
      />
      {draft.isContained ? (
        <>
          <p className="text-sm text-muted">
            {c.basis[offer.basis]}
            {support.kind === 'seatbelt' ? ` ${c.seatbelt}` : ''}
          </p>
          <FolderRows rows={draft.folders} bad={badRows(draft)} suggestions={[...offer.suggestions, ...offer.recommended.folders.map(({ path }) => path)]} onChange={(folders) => change({ folders })} />
          <FieldGroup label={c.network} {...(offer.networkReason === undefined ? {} : { description: c.networkReason[offer.networkReason] })}>
            <RadioGroup
              aria-label={c.network}
              value={draft.network}
              onValueChange={(network) => change({ network })}
              items={[
                { value: 'none', label: c.networkNone, description: offer.download === 'prepared' ? `${c.networkNoneText} ${c.prepared}` : offer.download === 'needs-network' ? `${c.networkNoneText} ${c.needsNetwork}` : c.networkNoneText },
                { value: 'all', label: c.networkAll, description: support.kind === 'bubblewrap' && !support.closesLocalSockets ? `${c.networkAllText} ${c.localSockets}` : c.networkAllText },
              ]}
            />
          </FieldGroup>
          <VariableNames names={draft.environment} known={offer.variables} onChange={(environment) => change({ environment })} />
        </>
      ) : isPossible ? (
        <Callout tone="warn">{c.offWarning}</Callout>
      ) : null}
    </div>
  );
}

function Unavailable({ support }: { support: Extract<SandboxOffer['support'], { kind: 'none' }> }) {
  const { unavailable } = useT().containment;
  return (
    <Callout tone="warn" title={unavailable.title}>
      {unavailable[support.reason]}
      {support.detail === undefined ? null : <code className="mt-1 block text-xs break-words">{support.detail}</code>}
    </Callout>
  );
}
