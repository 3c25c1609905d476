/** Puts everything together: host, language, theme, and the page for the current address. */
import { matchLocale } from '@portolan/i18n/catalogue';
import type { Locale } from '@portolan/i18n/catalogue';
import { UiProvider } from '@portolan/ui/ui-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { HostProvider, useLinkState } from '../host/host-context.tsx';
import type { Link } from '../host/link.ts';
import { useSettings } from '../host/queries.ts';
import { LanguageProvider, useT } from '../lib/i18n.tsx';
import { LinkDoorProvider } from '../lib/link-door.tsx';
import { Shell } from './shell.tsx';
import { Away, Loading, SignedOut } from './link-screens.tsx';

export function App({ link }: { link: Link }) {
  const [queries] = useState(() => new QueryClient());
  return (
    <HostProvider link={link}>
      <QueryClientProvider client={queries}>
        <Preferences>
          <Gate />
        </Preferences>
      </QueryClientProvider>
    </HostProvider>
  );
}

/** Language and theme as the person chose them; until the host has answered, as the machine has them. */
function Preferences({ children }: { children: ReactNode }) {
  const settings = useSettings().data?.settings;
  const locale: Locale = settings === undefined || settings.locale === 'system' ? matchLocale(navigator.languages) : settings.locale;
  return (
    <LanguageProvider locale={locale}>
      <Themed theme={settings?.theme ?? 'system'}>{children}</Themed>
    </LanguageProvider>
  );
}

function Themed({ theme, children }: { theme: 'system' | 'light' | 'dark'; children: ReactNode }) {
  const t = useT();
  return (
    <UiProvider labels={t.ui} theme={theme}>
      <LinkDoorProvider>{children}</LinkDoorProvider>
    </UiProvider>
  );
}

function Gate() {
  const state = useLinkState();
  const { data } = useSettings();
  if (state === 'refused') return <SignedOut />;
  if (!data) return state === 'away' ? <Away /> : <Loading />;
  return <Shell />;
}
