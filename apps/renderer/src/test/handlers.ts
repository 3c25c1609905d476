/** The handlers of the host in memory: small and plausible; tests replace what they are about. */
import type { EventOf, HostHandlers } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { MuteId, ServerId } from '@portolan/contract/ids';
import { QueuedId } from '@portolan/contract/queue';
import type { ServerView } from '@portolan/contract/servers';
import { Feed } from './feed.ts';
import { fileHandlers } from './file-handlers.ts';
import type { HostInMemory } from './host-in-memory.ts';
import { projectHandlers } from './project-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { contextHandlers } from './context-handlers.ts';
import { jobHandlers } from './job-handlers.ts';
import { libraryHandlers } from './library-handlers.ts';
import * as views from './views.ts';

let made = 0;

const noUsage = { requests: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: 0, unpriced: 0 };

export function handlersOf(host: HostInMemory): HostHandlers {
  const { state } = host;
  const addServer = (next: ServerView): ServerView => {
    state.servers = [...state.servers.filter((each) => each.id !== next.id), next];
    host.feeds.servers.publish({ type: 'changed', server: next });
    return next;
  };
  const settingsEvent = () => ({ settings: state.settings, notices: state.notices });
  const providersEvent = () => ({ providers: state.providers, defaultModel: state.providers[0]?.models[0] ? { providerId: state.providers[0].id, model: state.providers[0].models[0].id } : null });
  const removed = new Map<string, ServerView>();
  return {
    'servers/watch': (_input, { signal }) => host.feeds.servers.watch(signal, [{ type: 'snapshot', servers: state.servers }]),
    'servers/parse': () => ({ format: 'mcpServers', candidates: [] }),
    'servers/add': ({ name, launch, replace }) => addServer(views.server(name, { id: replace ?? ServerId.parse(`s-${name}`), launch, isReviewed: false, state: 'stopped', pid: null })),
    'servers/update': ({ serverId, name, launch }) => host.changeServer(serverId, { ...(name === undefined ? {} : { name }), ...(launch === undefined ? {} : { launch, isReviewed: false }) }),
    'servers/review': ({ serverId, launchHash }) => {
      if (host.server(serverId).launchHash !== launchHash) throw new HostError('server-changed', { server: host.server(serverId).name });
      return host.changeServer(serverId, { isReviewed: true, state: 'ready' });
    },
    'servers/value': ({ name }) => ({ value: `value of ${name}` }),
    'servers/sandboxOffer': () => ({
      support: { kind: 'bubblewrap', closesLocalSockets: true },
      recommended: { folders: [], network: 'all', environment: [] },
      isProposed: false,
      basis: 'own',
      download: 'none',
      suggestions: [],
      variables: [],
    }),
    'servers/setSandbox': ({ serverId, sandbox }) => host.changeServer(serverId, { sandbox, launchHash: `hash-${JSON.stringify(sandbox)}` }),
    'servers/setEnabled': ({ serverId, isEnabled }) => host.changeServer(serverId, { isEnabled }),
    'servers/setToolEnabled': ({ serverId, tool, isEnabled }) => {
      state.tools = state.tools.map((each) => (each.name === tool ? { ...each, isEnabled } : each));
      host.changeServer(serverId, { generation: host.server(serverId).generation + 1 });
      return {};
    },
    'servers/setItemEnabled': ({ serverId, kind, name, isEnabled }) => {
      if (kind === 'tool') state.tools = state.tools.map((each) => (each.name === name ? { ...each, isEnabled } : each));
      else if (kind === 'prompt') state.prompts = state.prompts.map((each) => (each.name === name ? { ...each, isEnabled } : each));
      else {
        state.resources = state.resources.map((each) => (each.uri === name ? { ...each, isEnabled } : each));
        state.templates = state.templates.map((each) => (each.uriTemplate === name ? { ...each, isEnabled } : each));
      }
      host.changeServer(serverId, { generation: host.server(serverId).generation + 1 });
      return {};
    },
    'icons/get': () => ({ picture: null }),
    'images/load': () => ({ outcome: 'refused', reason: 'unreachable' }),
    ...libraryHandlers(host),
    ...jobHandlers(host),
    'apps/open': () => {
      throw new HostError('app-unusable', { reason: 'none' });
    },
    'apps/call': () => ({ result: { content: [] } }),
    'apps/readResource': () => ({ result: { contents: [] } }),
    'apps/listResources': () => ({ result: { resources: [] } }),
    'apps/log': () => ({}),
    'apps/knowPage': () => ({}),
    'pins/changes': () => ({ suspended: [], added: [], removed: [], server: [], package: null }),
    'pins/accept': () => ({}),
    'pins/keepOff': () => ({}),
    'pins/acknowledge': () => ({}),
    'pins/acceptPackage': () => ({}),
    'pins/definition': ({ tool }) => ({
      raw: state.tools.find((each) => each.name === tool)?.raw ?? {},
      sent: { kind: 'openai-compatible', name: tool, description: '', schema: {}, excluded: null },
      hidden: 0,
      lastFailure: null,
    }),
    'servers/setStartup': ({ serverId, startup }) => host.changeServer(serverId, { startup }),
    'servers/setLimits': ({ serverId, limits }) => host.changeServer(serverId, { limits: Object.fromEntries(Object.entries({ ...host.server(serverId).limits, ...limits }).filter(([, value]) => value !== null)) }),
    'servers/duplicate': ({ serverId, name }) => {
      if (state.servers.some((each) => each.name === name)) throw new HostError('server-name-taken', { name });
      return addServer({ ...host.server(serverId), id: ServerId.parse(`s-${name.replaceAll(' ', '-')}`), name, isReviewed: false, state: 'stopped', pid: null });
    },
    'servers/prepareTrial': () => ({ launchHash: 'hash-of-trial', flags: [], offer: null }),
    'servers/trial': async function* trial() {
      yield { type: 'progress', lastLine: 'fetching' };
      yield { type: 'done', era: 'modern', protocolVersion: '2026-07-28', info: { name: 'tried', version: '1' }, tools: ['echo'], resources: [], resourceTemplates: [], prompts: [] };
    },
    'servers/start': ({ serverId }) => host.changeServer(serverId, { state: 'ready', problem: null }),
    'servers/stop': ({ serverId }) => host.changeServer(serverId, { state: 'stopped' }),
    'servers/restart': ({ serverId }) => host.changeServer(serverId, { state: 'ready' }),
    'servers/remove': ({ serverId }) => {
      removed.set(serverId, host.server(serverId));
      state.servers = state.servers.filter((each) => each.id !== serverId);
      host.feeds.servers.publish({ type: 'removed', serverId });
      return { undo: serverId };
    },
    'servers/restore': ({ undo }) => {
      const known = removed.get(undo);
      if (!known) throw new HostError('server-unknown');
      return addServer(known);
    },
    'secrets/owners': () => ({ owners: [] }),
    'secrets/forgetOwner': () => ({ owners: [] }),
    'configuration/restoreServer': () => {
      throw new HostError('server-unknown');
    },
    'network/get': () => views.network(),
    'network/save': ({ mode = 'system', proxy = '', noProxy = '', certificates = '', username = '' }) => views.network({ settings: { mode, proxy, noProxy, certificates }, credentials: username === '' ? null : { username } }),
    'network/check': () => ({ checks: [] }),
    'packages/resolved': () => ({ resolved: null }),
    'packages/pin': ({ serverId }) => host.changeServer(serverId, { isReviewed: false }),
    'registry/list': () => ({ registry: 'https://registry.example', servers: [], nextCursor: null, refused: 0, at: 1, problem: null }),
    'registry/versions': () => ({ versions: [] }),
    'registry/server': () => {
      throw new HostError('registry-failed', { reason: 'unknown-server' });
    },
    'registry/plan': () => ({ launch: { kind: 'stdio', command: 'npx', args: [], env: [] }, launchHash: 'hash', flags: [], faults: [], serverName: 'server' }),
    'registry/install': ({ serverName }) => addServer(views.server(serverName, { isReviewed: false, state: 'stopped', pid: null })),
    'registry/bundle': () => {
      throw new HostError('bundle-gone');
    },
    'chatImports/begin': () => ({ stagedId: 'staged' }),
    'chatImports/append': ({ offset, data }) => ({ received: offset + atob(data).length }),
    'chatImports/discard': () => ({}),
    'chatImports/read': async function* read() {
      yield { type: 'done' };
    },
    'chatImports/run': async function* run({ chosen }) {
      yield { type: 'done', importId: 'i', imported: chosen.length, wasStopped: false };
    },
    'chatImports/stop': () => ({}),
    'chatImports/undo': () => ({ removed: 0, kept: 0 }),
    'backups/list': () => ({ folder: '/data/backups', backups: [] }),
    'backups/make': async function* make() {
      yield { type: 'made', backup: { name: 'everything-2026-11-30T10-00-00-000Z.zip', at: 1_780_000_000_000, bytes: 10, isBeforeRestore: false } };
    },
    'backups/remove': () => ({}),
    'backups/save': async function* save() {
      yield { data: '' };
    },
    'backups/begin': () => ({ stagedId: 'staged' }),
    'backups/append': ({ offset, data }) => ({ received: offset + atob(data).length }),
    'backups/discard': () => ({}),
    'backups/look': () => {
      throw new HostError('backup-refused', { reason: 'not-a-backup' });
    },
    'backups/leave': () => ({}),
    'backups/restore': () => ({ before: 'everything-2026-11-30T11-00-00-000Z-before-restore.zip' }),
    'bundles/begin': () => ({ stagedId: 'staged' }),
    'bundles/append': ({ offset, data }) => ({ received: offset + atob(data).length }),
    'bundles/read': () => {
      throw new HostError('bundle-gone');
    },
    'bundles/plan': () => ({ launch: { kind: 'stdio', command: 'node', args: [], env: [] }, launchHash: 'hash', flags: [], faults: [], differences: [] }),
    'bundles/install': ({ name }) => addServer(views.server(name, { isReviewed: false, state: 'stopped', pid: null })),
    'bundles/discard': () => ({}),
    'bundles/ofServer': () => ({ bundle: null }),
    'bundles/planSettings': () => ({ launch: { kind: 'stdio', command: 'node', args: [], env: [] }, launchHash: 'hash', flags: [], faults: [], differences: [] }),
    'bundles/saveSettings': ({ serverId }) => host.changeServer(serverId, { isReviewed: false }),
    'installLinks/open': () => {
      throw new HostError('install-link-refused');
    },
    'installLinks/watch': (_input, { signal }) => host.feeds.installLinks.watch(signal, [{ links: state.installLinks }]),
    'installLinks/accept': ({ servers }) => ({ servers: servers.map(({ name, replace }) => addServer(views.server(name, { id: replace ?? ServerId.parse(`s-${name}`), isReviewed: false, state: 'stopped', pid: null }))) }),
    'installLinks/dismiss': ({ id }) => {
      state.installLinks = state.installLinks.filter((each) => each.id !== id);
      host.feeds.installLinks.publish({ links: state.installLinks });
      return {};
    },
    'servers/secrets': () => ({ secrets: [] }),
    'servers/setSecrets': () => ({}),
    'servers/keepSecrets': ({ serverId }) => host.changeServer(serverId, { openSecrets: [] }),
    'servers/tools': () => ({ generation: 1, tools: state.tools, refused: [] }),
    'servers/resources': () => ({ generation: 1, resources: state.resources, templates: state.templates, refused: [] }),
    'servers/prompts': () => ({ generation: 1, prompts: state.prompts, refused: [] }),
    'servers/watchLog': (_input, { signal }) => host.feeds.log.watch(signal, [{ lines: state.log, dropped: 0 }]),

    'calls/prepare': () => {
      throw new HostError('tool-unknown');
    },
    'calls/run': () => {
      throw new HostError('call-not-allowed');
    },
    'tools/run': async function* run() {
      yield { type: 'done', result: { content: [{ type: 'text', text: 'ran' }], isError: false, repairs: [] }, durationMs: 12 };
    },
    'resources/read': ({ uri }) => ({ contents: [{ kind: 'text', uri, text: `content of ${uri}` }], repairs: [] }),
    'resources/attach': ({ uri }) => ({ version: views.version(`content of ${uri}`), ...(state.resources.find((each) => each.uri === uri)?.annotations === undefined ? {} : { annotations: state.resources.find((each) => each.uri === uri)?.annotations }) }),
    'resources/attached': ({ uri }) => ({ contents: [{ kind: 'text', uri, text: `content of ${uri}` }] }),
    'resources/compare': ({ uri }) => ({ now: views.version(`new content of ${uri}`), diff: { hunks: [{ before: 1, after: 1, lines: [{ kind: 'removed', text: `content of ${uri}` }, { kind: 'added', text: `new content of ${uri}` }] }], added: 1, removed: 1, isTooLarge: false } }),
    'resources/watch': (_input, { signal }) => host.feeds.resource.watch(signal, [{ version: null, isLive: false, problem: null }]),
    'resources/save': async function* save() {
      yield { base64: 'YQ==', done: 1, total: 1 };
    },
    'prompts/get': ({ name }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `message of ${name}` } }], repairs: [] }),
    'completion/complete': () => ({ values: [], hasMore: false }),

    'configuration/state': () => ({ file: '/data/portolan.json', broken: null, unusable: [], hasLastGood: true, backups: [] }),
    'configuration/compare': () => ({ servers: [], diff: { hunks: [], added: 0, removed: 0, isTooLarge: false } }),
    'configuration/restore': () => ({ undo: 'before', aside: null }),
    'configuration/useLastGood': () => ({ aside: '/data/portolan.json.broken' }),
    'imports/find': () => ({ files: [] }),
    'imports/findInFolder': () => ({ files: [] }),
    'imports/add': () => ({ added: [], undo: 'before' }),
    'exports/targets': () => ({ targets: [] }),
    'exports/preview': () => ({ path: '/x', stamp: '', diff: { hunks: [], added: 0, removed: 0, isTooLarge: false }, servers: [], hasSecrets: false }),
    'exports/write': () => ({ path: '/x', backup: null }),
    'exports/text': () => ({ text: '{}' }),
    'configuration/launchChange': () => ({ changes: null }),

    'conversations/watchList': (_input, { signal }) => host.feeds.list.watch(signal, [{ type: 'snapshot', conversations: state.conversations }]),
    'conversations/watch': ({ conversationId }, { signal }) => host.feeds.chat.watch(signal, [{ type: 'snapshot', conversation: host.conversation(conversationId), messages: state.messages.filter((each) => each.conversationId === conversationId) }]),
    'conversations/create': ({ model, projectId }) => {
      const conversation = views.chat(`new-${++made}`, { title: '', model, ...(projectId === undefined ? {} : { projectId }) });
      state.conversations = [conversation, ...state.conversations];
      host.feeds.list.publish({ type: 'changed', conversation });
      return conversation;
    },
    'conversations/rename': ({ conversationId, title }) => host.changeChat(conversationId, { title }),
    'conversations/edit': () => ({}),
    'conversations/regenerate': () => ({}),
    'conversations/version': ({ messageId }) => {
      const message = state.versions[messageId];
      if (message === undefined) throw new HostError('message-unknown', { message: messageId });
      return { message };
    },
    'conversations/choose': () => ({}),
    'conversations/setPlace': ({ conversationId, place }) => host.changeChat(conversationId, { place: place ?? undefined }),
    'conversations/setReadsResources': ({ conversationId, isOn }) => host.changeChat(conversationId, { modelReadsResources: isOn }),
    'conversations/setRunsScripts': ({ conversationId, isOn }) => host.changeChat(conversationId, { runsScripts: isOn }),
    'conversations/setModel': ({ conversationId, model }) => host.changeChat(conversationId, { model }),
    'conversations/remove': ({ conversationId }) => {
      host.conversation(conversationId);
      host.feeds.list.publish({ type: 'removed', conversationId });
      return {};
    },
    'conversations/restore': ({ conversationId }) => host.changeChat(conversationId, {}),
    'conversations/search': () => ({ hits: [] }),
    'conversations/filter': () => ({ ids: state.conversations.map(({ id }) => id) }),
    'conversations/excluding': () => ({ filters: [] }),
    'conversations/filterChoices': () => ({ models: [], servers: [] }),
    'conversations/send': ({ conversationId, text }) => {
      const message = views.message(`own-${++made}`, { conversationId, role: 'user', parts: [{ type: 'text', text }] });
      host.say(message);
      return { messageId: message.id };
    },
    'conversations/stop': ({ conversationId }) => {
      host.changeChat(conversationId, { isRunning: false });
      return {};
    },
    'conversations/continue': () => ({}),
    ...projectHandlers(host),
    ...profileHandlers(host),
    ...contextHandlers(() => state.context, host.feeds.context),
    'drafts/watch': (_input, { signal }) => new Feed<EventOf<'drafts/watch'>>().watch(signal, []),
    'drafts/get': ({ conversationId }) => ({ text: state.drafts[conversationId] ?? '', attachments: state.draftAttachments[conversationId] ?? [] }),
    'drafts/save': ({ conversationId, text, attachments }) => {
      if (text !== undefined) state.drafts[conversationId] = text;
      if (attachments !== undefined) state.draftAttachments[conversationId] = attachments;
      return {};
    },
    ...fileHandlers(),
    'queue/watch': (_input, { signal }) => host.feeds.queue.watch(signal, [state.queue]),
    'queue/add': () => ({ id: QueuedId.parse(`q_${'a'.repeat(22)}`) }),
    'queue/change': () => ({}),
    'queue/move': () => ({}),
    'queue/remove': () => ({}),
    'queue/sendNow': () => ({}),
    'queue/resume': () => ({}),

    'results/watchChoices': (_input, { signal }) => host.feeds.reviewChoices.watch(signal, [{ choices: state.reviewChoices }]),
    'results/choose': ({ choice, isOn }) => {
      const others = state.reviewChoices.filter((each) => JSON.stringify(each) !== JSON.stringify(choice));
      state.reviewChoices = isOn ? [...others, choice] : others;
      host.feeds.reviewChoices.publish({ choices: state.reviewChoices });
      return {};
    },
    'results/pass': () => ({}),
    'results/original': () => ({ result: { content: [{ type: 'text', text: 'The original' }], isError: false, repairs: [] } }),
    'interactions/watch': (_input, { signal }) => host.feeds.interactions.watch(signal, [{ type: 'snapshot', interactions: state.interactions }]),
    'interactions/resolve': ({ id, hash }) => {
      const question = state.interactions.find((each) => each.id === id);
      if (question?.hash !== hash) return { accepted: false };
      host.settle(id);
      return { accepted: true };
    },
    'interactions/resolveRound': ({ answers }) => {
      const isEach = answers.every(({ id, hash }) => state.interactions.find((each) => each.id === id)?.hash === hash);
      if (isEach) for (const { id } of answers) host.settle(id);
      return { accepted: isEach };
    },
    'samplings/list': () => ({ entries: [], spent: views.spent }),
    'samplings/get': () => ({ transcript: null }),
    'samplings/clear': () => ({}),
    'samplings/price': () => ({ price: null }),
    'servers/setSamplingBudget': ({ serverId, budget }) => host.changeServer(serverId, { asks: { ...host.server(serverId).asks, budget } }),
    'interactions/openPage': () => ({ outcome: 'opened' }),
    'servers/setAsks': ({ serverId, elicitation, sampling }) => host.changeServer(serverId, { asks: { ...host.server(serverId).asks, ...(elicitation === undefined ? {} : { elicitation, needsRestart: true }), ...(sampling === undefined ? {} : { sampling, needsRestart: true }) } }),
    'servers/setRoots': ({ serverId, roots }) => host.changeServer(serverId, { asks: { ...host.server(serverId).asks, roots } }),
    'servers/changeRoots': ({ serverId, add, remove }) => {
      const { asks } = host.server(serverId);
      return host.changeServer(serverId, { asks: { ...asks, roots: [...(asks.roots ?? []).filter((path) => path !== remove), ...(add === undefined ? [] : [add])] } });
    },
    'servers/checkRoot': ({ path }) => (path.startsWith('/') ? { path, problem: null, isWide: path === '/' } : { path: null, problem: 'not-absolute', isWide: false }),
    'servers/letAsk': ({ serverId }) => host.changeServer(serverId, { asks: { ...host.server(serverId).asks, isStopped: false } }),
    'mark/watch': (_input, { signal }) => host.feeds.mark.watch(signal, [{ mark: state.mark }]),
    'mark/renew': () => {
      state.mark = { ...state.mark, words: [1, 12] };
      host.feeds.mark.publish({ mark: state.mark });
      return { mark: state.mark };
    },
    'mutes/watch': (_input, { signal }) => host.feeds.mutes.watch(signal, [state.quiet]),
    'mutes/set': ({ serverId, conversationId }) => {
      const id = MuteId.parse(`mute-${++made}`);
      const mute = { id, serverId, serverName: host.server(serverId).name, conversationId, conversationTitle: conversationId === null ? '' : host.conversation(conversationId).title, since: 1, refused: 0 };
      host.changeQuiet({ mutes: [...state.quiet.mutes, mute], storms: state.quiet.storms.filter((each) => each.serverId !== serverId) });
      return { id };
    },
    'mutes/remove': ({ id }) => host.changeQuiet({ mutes: state.quiet.mutes.filter((each) => each.id !== id) }),
    'mutes/allowMore': ({ serverId }) => {
      host.changeQuiet({ storms: state.quiet.storms.filter((each) => each.serverId !== serverId), allowances: [{ serverId, serverName: host.server(serverId).name, until: 600_000 }] });
      return { until: 600_000 };
    },
    'mutes/endAllowance': () => host.changeQuiet({ allowances: [] }),
    'mutes/dismissStorm': ({ serverId }) => host.changeQuiet({ storms: state.quiet.storms.filter((each) => each.serverId !== serverId) }),
    'rules/list': () => ({ rules: state.rules, profile: state.profile, servers: state.servers.map(({ id, name }) => ({ serverId: id, serverName: name, profile: state.serverProfiles[id] ?? 'ask' })) }),
    'rules/save': ({ id, ...input }) => {
      const server = state.servers.find((each) => each.id === input.serverId);
      const saved = views.rule(`r${made++}`, { ...input, serverName: server?.name ?? '', scope: input.conversationId === null ? 'always' : 'chat' });
      state.rules = [saved, ...state.rules.filter((each) => each.id !== id)];
      return saved;
    },
    'rules/revoke': ({ ruleId }) => {
      host.revoked = state.rules.find((each) => each.id === ruleId) ?? null;
      state.rules = state.rules.filter((each) => each.id !== ruleId);
      return {};
    },
    'rules/restore': ({ ruleId }) => {
      if (host.revoked?.id !== ruleId) throw new HostError('rule-unknown');
      state.rules = [host.revoked, ...state.rules];
      return {};
    },
    'rules/setProfile': ({ profile }) => {
      state.profile = profile;
      return {};
    },
    'rules/setServerProfile': ({ serverId, profile }) => {
      state.serverProfiles = { ...state.serverProfiles, [serverId]: profile };
      return {};
    },

    'providers/watch': (_input, { signal }) => host.feeds.providers.watch(signal, [providersEvent()]),
    'providers/save': ({ name, kind, baseUrl, key, models }) => {
      const saved = views.provider(name, { kind, baseUrl, hasKey: key !== undefined && key !== '', models: models.map((id) => ({ id, source: 'added' })) });
      state.providers = [...state.providers.filter((each) => each.id !== saved.id), saved];
      host.feeds.providers.publish(providersEvent());
      return saved;
    },
    'providers/remove': ({ id }) => {
      state.providers = state.providers.filter((each) => each.id !== id);
      host.feeds.providers.publish(providersEvent());
      return {};
    },
    'providers/test': () => ({ models: ['model-a'], problem: null }),
    'localModels/look': () => ({ found: [] }),
    'modelFiles/read': ({ path }) => { throw new HostError('model-file-unusable', { file: path, reason: 'missing' }); },
    'modelFiles/save': () => views.provider('model'),
    'modelFiles/watch': (_input, { signal }) => host.feeds.modelFiles.watch(signal, [{ runs: [], problem: null }]),
    'modelFiles/unload': () => ({}),
    'localModels/add': ({ service }) => ({ ...views.provider(service), models: [] }),
    'providers/setDefault': () => ({}),
    'models/facts': ({ models }) => ({ facts: models.map((model) => state.modelFacts[model] ?? views.modelFacts(model)) }),
    'models/setAbilities': () => ({}),
    'models/setFavourite': ({ model, isFavourite }) => {
      const others = (state.settings.favouriteModels ?? []).filter((each) => each.providerId !== model.providerId || each.model !== model.model);
      state.settings = { ...state.settings, favouriteModels: isFavourite ? [...others, model] : others };
      host.feeds.settings.publish(settingsEvent());
      return {};
    },

    'settings/watch': (_input, { signal }) => host.feeds.settings.watch(signal, [settingsEvent()]),
    'settings/update': ({ network: _network, prices: _prices, ...changes }) => {
      // As the host does: an absent field changes nothing.
      Object.assign(state.settings, Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)));
      state.settings = { ...state.settings };
      host.feeds.settings.publish(settingsEvent());
      return state.settings;
    },
    'notices/dismiss': ({ id }) => {
      state.notices = state.notices.filter((each) => each.id !== id);
      host.feeds.settings.publish(settingsEvent());
      return {};
    },
    'app/info': () => ({ version: '0.1.0', shell: 'browser', platform: 'linux x64', node: '24.21.0', dataFolder: '/data', configFile: '/data/config.json' }),
    'paths/choose': () => ({ path: null }),
    'paths/complete': () => ({ folders: [] }),
    'links/open': ({ url }) => ({ outcome: 'open-in-tab', href: url }),

    'doctor/run': async function* run() {
      for (const finding of state.findings) yield { type: 'finding', finding };
      yield { type: 'done', durationMs: 5 };
    },
    'doctor/useFolder': () => ({}),

    'secrets/watch': async function* watch() {
      yield state.secrets;
    },
    'secrets/options': () => ({ options: [{ kind: 'shell', problem: 'elsewhere' }, { kind: 'keyring', problem: null }, { kind: 'passphrase', problem: null }, { kind: 'file', problem: null }, { kind: 'memory', problem: null }] }),
    'secrets/protect': () => state.secrets,
    'secrets/unlock': () => state.secrets,
    'secrets/startAnew': () => state.secrets,

    'servers/inputs': ({ serverId }) => ({ answers: host.server(serverId).inputs.map(({ id }) => ({ id, isAnswered: false, value: null, isAskedEachTime: false })) }),
    'servers/answer': () => ({}),
    'signIn/watch': (_input, { signal }) => host.feeds.signIns.watch(signal, [{ type: 'snapshot', signIns: state.signIns }]),
    'signIn/start': () => ({}),
    'signIn/continue': () => ({ outcome: 'opened' }),
    'signIn/cancel': () => ({}),
    'signIn/paste': () => ({ accepted: true }),
    'signIn/signOut': () => ({}),
    'signIn/setClient': () => ({}),

    'tools/fit': ({ tool }) => ({ name: `s__${tool}`, reports: [], refused: [] }),
    'usage/month': () => ({ amount: noUsage, budget: null }),
    'usage/totals': () => ({ rows: [], total: noUsage }),
    'usage/setPrice': () => ({}),

    'conversations/export': async function* exported() {
      yield { text: '' };
    },

    'activity/page': () => ({ entries: [], total: 0, oldest: 0 }),
    'activity/watch': async function* watch() {
      yield { newest: 0, oldest: 0 };
    },
    'activity/export': async function* exported() {
      yield { text: '' };
    },

    'trace/watch': async function* watch() {
      yield { type: 'snapshot', entries: [], servers: [] };
    },
    'trace/entry': () => ({ entry: null }),
    'trace/search': () => ({ ids: [], isComplete: true }),
    'trace/find': () => ({ found: null }),
    'trace/clear': () => ({}),
    'trace/setRecording': () => ({}),
    'trace/export': async function* exported() {
      yield { text: '' };
    },
  };
}
