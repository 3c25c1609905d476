/** Where the window is, kept in the address's hash so that reload and back work in both shells. */
import { LibraryKind } from '@portolan/contract/library';
import { CallId, ConversationId, InteractionId, JobId, ProjectId, RuleId, ServerId } from '@portolan/contract/ids';
import type { ChatFilters } from '@portolan/contract/chat-filters';
import { useSyncExternalStore } from 'react';
import { hasFilters, readFilters, writeFilters } from './filter-address.ts';

const serverTabs = ['overview', 'tools', 'resources', 'prompts', 'log', 'trace'] as const;
export type ServerTab = (typeof serverTabs)[number];
const settingsSections = ['general', 'keyboard', 'providers', 'usage', 'profiles', 'templates', 'secrets', 'network', 'permissions', 'notifications', 'configuration', 'backup', 'computer', 'about'] as const;
export type SettingsSection = (typeof settingsSections)[number];
/** The ways to add a server, in the order of their tabs. */
export const addWays = ['paste', 'form', 'apps', 'built-in', 'bundle', 'registry', 'link'] as const;
export type AddWay = (typeof addWays)[number];

const historyShows = ['archive', 'imported'] as const;
export type HistoryShow = (typeof historyShows)[number];

/** One entry of the library: `key` is a name, or the address of a resource or template. */
export interface LibraryPlace {
  serverId: ServerId;
  kind: LibraryKind;
  key: string;
}

export type Route =
  | { at: 'home' }
  /** `isOwn`: the window is for this chat alone. */
  | { at: 'chat'; conversationId: ConversationId; messageId?: string; isOwn?: true }
  | { at: 'project'; projectId: ProjectId }
  /** Everything that waits for the person, at one of it when it names one. */
  | { at: 'questions'; question?: InteractionId }
  /** Calls that servers go on with; at one of them when it names one. */
  | { at: 'jobs'; job?: JobId }
  | { at: 'servers' }
  /** Giving servers to another program; with one of them chosen. */
  | { at: 'export'; serverId?: ServerId }
  /** Without a way it is the one used last. `item` is what is looked at there, such as a server of the registry. */
  | { at: 'add-server'; way?: AddWay; item?: string }
  /** `item` is a tool, a prompt or a resource URI opened on its tab. */
  | { at: 'server'; serverId: ServerId; tab: ServerTab; item?: string }
  /** Everything that servers offer, narrowed to what was asked for; `open` is what is looked at. */
  | { at: 'library'; query?: string; kind?: LibraryKind; serverId?: ServerId; open?: LibraryPlace }
  /** Chats that were put away, or that came from files, where it says so. */
  | { at: 'history'; query: string; show?: HistoryShow; filters?: ChatFilters }
  | { at: 'import-chats' }
  /** Of all servers, of one, or the exchange of a chat's call. */
  | { at: 'trace'; serverId?: ServerId; callId?: CallId }
  /** What was decided and done; with one server, or one chat. */
  | { at: 'activity'; serverId?: ServerId; conversationId?: ConversationId }
  /** `rule` is a standing permission that is looked at in its section. */
  | { at: 'settings'; section: SettingsSection; rule?: RuleId };

/** Reads a hash; anything not understood is home. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const parts = path.split('/').map(decode);
  const params = new URLSearchParams(query);
  const [first = '', second = '', third = '', fourth = ''] = parts;
  if (first === 'chat') return chatRoute(second, params.get('message'), params.get('window'));
  if (first === 'projects') return projectRoute(second);
  if (first === 'questions') return questionsRoute(second);
  if (first === 'jobs') return jobsRoute(second);
  if (first === 'servers') return serverRoute(second, third, fourth);
  if (first === 'add-server') return addRoute(second, third);
  if (first === 'export') return exportRoute(params);
  if (first === 'history') return historyRoute(params);
  if (first === 'import-chats') return { at: 'import-chats' };
  if (first === 'library') return libraryRoute(params);
  if (first === 'trace') return traceRoute(params);
  if (first === 'activity') return activityRoute(params);
  if (first === 'settings') return settingsRoute(second, params.get('rule'));
  return { at: 'home' };
}

function historyRoute(params: URLSearchParams): Route {
  const show = historyShows.find((each) => each === params.get('show'));
  const filters = readFilters(params);
  return { at: 'history', query: params.get('q') ?? '', ...(show ? { show } : {}), ...(hasFilters(filters) ? { filters } : {}) };
}

function chatRoute(idText: string, messageId: string | null, windowText: string | null): Route {
  const id = ConversationId.safeParse(idText);
  if (!id.success) return { at: 'home' };
  return { at: 'chat', conversationId: id.data, ...(messageId ? { messageId } : {}), ...(windowText === 'own' ? { isOwn: true } : {}) };
}

function projectRoute(idText: string): Route {
  const id = ProjectId.safeParse(idText);
  return id.success ? { at: 'project', projectId: id.data } : { at: 'home' };
}

function questionsRoute(idText: string): Route {
  const id = InteractionId.safeParse(idText);
  return { at: 'questions', ...(id.success ? { question: id.data } : {}) };
}

function jobsRoute(idText: string): Route {
  const id = JobId.safeParse(idText);
  return { at: 'jobs', ...(id.success ? { job: id.data } : {}) };
}

function serverRoute(idText: string, tabText: string, item: string): Route {
  const id = ServerId.safeParse(idText);
  if (!id.success) return { at: 'servers' };
  const tab = serverTabs.find((each) => each === tabText) ?? 'overview';
  return { at: 'server', serverId: id.data, tab, ...(item ? { item } : {}) };
}

function addRoute(wayText: string, item: string): Route {
  const way = addWays.find((each) => each === wayText);
  return { at: 'add-server', ...(way ? { way, ...(item ? { item } : {}) } : {}) };
}

function libraryRoute(params: URLSearchParams): Route {
  const query = params.get('q') ?? '';
  const kind = LibraryKind.safeParse(params.get('kind'));
  const server = ServerId.safeParse(params.get('server'));
  const of = ServerId.safeParse(params.get('of'));
  const as = LibraryKind.safeParse(params.get('as'));
  const key = params.get('item') ?? '';
  return {
    at: 'library',
    ...(query === '' ? {} : { query }),
    ...(kind.success ? { kind: kind.data } : {}),
    ...(server.success ? { serverId: server.data } : {}),
    ...(of.success && as.success && key !== '' ? { open: { serverId: of.data, kind: as.data, key } } : {}),
  };
}

function traceRoute(params: URLSearchParams): Route {
  const server = ServerId.safeParse(params.get('server'));
  const call = CallId.safeParse(params.get('call'));
  return { at: 'trace', ...(server.success ? { serverId: server.data } : {}), ...(call.success ? { callId: call.data } : {}) };
}

function activityRoute(params: URLSearchParams): Route {
  const server = ServerId.safeParse(params.get('server'));
  const chat = ConversationId.safeParse(params.get('chat'));
  return { at: 'activity', ...(server.success ? { serverId: server.data } : {}), ...(chat.success ? { conversationId: chat.data } : {}) };
}

function settingsRoute(sectionText: string, ruleText: string | null): Route {
  const rule = RuleId.safeParse(ruleText);
  return { at: 'settings', section: settingsSections.find((each) => each === sectionText) ?? 'general', ...(rule.success ? { rule: rule.data } : {}) };
}

function exportRoute(params: URLSearchParams): Route {
  const server = ServerId.safeParse(params.get('server'));
  return { at: 'export', ...(server.success ? { serverId: server.data } : {}) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** Names of a server's making may hold half a surrogate pair, which no address can carry. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

export function formatRoute(route: Route): string {
  if (route.at === 'chat') return formatChat(route);
  if (route.at === 'project') return `#/projects/${encode(route.projectId)}`;
  if (route.at === 'server') return `#/servers/${encode(route.serverId)}/${route.tab}${route.item ? `/${encode(route.item)}` : ''}`;
  if (route.at === 'add-server') return `#/add-server${route.way ? `/${route.way}${route.item ? `/${encode(route.item)}` : ''}` : ''}`;
  if (route.at === 'export') return `#/export${route.serverId ? `?server=${encode(route.serverId)}` : ''}`;
  if (route.at === 'history') return formatHistory(route);
  if (route.at === 'trace') return `#/trace${route.callId ? `?call=${encode(route.callId)}` : route.serverId ? `?server=${encode(route.serverId)}` : ''}`;
  if (route.at === 'library') return formatLibrary(route);
  if (route.at === 'activity') return formatActivity(route);
  if (route.at === 'settings') return `#/settings/${route.section}${route.rule ? `?rule=${encode(route.rule)}` : ''}`;
  if (route.at === 'questions') return `#/questions${route.question ? `/${encode(route.question)}` : ''}`;
  if (route.at === 'jobs') return `#/jobs${route.job ? `/${encode(route.job)}` : ''}`;
  return route.at === 'home' ? '#/' : `#/${route.at}`;
}

function formatChat({ conversationId, messageId, isOwn }: Extract<Route, { at: 'chat' }>): string {
  const params = [...(messageId ? [`message=${encode(messageId)}`] : []), ...(isOwn ? ['window=own'] : [])];
  return `#/chat/${encode(conversationId)}${params.length > 0 ? `?${params.join('&')}` : ''}`;
}

function formatHistory({ query, show, filters = {} }: Extract<Route, { at: 'history' }>): string {
  const params = new URLSearchParams({ ...(query === '' ? {} : { q: query.toWellFormed() }), ...(show === undefined ? {} : { show }), ...writeFilters(filters) }).toString().replaceAll('+', '%20');
  return params === '' ? '#/history' : `#/history?${params}`;
}

function formatLibrary({ query = '', kind, serverId, open }: Extract<Route, { at: 'library' }>): string {
  const params = new URLSearchParams();
  if (query !== '') params.set('q', query.toWellFormed());
  if (kind !== undefined) params.set('kind', kind);
  if (serverId !== undefined) params.set('server', serverId);
  if (open !== undefined) {
    params.set('of', open.serverId);
    params.set('as', open.kind);
    params.set('item', open.key.toWellFormed());
  }
  return params.size === 0 ? '#/library' : `#/library?${params.toString()}`;
}

function formatActivity({ serverId, conversationId }: Extract<Route, { at: 'activity' }>): string {
  const params = new URLSearchParams({ ...(serverId === undefined ? {} : { server: serverId }), ...(conversationId === undefined ? {} : { chat: conversationId }) }).toString();
  return params === '' ? '#/activity' : `#/activity?${params}`;
}

let cached: { hash: string; route: Route } = { hash: '', route: { at: 'home' } };
/** The route of the moment, for what happens outside of rendering. */
export function currentRoute(): Route {
  // The same hash must give the same object, or useSyncExternalStore would render for ever.
  if (cached.hash !== location.hash) cached = { hash: location.hash, route: parseRoute(location.hash) };
  return cached.route;
}
function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, currentRoute);
}

/** Whether this window is for one chat alone, without what leads elsewhere. */
export function useIsOwnWindow(): boolean {
  const route = useRoute();
  return route.at === 'chat' && route.isOwn === true;
}

/** Goes to a page. `replace` for a step that "back" should not return to. */
export function navigate(route: Route, options: { replace?: boolean } = {}): void {
  const hash = formatRoute(route);
  if (hash === location.hash) return;
  if (options.replace) {
    history.replaceState(null, '', hash);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else location.hash = hash;
}
