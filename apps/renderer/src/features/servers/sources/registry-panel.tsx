/** The registry: a list to search, or one server of it (S06). Nothing is asked of it before the person says so here. */
import { officialRegistry } from '@portolan/contract/registry';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { RevealText } from '@portolan/ui/reveal-text';
import { LibraryIcon } from 'lucide-react';
import { useSettings } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import type { WayPanelProps } from '../way-panel.ts';
import { RegistryAddress } from './registry-address.tsx';
import { RegistryList } from './registry-list.tsx';
import { RegistryServerView } from './registry-server.tsx';
import { useRegistryState } from './registry-state.ts';

export function RegistryPanel({ item }: WayPanelProps) {
  const t = useT();
  const r = t.sources.registry;
  const { isOpen, set } = useRegistryState();
  const registry = useSettings().data?.settings.registryUrl || officialRegistry;
  if (!isOpen) {
    return (
      <div className="flex flex-col gap-4">
        <EmptyState level={2} icon={<LibraryIcon />} title={r.title} actions={<Button variant="primary" onClick={() => set({ isOpen: true })}>{r.browse}</Button>}>
          <RevealText text={r.asks(registry)} />
        </EmptyState>
        <RegistryAddress registry={registry} />
      </div>
    );
  }
  return item === undefined ? <RegistryList registry={registry} /> : <RegistryServerView key={item} name={item} />;
}
