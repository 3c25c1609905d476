/** What the window says of itself outside of its page: its title, and a word to assistive technology. */
import { toolTitle } from '@portolan/i18n/tool-title';
import type { Route } from '../lib/router.ts';
import { useAnnounce } from '@portolan/ui/live-region';
import { maxName, revealed, splitHidden } from '@portolan/ui/hidden-characters';
import type { FirstCatalogue } from '@portolan/i18n/catalogue-type';
import { useEffect, useRef } from 'react';
import { useConversations, useInteractions, useProjects, useServers } from '../host/queries.ts';
import { useFirstT } from '../lib/i18n.tsx';
import { useRoute } from '../lib/router.ts';

/** A question that waits is said once, without moving focus (H08). */
export function useQuestionAnnouncements(): void {
  const t = useFirstT();
  const announce = useAnnounce();
  const { data } = useInteractions();
  const said = useRef(new Set<string>());
  useEffect(() => {
    for (const interaction of data ?? []) {
      if (said.current.has(interaction.id)) continue;
      said.current.add(interaction.id);
      const from = revealed(interaction.serverName);
      if (interaction.kind === 'result-review') announce(t.chat.announce.resultToReview(from, revealed(toolTitle(interaction.tool, interaction.title, t))));
      else announce(interaction.kind === 'tool-approval' ? t.chat.announce.approvalNeeded(from, revealed(toolTitle(interaction.tool.name, interaction.tool.title, t))) : t.asks.announce(from));
    }
  }, [data, announce, t]);
}

/** The page in the title, with how many questions wait; a change of page is said politely. */
export function useTitle(): void {
  const t = useFirstT();
  const announce = useAnnounce();
  const route = useRoute();
  const waiting = useInteractions().data?.length ?? 0;
  const page = useNameOf(route, t);
  const place = route.at === 'chat' ? route.conversationId : route.at === 'server' ? route.serverId : route.at === 'project' ? route.projectId : route.at;
  const lastPlace = useRef(place);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${page} · ${t.app.name}`;
  }, [waiting, page, t]);
  useEffect(() => {
    if (lastPlace.current === place) return;
    lastPlace.current = place;
    announce(page);
  }, [place, page, announce]);
}

function useNameOf(route: Route, t: FirstCatalogue): string {
  const conversations = useConversations().data;
  const servers = useServers().data;
  const projects = useProjects().data;
  switch (route.at) {
    case 'chat':
      return visible(conversations?.find((each) => each.id === route.conversationId)?.title ?? '') || t.chat.untitled;
    case 'server':
      return visible(servers?.find((each) => each.id === route.serverId)?.name ?? '') || t.servers.title;
    case 'project':
      return visible(projects?.find((each) => each.id === route.projectId)?.name ?? '') || t.projects.title;
    case 'home':
      return t.app.nav.home;
    case 'questions':
      return t.asks.page.title;
    case 'servers':
      return t.servers.title;
    case 'add-server':
      return t.servers.form.addTitle;
    case 'export':
      return t.otherApps.export.title;
    case 'library':
      return t.library.title;
    case 'jobs':
      return t.jobs.title;
    case 'history':
      return t.history.title;
    case 'import-chats':
      return t.chatImports.title;
    case 'trace':
      return t.trace.title;
    case 'activity':
      return t.activity.title;
    case 'settings':
      return t.settings.title;
  }
}

/**
 * A name from outside in the title: what cannot be seen is left out, as a title bar shows no badges; it leaves room for our own
 * name behind it, and cannot begin like our count of questions (T:J03).
 */
function visible(text: string): string {
  const plain = splitHidden(text.slice(0, 200), { multiline: false }).parts.map((part) => (part.kind === 'text' ? part.text : '')).join('').trim();
  const letters = Array.from(plain);
  const short = letters.length > maxName ? `${letters.slice(0, maxName).join('')}…` : plain;
  return /^[(（[]/.test(short) ? `“${short}”` : short;
}
