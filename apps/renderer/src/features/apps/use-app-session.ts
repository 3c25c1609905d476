/** The session of one app as state of a component: begun when it is in the document, ended with it or when it rests. */
import type { ConversationId } from '@portolan/contract/ids';
import type { ToolCallView } from '@portolan/contract/conversations';
import { useTheme } from '@portolan/ui/theme-provider';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useHostQuery, useServers } from '../../host/queries.ts';
import { useAttachments } from '../../lib/attachment-store.ts';
import { useLocale, useT } from '../../lib/i18n.tsx';
import { useOpenLink } from '../../lib/link-door.tsx';
import { useLiveApps } from '../../lib/live-apps.ts';
import { lookOf } from './app-look.ts';
import type { DisplayMode } from './app-look.ts';
import { AppSession } from './app-session.ts';
import { LinkGate } from './link-gate.ts';

export interface UseAppSession {
  call: ToolCallView;
  conversationId: ConversationId;
  mode: DisplayMode;
  setMode: (mode: DisplayMode) => void;
  place: RefObject<HTMLElement | null>;
  frame: RefObject<HTMLIFrameElement | null>;
  onClose: () => void;
}

/** Null until the host has said what it is. `restart` begins anew with a page read anew. */
export function useAppSession({ call, conversationId, mode, setMode, place, frame, onClose }: UseAppSession): AppSession | null {
  const { link } = useHost();
  const { data: info } = useHostQuery('app/info', {});
  const theme = useTheme();
  const locale = useLocale();
  const t = useT();
  const openLink = useOpenLink();
  const [width, setWidth] = useState(0);
  const [session, setSession] = useState<AppSession | null>(null);
  const [gate] = useState(() => new LinkGate());
  const look = info === undefined || width === 0 ? null : { theme, locale, mode, width, platform: info.shell === 'desktop' ? ('desktop' as const) : ('web' as const) };
  // What a session asks back is asked of the component as it is then.
  const latest = useRef({ mode, setMode, openLink, onClose, label: '' });
  useLayoutEffect(() => {
    latest.current = { mode, setMode, openLink, onClose, label: t.mcpApps.contextOf(call.title ?? call.tool) };
  });

  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.round(element.clientWidth)));
    observer.observe(element);
    setWidth(Math.round(element.clientWidth));
    return () => observer.disconnect();
  }, [place]);

  const { callId } = call;
  const isKnown = look !== null;
  useEffect(() => {
    if (look === null || info === undefined) return undefined;
    const attachments = useAttachments.getState();
    const key = `app ${callId}`;
    const made = new AppSession({
      link,
      call,
      conversationId,
      version: info.version,
      look: lookOf(look),
      openLink: (url) => {
        if (!gate.admits(url, performance.now())) return false;
        // The question stands above the page; an app that fills the window would cover it.
        if (latest.current.mode === 'fullscreen') latest.current.setMode('inline');
        latest.current.openLink(url);
        return true;
      },
      onMode: (wanted) => {
        // Only while the person is busy in it: nothing takes the window by itself.
        if (document.activeElement !== frame.current) return latest.current.mode;
        latest.current.setMode(wanted);
        return wanted;
      },
      onContext: (text) => {
        attachments.remove(conversationId, [key]);
        if (text === null || call.serverId === null) return;
        attachments.add(conversationId, [{ key, label: latest.current.label, serverName: call.serverName, input: { type: 'prompt', serverId: call.serverId, name: latest.current.label.slice(0, 1024), role: 'user', content: { type: 'text', text } } }]);
      },
      onClose: () => latest.current.onClose(),
    });
    setSession(made);
    made.open();
    const live = {
      end: () => made.end(),
      isInView: () => {
        const box = place.current?.getBoundingClientRect();
        return box !== undefined && box.bottom > 0 && box.top < innerHeight;
      },
    };
    useLiveApps.getState().add(callId, live);
    return () => {
      useLiveApps.getState().remove(callId, live);
      void made.end();
      setSession(null);
    };
    // One session as long as it is the same call; what changes of it is told to the session below.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [link, conversationId, callId, isKnown]);

  useEffect(() => session?.update(call), [session, call]);
  // Lists are numbered: another number is another offer.
  const generation = useServers().data?.find(({ id }) => id === call.serverId)?.generation;
  const lists = useRef(generation);
  useEffect(() => {
    if (lists.current !== undefined && generation !== undefined && lists.current !== generation) session?.listsChanged();
    lists.current = generation;
  }, [session, generation]);
  const lookKey = JSON.stringify(look);
  useEffect(() => {
    if (look !== null) session?.look(lookOf(look));
    // oxlint-disable-next-line react/exhaustive-deps -- by value
  }, [session, lookKey]);
  return session;
}

export function useAppState(session: AppSession | null): AppSession['state'] | null {
  return useSyncExternalStore(
    useCallback((listener: () => void) => session?.onChange(listener) ?? (() => undefined), [session]),
    () => session?.state ?? null,
  );
}
