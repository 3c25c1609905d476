/** Preferences, model providers, standing permissions, and facts about this installation. */
import { TabPanel, Tabs } from '@portolan/ui/tabs';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame, ScrollBody } from '../../lib/page-frame.tsx';
import { navigate } from '../../lib/router.ts';
import type { SettingsSection } from '../../lib/router.ts';
import { AboutSection } from './about-section.tsx';
import { BackupSection } from './backup-section.tsx';
import { ComputerSection } from './computer-section.tsx';
import { ConfigurationSection } from './configuration-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { KeyboardSection } from './keyboard-section.tsx';
import { NetworkSection } from './network-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { ProfilesSection } from './profiles/profiles-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { SecretsSection } from './secrets-section.tsx';
import { TemplatesSection } from './templates/templates-section.tsx';
import { UsageSection } from './usage/usage-section.tsx';

const sections = { general: GeneralSection, keyboard: KeyboardSection, providers: ProvidersSection, usage: UsageSection, profiles: ProfilesSection, templates: TemplatesSection, secrets: SecretsSection, network: NetworkSection, permissions: PermissionsSection, notifications: NotificationsSection, configuration: ConfigurationSection, backup: BackupSection, computer: ComputerSection, about: AboutSection } satisfies Record<SettingsSection, () => React.ReactNode>;
const order: SettingsSection[] = ['general', 'keyboard', 'providers', 'usage', 'profiles', 'templates', 'secrets', 'network', 'permissions', 'notifications', 'configuration', 'backup', 'computer', 'about'];

export default function SettingsPage({ section }: { section: SettingsSection }) {
  const t = useT();
  return (
    <PageFrame fill title={t.settings.title}>
      <Tabs
        className="flex h-full flex-col [&>.ui-tabs-list]:shrink-0 [&>.ui-tabs-list]:px-3"
        aria-label={t.settings.sections.label}
        value={section}
        onValueChange={(next) => navigate({ at: 'settings', section: next }, { replace: true })}
        items={order.map((value) => ({ value, label: t.settings.sections[value] }))}
      >
        {order.map((value) => {
          const Section = sections[value];
          return (
            <TabPanel key={value} value={value} className="min-h-0 flex-1">
              <ScrollBody className="h-full">
                <Column><Section /></Column>
              </ScrollBody>
            </TabPanel>
          );
        })}
      </Tabs>
    </PageFrame>
  );
}
