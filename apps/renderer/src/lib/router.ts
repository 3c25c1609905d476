/** Where the window is, kept in the address's hash so that reload and back work in both shells. */
import { ConversationId, ServerId } from '@portolan/contract/ids';
import { useSyncExternalStore } from 'react';

export type ServerTab = 'overview' | 'tools' | 'resources' | 'prompts' | 'log';
const serverTabs: readonly string[] = ['overview', 'tools', 'resources', 'prompts', 'log'] satisfies ServerTab[];

export type Route =
  | { at: 'home' }
  | { at: 'chat'; conversationId: ConversationId; messageId?: string }
  | { at: 'servers' }
  | { at: 'add-server' }
  /** `item` is a tool, a prompt or a resource URI opened on its tab. */
  | { at: 'server'; serverId: ServerId; tab: ServerTab; item?: string }
  | { at: 'history'; query: string }
  | { at: 'settings'; section: 'general' | 'providers' | 'permissions' | 'about' };

const sections: readonly string[] = ['general', 'providers', 'permissions', 'about'];

/** Reads a hash; anything not understood is home. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const parts = path.split('/').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return '';
    }
  });
  const params = new URLSearchParams(query);
  switch (parts[0]) {
    case 'chat': {
      const id = ConversationId.safeParse(parts[1]);
      if (!id.success) return { at: 'home' };
      const messageId = params.get('message');
      return { at: 'chat', conversationId: id.data, ...(messageId ? { messageId } : {}) };
    }
    case 'servers': {
      if (parts[1] === undefined || parts[1] === '') return { at: 'servers' };
      const id = ServerId.safeParse(parts[1]);
      if (!id.success) return { at: 'servers' };
      const tab = parts[2] !== undefined && serverTabs.includes(parts[2]) ? (parts[2] as ServerTab) : 'overview';
      return { at: 'server', serverId: id.data, tab, ...(parts[3] ? { item: parts[3] } : {}) };
    }
    case 'add-server':
      return { at: 'add-server' };
    case 'history':
      return { at: 'history', query: params.get('q') ?? '' };
    case 'settings':
      return { at: 'settings', section: parts[1] !== undefined && sections.includes(parts[1]) ? (parts[1] as 'general') : 'general' };
    default:
      return { at: 'home' };
  }
}

export function formatRoute(route: Route): string {
  const e = encodeURIComponent;
  switch (route.at) {
    case 'home':
      return '#/';
    case 'chat':
      return `#/chat/${e(route.conversationId)}${route.messageId ? `?message=${e(route.messageId)}` : ''}`;
    case 'servers':
      return '#/servers';
    case 'add-server':
      return '#/add-server';
    case 'server':
      return `#/servers/${e(route.serverId)}/${route.tab}${route.item ? `/${e(route.item)}` : ''}`;
    case 'history':
      return `#/history${route.query ? `?q=${e(route.query)}` : ''}`;
    case 'settings':
      return `#/settings/${route.section}`;
  }
}

let cached: { hash: string; route: Route } = { hash: '', route: { at: 'home' } };
function read(): Route {
  // The same hash must give the same object, or useSyncExternalStore would render for ever.
  if (cached.hash !== location.hash) cached = { hash: location.hash, route: parseRoute(location.hash) };
  return cached.route;
}
function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, read);
}

export function navigate(route: Route, options: { replace?: boolean } = {}): void {
  const hash = formatRoute(route);
  if (options.replace) {
    history.replaceState(null, '', hash);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = hash;
}
