/** What the host knows, as hooks. Streams stay current by themselves; one-shot reads are keyed by the server's generation. */
import type { ConversationView, ModelRef } from '@portolan/contract/conversations';
import type { EventOf, InputOf, OutputOf, RequestName } from '@portolan/contract/contract';
import type { HostError } from '@portolan/contract/errors';
import type { ConversationId, ServerId } from '@portolan/contract/ids';
import type { InstallLink } from '@portolan/contract/install-links';
import type { Mark } from '@portolan/contract/mark';
import type { InteractionView } from '@portolan/contract/interactions';
import type { JobView } from '@portolan/contract/jobs';
import type { ReviewChoice } from '@portolan/contract/result-reviews';
import type { ServerView } from '@portolan/contract/servers';
import type { ProjectView } from '@portolan/contract/projects';
import type { ProviderView } from '@portolan/contract/providers';
import type { SecretsView } from '@portolan/contract/secrets';
import type { TemplateView } from '@portolan/contract/templates';
import type { Notice, Settings } from '@portolan/contract/settings';
import type { SignInView } from '@portolan/contract/sign-in';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useHost } from './host-context.tsx';
import type { Live, LiveSource } from './live.ts';
import { reduceConversation, reduceConversations, reduceInteractions, reduceJobs, reduceLog, reduceServers, reduceSignIns } from './reducers.ts';
import type { ConversationState, LogState } from './reducers.ts';
import { useLive } from './use-live.ts';

const serversSource: LiveSource<'servers/watch', ServerView[]> = { method: 'servers/watch', input: {}, reduce: reduceServers };
/** Sorted by name. */
export function useServers(): Live<ServerView[]> {
  return useLive('servers', serversSource);
}

export function useServerLog(serverId: ServerId): Live<LogState> {
  return useLive(`log:${serverId}`, { method: 'servers/watchLog', input: { serverId }, reduce: reduceLog });
}

const conversationsSource: LiveSource<'conversations/watchList', ConversationView[]> = { method: 'conversations/watchList', input: {}, reduce: reduceConversations };
/** Newest first. */
export function useConversations(): Live<ConversationView[]> {
  return useLive('conversations', conversationsSource);
}

export function useConversation(conversationId: ConversationId): Live<ConversationState> {
  return useLive(`conversation:${conversationId}`, { method: 'conversations/watch', input: { conversationId }, reduce: reduceConversation, isCarriedOver: true });
}

const projectsSource: LiveSource<'projects/watch', ProjectView[]> = { method: 'projects/watch', input: {}, reduce: (_state, { projects }) => projects };
/** By name. */
export function useProjects(): Live<ProjectView[]> {
  return useLive('projects', projectsSource);
}

const interactionsSource: LiveSource<'interactions/watch', InteractionView[]> = { method: 'interactions/watch', input: {}, reduce: reduceInteractions };
/** Open questions, oldest first. */
export function useInteractions(): Live<InteractionView[]> {
  return useLive('interactions', interactionsSource);
}

const jobsSource: LiveSource<'jobs/watch', JobView[]> = { method: 'jobs/watch', input: {}, reduce: reduceJobs };
/** Calls that servers go on with, or went on with, newest first. */
export function useJobs(): Live<JobView[]> {
  return useLive('jobs', jobsSource);
}

const mutesSource: LiveSource<'mutes/watch', EventOf<'mutes/watch'>> = { method: 'mutes/watch', input: {}, reduce: (_state, event) => event };
/** Servers that ask too often, that are muted, and that may ask more for a while. */
export function useMutes(): Live<EventOf<'mutes/watch'>> {
  return useLive('mutes', mutesSource);
}

const reviewChoicesSource: LiveSource<'results/watchChoices', ReviewChoice[]> = { method: 'results/watchChoices', input: {}, reduce: (_state, { choices }) => choices };
/** For which calls results are shown to the person first. */
export function useAllReviewChoices(): Live<ReviewChoice[]> {
  return useLive('review-choices', reviewChoicesSource);
}

const markSource: LiveSource<'mark/watch', Mark> = { method: 'mark/watch', input: {}, reduce: (_state, { mark }) => mark };
/** By which the app's own questions are known (J01). */
export function useMark(): Live<Mark> {
  return useLive('mark', markSource);
}

export interface ProvidersState {
  providers: ProviderView[];
  defaultModel: ModelRef | null;
}
const providersSource: LiveSource<'providers/watch', ProvidersState> = { method: 'providers/watch', input: {}, reduce: (_state, event) => event };
export function useProviders(): Live<ProvidersState> {
  return useLive('providers', providersSource);
}

const modelFilesSource: LiveSource<'modelFiles/watch', EventOf<'modelFiles/watch'>> = { method: 'modelFiles/watch', input: {}, reduce: (_state, event) => event };
/** Which model files are in memory or on their way there. */
export function useModelFiles(): Live<EventOf<'modelFiles/watch'>> {
  return useLive('model-files', modelFilesSource);
}

const profilesSource: LiveSource<'profiles/watch', EventOf<'profiles/watch'>> = { method: 'profiles/watch', input: {}, reduce: (_state, event) => event };
/** Profiles by name, deleted ones that a chat still has included; and which one new chats begin with. */
export function useProfiles(): Live<EventOf<'profiles/watch'>> {
  return useLive('profiles', profilesSource);
}

const templatesSource: LiveSource<'templates/watch', TemplateView[]> = { method: 'templates/watch', input: {}, reduce: (_state, event) => event.templates };
/** Prompt templates of the person's own, by name. */
export function useTemplates(): Live<TemplateView[]> {
  return useLive('templates', templatesSource);
}

export interface SettingsState {
  settings: Settings;
  notices: Notice[];
}
const settingsSource: LiveSource<'settings/watch', SettingsState> = { method: 'settings/watch', input: {}, reduce: (_state, event) => event };
export function useSettings(): Live<SettingsState> {
  return useLive('settings', settingsSource);
}

const installLinksSource: LiveSource<'installLinks/watch', InstallLink[]> = { method: 'installLinks/watch', input: {}, reduce: (_state, event) => event.links };
/** Links that ask to add servers and wait for the person, oldest first. */
export function useInstallLinks(): Live<InstallLink[]> {
  return useLive('install-links', installLinksSource);
}

const librarySource: LiveSource<'library/watch', number> = { method: 'library/watch', input: {}, reduce: (_state, { stamp }) => stamp };
/** Which state of the library an answer is of; part of the key of every question about it. */
export function useLibraryStamp(): Live<number> {
  return useLive('library', librarySource);
}

const secretsSource: LiveSource<'secrets/watch', SecretsView> = { method: 'secrets/watch', input: {}, reduce: (_state, event) => event };
/** Where secrets are kept; never the secrets. */
export function useSecrets(): Live<SecretsView> {
  return useLive('secrets', secretsSource);
}

const signInsSource: LiveSource<'signIn/watch', SignInView[]> = { method: 'signIn/watch', input: {}, reduce: reduceSignIns };
/** Sign-ins of the servers over HTTP. */
export function useSignIns(): Live<SignInView[]> {
  return useLive('signIns', signInsSource);
}

export interface HostQueryOptions {
  /** What makes the same question a new one, such as the server's generation. */
  stamp?: unknown;
  enabled?: boolean;
  /** Shows the answer to the question before while the next one is under way. */
  keep?: boolean;
  /** Asks each time it is shown, instead of giving an earlier answer. */
  fresh?: boolean;
}

/** A one-shot read. Not repeated by itself after an error: what went wrong is shown with a way to try again. */
export function useHostQuery<M extends RequestName>(method: M, input: InputOf<M>, options: HostQueryOptions = {}) {
  const { link } = useHost();
  return useQuery<OutputOf<M>, HostError>({
    queryKey: [method, input, options.stamp],
    queryFn: ({ signal }) => link.request(method, input, { signal }),
    enabled: options.enabled ?? true,
    staleTime: options.fresh ? 0 : Infinity,
    ...(options.fresh ? { gcTime: 0 } : {}),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
  });
}

/** Pages that lead on and on are somebody's mistake. */
const mostRegistryPages = 40;

/** Servers of the registry, page by page. Nothing is asked while `enabled` is false. */
export function useRegistryList(search: string, enabled: boolean) {
  const { link } = useHost();
  return useInfiniteQuery<OutputOf<'registry/list'>, HostError, InfiniteData<OutputOf<'registry/list'>>, readonly unknown[], string | undefined>({
    queryKey: ['registry/list', search],
    queryFn: ({ pageParam, signal }) => link.request('registry/list', { search, ...(pageParam === undefined ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined,
    // A cursor that was followed already would lead round in a circle.
    getNextPageParam: ({ nextCursor }, pages, _last, followed) => (nextCursor === null || followed.includes(nextCursor) || pages.length >= mostRegistryPages ? undefined : nextCursor),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
  });
}

/** An act. `error` is shown beside what caused it; the caller decides what else happens. */
export function useHostMutation<M extends RequestName>(method: M) {
  const { link } = useHost();
  return useMutation<OutputOf<M>, HostError, InputOf<M>>({ mutationFn: (input) => link.request(method, input), networkMode: 'always' });
}

/** After the host came back: what failed meanwhile and what it may list differently now is asked again; nothing else is. */
export async function refreshAfterReconnect(queries: QueryClient): Promise<void> {
  const lists: readonly unknown[] = ['servers/tools', 'servers/resources', 'servers/prompts', 'rules/list', 'app/info'];
  await queries.invalidateQueries({ predicate: (query) => query.state.status === 'error' || lists.includes(query.queryKey[0]) });
}
