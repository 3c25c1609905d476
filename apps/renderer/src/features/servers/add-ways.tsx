/** The ways to add a server, side by side. A new way is one entry here, one in `lib/router.ts`, and a panel of its own. */
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import type { ComponentType } from 'react';
import type { AddWay } from '../../lib/router.ts';
import { AddForm } from './add-form.tsx';
import { BuiltInPanel } from './built-in/built-in-panel.tsx';
import { AppsPanel } from './apps-panel.tsx';
import { LinkPanel } from './link-panel.tsx';
import type { WayPanelProps } from './way-panel.ts';
import { PastePanel } from './paste-panel.tsx';
import { BundlePanel } from './sources/bundle-panel.tsx';
import { RegistryPanel } from './sources/registry-panel.tsx';

export interface WayToAdd {
  way: AddWay;
  label: (t: Catalogue) => string;
  Panel: ComponentType<WayPanelProps>;
  /** Has a tab only while there is something on it. */
  isOccasional?: boolean;
}

export const waysToAdd: readonly WayToAdd[] = [
  { way: 'paste', label: (t) => t.servers.form.viaPaste, Panel: PastePanel },
  { way: 'form', label: (t) => t.servers.form.viaForm, Panel: AddForm },
  { way: 'apps', label: (t) => t.otherApps.import.way, Panel: AppsPanel },
  { way: 'built-in', label: (t) => t.builtIn.tab, Panel: BuiltInPanel },
  { way: 'bundle', label: (t) => t.sources.bundle.tab, Panel: BundlePanel },
  { way: 'registry', label: (t) => t.sources.registry.tab, Panel: RegistryPanel },
  { way: 'link', label: (t) => t.sources.link.tab, Panel: LinkPanel, isOccasional: true },
];
