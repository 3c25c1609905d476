/** Preferences, model providers, standing permissions, and facts about this installation. */
import { Tabs } from '@portolan/ui/tabs';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { navigate } from '../../lib/router.ts';
import { AboutSection } from './about-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { ProvidersSection } from './providers-section.tsx';

type Section = 'general' | 'providers' | 'permissions' | 'about';
const sections: Section[] = ['general', 'providers', 'permissions', 'about'];

export default function SettingsPage({ section }: { section: Section }) {
  const t = useT();
  return (
    <PageFrame
      title={t.settings.title}
      below={
        <Tabs
          aria-label={t.settings.sections.label}
          value={section}
          onValueChange={(next) => navigate({ at: 'settings', section: next }, { replace: true })}
          items={sections.map((value) => ({ value, label: t.settings.sections[value] }))}
        />
      }
    >
      <Column>
        <div role="tabpanel" aria-label={t.settings.sections[section]}>
          {section === 'general' ? <GeneralSection /> : null}
          {section === 'providers' ? <ProvidersSection /> : null}
          {section === 'permissions' ? <PermissionsSection /> : null}
          {section === 'about' ? <AboutSection /> : null}
        </div>
      </Column>
    </PageFrame>
  );
}
