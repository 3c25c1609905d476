/** An app below its call: its bar, its frame, what it asks for, and what became of it (P23). */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { revealed } from '@portolan/ui/hidden-characters';
import { Spinner } from '@portolan/ui/spinner';
import { AppWindowIcon, Maximize2Icon, Minimize2Icon, PictureInPicture2Icon, RotateCwIcon, ShieldIcon, XIcon } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useInteractions } from '../../host/queries.ts';
import type { AppFrameProps } from '../../lib/app-frames.tsx';
import { AskCardsOf, isAsk } from '../../lib/ask-cards.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useLiveApps } from '../../lib/live-apps.ts';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useKeptState } from '../../lib/use-kept-state.ts';
import { AppCalls } from './app-calls.tsx';
import { usualHeight } from './app-look.ts';
import type { DisplayMode } from './app-look.ts';
import type { AppSession } from './app-session.ts';
import { ReachDialog } from './reach-dialog.tsx';
import { SuggestedMessage } from './suggested-message.tsx';
import { useAppSession, useAppState } from './use-app-session.ts';
import { useEscape, useFloating } from './use-floating.ts';
import './apps.css';

export function AppView(props: AppFrameProps) {
  const t = useT();
  const { call, children } = props;
  const isResting = useLiveApps((state) => state.resting.has(call.callId));
  const wake = useLiveApps((state) => state.wake);
  const [isClosed, setIsClosed] = useKeptState(`app closed ${call.callId}`, false);
  const [run, setRun] = useState(0);
  if (!isResting && !isClosed) {
    return <RunningApp key={run} {...props} onReload={() => setRun(run + 1)} onClose={() => setIsClosed(true)} />;
  }
  const resume = () => {
    setIsClosed(false);
    wake(call.callId);
  };
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-2 rounded-lg border border-dashed border-line px-3 py-2 text-sm text-muted">
        <AppWindowIcon className="size-4 shrink-0" aria-hidden="true" />
        <span className="min-w-0 flex-1 basis-40 break-words"><RevealText text={isClosed ? t.mcpApps.closed(call.title ?? call.tool) : t.mcpApps.resting(call.title ?? call.tool)} hideCount /></span>
        <Button size="sm" onClick={resume}>{isClosed ? t.mcpApps.openAgain : t.mcpApps.resume}</Button>
      </div>
      {children}
    </>
  );
}

function RunningApp({ call, conversationId, children, onReload, onClose }: AppFrameProps & { onReload: () => void; onClose: () => void }) {
  const t = useT();
  const place = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [mode, setMode] = useState<DisplayMode>('inline');
  const session = useAppSession({ call, conversationId, mode, setMode, place, frame, onClose });
  const state = useAppState(session);
  const [isReachOpen, setIsReachOpen] = useState(false);
  const name = call.title ?? call.tool;
  const questions = useInteractions().data;
  const isOwn = (callId: string | null) => state?.calls.some((each) => each.callId === callId) === true;
  const asks = (questions ?? []).filter(isAsk).filter((each) => isOwn(each.callId));
  // A question of somebody else must not be covered by an app that floats above the page.
  const isElsewhere = questions?.some((each) => !(each.kind === 'tool-approval' && each.ofApp === call.callId) && !asks.some((ask) => ask.id === each.id)) === true;
  useFloating(place, mode);
  const isHidden = mode === 'pip' && isElsewhere;
  const end = (then: () => void) => void (session?.end() ?? Promise.resolve()).then(then);
  useEscape(mode !== 'inline', () => setMode('inline'));
  const style = mode === 'inline' ? { height: state?.height ?? usualHeight } : undefined;
  return (
    <>
      {mode === 'inline' ? null : (
        <div className="flex min-w-0 items-center gap-2 rounded-lg border border-dashed border-line px-3 py-2 text-sm text-muted">
          <span className="min-w-0 flex-1 break-words"><RevealText text={t.mcpApps.elsewhere(name)} hideCount /></span>
          <Button size="sm" onClick={() => setMode('inline')}>{t.mcpApps.back}</Button>
        </div>
      )}
      <section
        ref={place}
        aria-label={t.mcpApps.title(revealed(name), revealed(call.serverName))}
        data-app={call.callId}
        data-mode={mode}
        className={`app-frame flex min-w-0 flex-col overflow-hidden border border-line bg-surface text-fg ${mode === 'fullscreen' ? '' : 'rounded-lg'}`}
      >
        <header className="flex h-10 min-w-0 shrink-0 items-center gap-1 border-b border-line bg-sunken pr-1 pl-3">
          <AppWindowIcon className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <h4 className="ml-1 min-w-0 flex-1 truncate text-xs text-muted"><span className="font-medium text-fg"><RevealText text={name} hideCount limit={80} /></span> <RevealText text={t.mcpApps.from(call.serverName)} hideCount limit={80} /></h4>
          <IconButton size="sm" label={t.mcpApps.reach.button} icon={<ShieldIcon />} disabled={!state?.ready} onClick={() => setIsReachOpen(true)} />
          <IconButton size="sm" label={t.mcpApps.reload} icon={<RotateCwIcon />} onClick={() => end(onReload)} />
          {mode === 'pip' ? null : <IconButton size="sm" label={t.mcpApps.popOut} icon={<PictureInPicture2Icon />} onClick={() => setMode('pip')} />}
          {mode === 'fullscreen' ? null : <IconButton size="sm" label={t.mcpApps.fullscreen} icon={<Maximize2Icon />} onClick={() => setMode('fullscreen')} />}
          {mode === 'inline' ? null : <IconButton size="sm" label={t.mcpApps.back} icon={<Minimize2Icon />} onClick={() => setMode('inline')} />}
          <IconButton size="sm" label={t.mcpApps.close} icon={<XIcon />} onClick={() => end(onClose)} />
        </header>
        {state?.ready?.isPageChanged === true ? (
          <Callout tone="warn" className="m-2" title={t.mcpApps.pageChanged} actions={<Button size="sm" onClick={() => session?.knowPage()}>{t.mcpApps.pageKnown}</Button>}>{t.mcpApps.pageChangedText(call.serverName)}</Callout>
        ) : null}
        {isHidden ? <p className="px-3 py-2 text-sm text-muted">{t.mcpApps.hidden}</p> : null}
        <div className={`relative min-h-0 ${mode === 'inline' ? '' : 'flex-1'} ${isHidden ? 'hidden' : ''}`} style={style}>
          <Condition state={state} onReload={onReload} />
          {state?.ready ? <Frame key={state.ready.instance} session={session} address={state.ready.address} title={t.mcpApps.title(revealed(name), revealed(call.serverName))} frame={frame} isGone={state.at === 'left' || state.at === 'flooded'} /> : null}
        </div>
        {state?.isLimited === true ? <p role="status" className="border-t border-line px-3 py-1.5 text-xs text-muted">{t.mcpApps.limited}</p> : null}
        <AppCalls calls={state?.calls ?? []} />
        {state?.suggestion == null ? null : <SuggestedMessage text={state.suggestion} conversationId={conversationId} from={name} onDone={() => session?.clearSuggestion()} />}
        {children || asks.length > 0 ? <div className="flex max-h-[60vh] min-w-0 shrink-0 flex-col gap-2 overflow-y-auto border-t border-line p-2">{children}<AskCardsOf asks={asks} /></div> : null}
      </section>
      {isReachOpen && state?.ready ? <ReachDialog reach={state.ready.reach} name={name} server={call.serverName} onClose={() => setIsReachOpen(false)} /> : null}
    </>
  );
}

/** What stands in the place of the app, or over it, while it is not simply there. */
function Condition({ state, onReload }: { state: AppSession['state'] | null; onReload: () => void }) {
  const t = useT();
  const reload = <Button size="sm" onClick={onReload}>{t.mcpApps.reload}</Button>;
  if (state === null || state.at === 'reading' || state.at === 'starting') {
    return <p role="status" className="absolute inset-0 flex items-center justify-center gap-2 text-sm text-muted"><Spinner /> {t.mcpApps.loading}</p>;
  }
  if (state.at === 'failed' && state.problem) return <div className="p-3"><ProblemCallout problem={state.problem} onRetry={onReload} alert={false} /></div>;
  if (state.at === 'left') return <div className="p-3"><Callout tone="warn" title={t.mcpApps.left} actions={reload}>{t.mcpApps.leftText}</Callout></div>;
  if (state.at === 'flooded') return <div className="p-3"><Callout tone="warn" title={t.mcpApps.flooded} actions={reload}>{t.mcpApps.floodedText}</Callout></div>;
  if (state.at === 'silent') return <div className="absolute inset-x-2 top-2 z-10"><Callout tone="neutral" actions={reload}>{t.mcpApps.silent}</Callout></div>;
  if (state.at === 'ended') return <div className="absolute inset-x-2 top-2 z-10"><Callout tone="warn" actions={reload}>{t.mcpApps.ended}</Callout></div>;
  return null;
}

function Frame({ session, address, title, frame, isGone }: { session: AppSession | null; address: string; title: string; frame: React.RefObject<HTMLIFrameElement | null>; isGone: boolean }) {
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || session === null) return;
    session.attach(element);
    // Only now: the first message of the page must find somebody.
    element.setAttribute('src', address);
  }, [session, address, frame]);
  if (isGone) return null;
  // Its page holds the app in a frame of no origin; this one needs its own to be told apart.
  // `credentialless`: no cookies, no storage and no cache of anybody, also for what the app loads.
  // oxlint-disable-next-line react/iframe-missing-sandbox -- never the window's own origin; what is foreign lies in the frame inside, without one
  return <iframe ref={frame} title={title} sandbox="allow-scripts allow-forms allow-same-origin" {...{ credentialless: '' }} referrerPolicy="no-referrer" allow="" className="absolute inset-0 block size-full border-0 bg-transparent" />;
}
