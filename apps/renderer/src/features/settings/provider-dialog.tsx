/** Adding or changing a provider. */
import type { ProviderView } from '@portolan/contract/providers';
import { RevealText } from '@portolan/ui/reveal-text';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ProviderForm } from './provider-form.tsx';

/** `provider` is what to change, `new` adds one, null keeps the dialog closed. */
export function ProviderDialog({ provider, onClose }: { provider: ProviderView | 'new' | null; onClose: () => void }) {
  const p = useT().settings.providers;
  return (
    <FormDialog isOpen={provider !== null} title={provider === 'new' || provider === null ? p.add : <RevealText text={p.edit(provider.name)} />} size="md" onClose={onClose}>
      {(use) => (provider === null ? null : <ProviderForm {...(provider === 'new' ? {} : { provider })} {...use} />)}
    </FormDialog>
  );
}
