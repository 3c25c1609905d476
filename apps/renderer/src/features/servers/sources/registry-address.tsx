/** Which registry is asked, and choosing another. */
import { officialRegistry } from '@portolan/contract/registry';
import { Button } from '@portolan/ui/button';
import { Dialog } from '@portolan/ui/dialog';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useHostMutation } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';

export function RegistryAddress({ registry }: { registry: string }) {
  const t = useT();
  const r = t.sources.registry;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <p className="text-sm text-muted">
      {r.address}: <span className="break-all"><RevealText text={registry} /></span>{' '}
      <Button variant="ghost" size="sm" onClick={() => setIsOpen(true)}>{r.change}</Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={r.changeTitle}>
        <AddressForm registry={registry} onDone={() => setIsOpen(false)} />
      </Dialog>
    </p>
  );
}

function AddressForm({ registry, onDone }: { registry: string; onDone: () => void }) {
  const t = useT();
  const r = t.sources.registry;
  const [address, setAddress] = useState(registry);
  const save = useHostMutation('settings/update');
  const keep = (registryUrl: string) => save.mutate({ registryUrl }, { onSuccess: onDone });
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        keep(address.trim() === officialRegistry ? '' : address.trim());
      }}
    >
      <Field label={r.address} description={r.addressHint}>
        <Input mono type="url" value={address} onValueChange={(next) => setAddress(next)} spellCheck={false} maxLength={2048} />
      </Field>
      {save.error ? <ProblemCallout problem={save.error.problem} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={() => keep('')}>{r.useOfficial}</Button>
        <Button type="submit" variant="primary" loading={save.isPending}>{t.app.actions.save}</Button>
      </div>
    </form>
  );
}
