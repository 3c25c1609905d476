/** Puts everything together: host, language, theme, and the page for the current address. */
import { matchLocale } from '@portolan/i18n/locales';
import type { Locale } from '@portolan/i18n/locales';
import { UiProvider } from '@portolan/ui/ui-provider';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { HostProvider, useHost, useLinkState } from '../host/host-context.tsx';
import type { Link } from '../host/link.ts';
import { refreshAfterReconnect, useSettings } from '../host/queries.ts';
import { LanguageProvider, useFirstT } from '../lib/i18n.tsx';
import { keepLook, lastLook, usualLook } from '../lib/last-look.ts';
import type { Look } from '../lib/last-look.ts';
import { BatchesProvider } from '../lib/approval-batches.tsx';
import type { DrawBatch } from '../lib/approval-batches.tsx';
import { AppFramesProvider } from '../lib/app-frames.tsx';
import type { DrawApp } from '../lib/app-frames.tsx';
import { setOwnKeys } from '../lib/own-keys.ts';
import { AskCardsProvider } from '../lib/ask-cards.tsx';
import { LinkDoorProvider } from '../lib/link-door.tsx';
import { Away, Failed, Loading, SignedOut } from './link-screens.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { Shell } from './shell.tsx';

/** Loads with the first question. */
const AskCard = lazy(async () => ({ default: (await import('../features/interactions/ask-card.tsx')).AskCard }));

/** Loads with the first app, and the bridge with it. */
const AppView = lazy(async () => ({ default: (await import('../features/apps/app-view.tsx')).AppView }));
const drawApp: DrawApp = (props) => <AppView key={props.call.callId} {...props} />;

const Batch = lazy(async () => ({ default: (await import('../features/chat/approval-batch.tsx')).ApprovalBatch }));
const drawBatch: DrawBatch = (questions) => <Batch questions={questions} />;

export function App({ link }: { link: Link }) {
  const [queries] = useState(() => new QueryClient());
  return (
    <HostProvider link={link}>
      <QueryClientProvider client={queries}>
        <Preferences>
          <PageBoundary>
            <Gate />
          </PageBoundary>
        </Preferences>
      </QueryClientProvider>
    </HostProvider>
  );
}

/** Language and theme as the person chose them; until the host has answered, as they were last, or as the machine has them. */
function Preferences({ children }: { children: ReactNode }) {
  const settings = useSettings().data?.settings;
  const [last] = useState<Look | null>(lastLook);
  const machine = matchLocale(navigator.languages);
  const locale: Locale = settings === undefined ? (last?.locale ?? machine) : settings.locale === 'system' ? machine : settings.locale;
  const look: Look = useMemo(
    () =>
      settings === undefined
        ? (last ?? { ...usualLook, locale })
        : { locale, theme: settings.theme, textSize: settings.textSize ?? 100, density: settings.density ?? 'comfortable', contrast: settings.contrast ?? 'system', motion: settings.motion ?? 'system' },
    [settings, last, locale],
  );
  useEffect(() => {
    if (settings === undefined) return;
    keepLook(look);
    setOwnKeys(settings.keys ?? {});
  }, [settings, look]);
  return (
    <LanguageProvider locale={locale}>
      <Themed look={look}>{children}</Themed>
    </LanguageProvider>
  );
}

function Themed({ look, children }: { look: Look; children: ReactNode }) {
  const t = useFirstT();
  return (
    <UiProvider labels={t.ui} theme={look.theme} density={look.density} fontScale={look.textSize / 100} contrast={look.contrast} motion={look.motion}>
      <LinkDoorProvider>
        <AskCardsProvider card={AskCard}><BatchesProvider draw={drawBatch}><AppFramesProvider draw={drawApp}>{children}</AppFramesProvider></BatchesProvider></AskCardsProvider>
      </LinkDoorProvider>
    </UiProvider>
  );
}

function Gate() {
  const state = useLinkState();
  const { data, error, retry } = useSettings();
  useRefreshAfterReconnect();
  if (state === 'refused') return <SignedOut />;
  if (data) return <Shell />;
  if (error) return <Suspense><Failed problem={error.problem} onRetry={retry} /></Suspense>;
  return state === 'away' ? <Away /> : <Loading />;
}

function useRefreshAfterReconnect(): void {
  const { link } = useHost();
  const queries = useQueryClient();
  useEffect(() => {
    let wasAway = false;
    return link.onState(() => {
      if (link.state === 'connected' && wasAway) void refreshAfterReconnect(queries);
      wasAway = link.state === 'away';
    });
  }, [link, queries]);
}
