/** Where a provider is and which models it has, in the words of each kind. */
import type { ProviderKind } from '@portolan/contract/providers';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { Textarea } from '@portolan/ui/textarea';
import { useT } from '../../lib/i18n.tsx';
import { isRegionWrong, isResourceWrong, isUrlWrong, isVersionWrong, lacksDeployment, needsUrl } from './provider-draft.ts';
import type { ProviderDraft } from './provider-draft.ts';

export interface DraftFieldsProps {
  draft: ProviderDraft;
  /** What is wrong is said only after a first attempt. */
  isTried: boolean;
  onChange: (part: Partial<ProviderDraft>) => void;
}

export function PlaceFields(props: DraftFieldsProps) {
  if (props.draft.kind === 'azure') return <AzureFields {...props} />;
  if (props.draft.kind === 'bedrock') return <RegionFields {...props} />;
  return <AddressField {...props} />;
}

/** Services with an address of their own, and what people call it. */
const isService = (kind: ProviderKind) => kind !== 'openai-compatible' && kind !== 'openai-chat' && kind !== 'ollama';

function AddressField({ draft, isTried, onChange, hint }: DraftFieldsProps & { hint?: string }) {
  const t = useT();
  const p = t.settings.providers;
  const description = hint ?? (isService(draft.kind) ? t.providers.ownAddressHint(t.shell.providerKinds[draft.kind]) : p.baseUrlHint);
  return (
    <Field label={p.baseUrl} description={description} required={needsUrl(draft)} error={isTried && isUrlWrong(draft) ? t.shell.urlNeeded : undefined}>
      <Input mono type="url" value={draft.baseUrl} spellCheck={false} autoComplete="off" onValueChange={(baseUrl) => onChange({ baseUrl })} placeholder={needsUrl(draft) ? 'http://127.0.0.1:11434/v1' : ''} />
    </Field>
  );
}

function AzureFields({ draft, isTried, onChange }: DraftFieldsProps) {
  const { azure } = useT().providers;
  return (
    <>
      <Field label={azure.resource} description={azure.resourceHint} required error={isTried && isResourceWrong(draft) ? azure.resourceWrong : undefined}>
        <Input mono value={draft.resource} spellCheck={false} onValueChange={(resource) => onChange({ resource })} maxLength={2048} />
      </Field>
      <Field label={azure.version} description={azure.versionHint} required={false} error={isTried && isVersionWrong(draft) ? azure.versionWrong : undefined}>
        <Input mono value={draft.apiVersion} spellCheck={false} onValueChange={(apiVersion) => onChange({ apiVersion })} maxLength={40} />
      </Field>
    </>
  );
}

function RegionFields(props: DraftFieldsProps) {
  const { draft, isTried, onChange } = props;
  const { bedrock } = useT().providers;
  return (
    <>
      <Field label={bedrock.region} description={bedrock.regionHint} required error={isTried && isRegionWrong(draft) ? bedrock.regionWrong : undefined}>
        <Input mono value={draft.region} spellCheck={false} onValueChange={(region) => onChange({ region })} maxLength={40} />
      </Field>
      <AddressField {...props} hint={bedrock.ownAddress} />
    </>
  );
}

export function ModelsField({ draft, isTried, onChange }: DraftFieldsProps) {
  const t = useT();
  const { azure } = t.providers;
  const p = t.settings.providers;
  const isAzure = draft.kind === 'azure';
  return (
    <Field
      label={isAzure ? azure.deployments : p.modelsManual}
      description={isAzure ? azure.deploymentsHint : p.modelsManualHint}
      required={isAzure}
      error={isTried && lacksDeployment(draft) ? azure.deploymentsNeeded : undefined}
    >
      <Textarea mono value={draft.models} onValueChange={(models) => onChange({ models })} rows={3} spellCheck={false} className="max-h-48" />
    </Field>
  );
}
