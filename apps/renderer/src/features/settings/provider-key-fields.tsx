/** What a provider is paid by: a key, or Amazon's pair. What is stored is never shown, only that there is something (C01). */
import type { ProviderKind, ProviderView } from '@portolan/contract/providers';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { Select } from '@portolan/ui/select';
import { useT } from '../../lib/i18n.tsx';
import { dropsKey, isPairHalf } from './provider-draft.ts';
import type { ProviderDraft } from './provider-draft.ts';
import type { DraftFieldsProps } from './provider-place-fields.tsx';

/** Where people make keys; a name to read, not a link to follow. */
const keyPages: Partial<Record<ProviderKind, string>> = {
  openai: 'platform.openai.com',
  'openai-chat': 'platform.openai.com',
  anthropic: 'console.anthropic.com',
  google: 'aistudio.google.com',
  mistral: 'console.mistral.ai',
  groq: 'console.groq.com',
  deepseek: 'platform.deepseek.com',
  xai: 'console.x.ai',
  openrouter: 'openrouter.ai/keys',
};

export interface KeyFieldsProps extends DraftFieldsProps {
  /** The provider as it is stored; absent while it is new. */
  provider: ProviderView | undefined;
}

export function KeyFields(props: KeyFieldsProps) {
  const { bedrock } = useT().providers;
  const { draft, onChange } = props;
  if (draft.kind !== 'bedrock') return <KeyField {...props} />;
  return (
    <>
      <Field label={bedrock.signIn}>
        <Select value={draft.signsWith} onValueChange={(signsWith) => onChange({ signsWith })} items={[{ value: 'keys', label: bedrock.withKeys }, { value: 'api-key', label: bedrock.withApiKey }]} />
      </Field>
      {draft.signsWith === 'keys' ? <PairFields {...props} /> : <KeyField {...props} />}
    </>
  );
}

/** At a service itself nothing goes without a key; at a gateway or a server of one's own it may. */
function wantsKey({ kind, baseUrl }: ProviderDraft): boolean {
  return kind === 'azure' || kind === 'bedrock' || (keyPages[kind] !== undefined && baseUrl.trim() === '');
}

function KeyField({ draft, provider, onChange }: KeyFieldsProps) {
  const t = useT();
  const p = t.settings.providers;
  const page = keyPages[draft.kind];
  const hint = draft.kind === 'azure' ? t.providers.azure.keyHint : page === undefined ? p.keyHint : t.providers.keyFrom(page);
  return (
    <Field label={provider?.hasKey ? p.replaceKey : p.key} description={dropsKey(draft, provider) ? t.shell.keyWillGo : provider?.hasKey ? p.keyStored : hint} {...(wantsKey(draft) ? {} : { required: false })}>
      <Input mono type="password" autoComplete="new-password" value={draft.key} onValueChange={(key) => onChange({ key })} maxLength={8192} />
    </Field>
  );
}

function PairFields({ draft, provider, isTried, onChange }: KeyFieldsProps) {
  const t = useT();
  const { bedrock } = t.providers;
  const error = isTried && isPairHalf(draft) ? bedrock.bothNeeded : undefined;
  return (
    <>
      <Field label={bedrock.accessKeyId} description={dropsKey(draft, provider) ? t.shell.keyWillGo : provider?.hasKey ? bedrock.keysKept : undefined} error={draft.accessKeyId === '' ? error : undefined}>
        <Input mono value={draft.accessKeyId} spellCheck={false} onValueChange={(accessKeyId) => onChange({ accessKeyId })} maxLength={128} />
      </Field>
      <Field label={bedrock.secretAccessKey} description={bedrock.signed} error={draft.secretAccessKey === '' ? error : undefined}>
        <Input mono type="password" autoComplete="new-password" value={draft.secretAccessKey} onValueChange={(secretAccessKey) => onChange({ secretAccessKey })} maxLength={256} />
      </Field>
      <Field label={bedrock.sessionToken} description={bedrock.sessionTokenHint} required={false}>
        <Input mono type="password" autoComplete="new-password" value={draft.sessionToken} onValueChange={(sessionToken) => onChange({ sessionToken })} maxLength={8192} />
      </Field>
    </>
  );
}
