/** The composition root: makes every part of the host, hands each what it needs, and ends them in the right order. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { HostHandlers } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { ConversationId, ServerId } from '@portolan/contract/ids';
import { usualQuestionsPerMinute } from '@portolan/contract/mutes';
import type { Notice } from '@portolan/contract/settings';
import { connect } from '@portolan/mcp-client/connect';
import { SchemaChecker } from '@portolan/mcp-client/schema/schema-checker';
import { actingHandlers } from './activity/acting.ts';
import { ActivityLog } from './activity/activity-log.ts';
import { recordConfig } from './activity/record-config.ts';
import { recordCall, recordScript } from './activity/record-call.ts';
import { AnsweredScopes, notingAnswers, recordingApprovals, recordingReviews, recordPassed, recordingRules, recordingSecrets } from './activity/recording.ts';
import { activityRoutes } from './activity/routes.ts';
import { Notices } from './app/notices.ts';
import { InstallMark, markRoutes } from './app/install-mark.ts';
import { linkDoor } from './app/links.ts';
import { appRoutes } from './app/routes.ts';
import { runRoutes } from './runs/runs.ts';
import { withholding } from './runs/unattended.ts';
import { finishRestore } from './backups/finish-restore.ts';
import { openBackups } from './backups/open-backups.ts';
import { BundleService } from './bundles/bundle-service.ts';
import { bundleRoutes } from './bundles/routes.ts';
import { surroundings } from './config/apps/app-table.ts';
import { otherAppsRoutes } from './config/apps/routes.ts';
import { Apps } from './apps/apps.ts';
import type { AppSandbox } from './apps/app-servers.ts';
import { appsRoutes } from './apps/routes.ts';
import { openConfig } from './config/config-file.ts';
import { launchFlags } from './config/launch-flags.ts';
import { maskTexts } from './config/masked-text.ts';
import { parsePaste } from './config/paste.ts';
import { configurationRoutes } from './config/routes.ts';
import { openContext } from './context/open-context.ts';
import { MessageQueue } from './conversations/message-queue.ts';
import { ConversationService } from './conversations/service.ts';
import { openChatFiles } from './conversations/open-chat-files.ts';
import { chatFilterRoutes } from './conversations/filter-routes.ts';
import { conversationsRoutes } from './conversations/routes.ts';
import { openFiles } from './files/open-files.ts';
import type { TakeScreenshot } from './files/screenshot.ts';
import { LinkInbox } from './install-links/link-inbox.ts';
import { PendingLinks } from './install-links/pending-links.ts';
import { createIconFetch } from './icons/fetch-icon.ts';
import { Icons } from './icons/icons.ts';
import { iconRoutes } from './icons/routes.ts';
import { imageRoutes } from './images/image-door.ts';
import { Library } from './library/library.ts';
import { currentOffers } from './library/offers.ts';
import { libraryRoutes } from './library/routes.ts';
import { installLinkRoutes } from './install-links/routes.ts';
import { Approvals } from './interactions/approvals.ts';
import { askRoutes } from './interactions/ask-routes.ts';
import { Asks } from './interactions/asks.ts';
import { chatOfCall } from './interactions/chat-of-call.ts';
import { openJobs } from './jobs/open-jobs.ts';
import type { TellEnded } from './jobs/open-jobs.ts';
import { jobRoutes } from './jobs/routes.ts';
import { muteRoutes } from './interactions/mute-routes.ts';
import { Mutes } from './interactions/mutes.ts';
import { tellWaiting } from './interactions/waiting.ts';
import type { Waiting } from './interactions/waiting.ts';
import { InteractionQueue } from './interactions/interaction-queue.ts';
import { outsideCallRoutes } from './interactions/outside-calls.ts';
import { ResultReviews } from './interactions/result-reviews.ts';
import { resultRoutes } from './interactions/result-routes.ts';
import { ReviewChoices } from './interactions/review-choices.ts';
import { interactionRoutes } from './interactions/routes.ts';
import { Doctor } from './doctor/doctor.ts';
import { doctorServers } from './doctor/doctor-servers.ts';
import { doctorRoutes } from './doctor/routes.ts';
import { secretsPlace } from './doctor/secrets-place.ts';
import { pathRoutes } from './paths/routes.ts';
import type { ChoosePath } from './paths/routes.ts';
import { Permissions } from './permissions/permissions.ts';
import { permissionRoutes } from './permissions/routes.ts';
import { Pins } from './pins/pins.ts';
import { openProfiles } from './profiles/open-profiles.ts';
import { ProjectService } from './projects/project-service.ts';
import { projectRoutes } from './projects/routes.ts';
import { pinRoutes } from './pins/routes.ts';
import { ModelAsker } from './models/ask.ts';
import { ProviderKeys } from './models/keys.ts';
import { ProviderService } from './models/providers.ts';
import { ModelRegistry } from './models/registry.ts';
import { LocalServices } from './models/local/local-services.ts';
import { portsFrom } from './models/local/loopback-services.ts';
import type { StartModel } from './models/gguf/model-child.ts';
import { ModelFiles } from './models/gguf/model-files.ts';
import { kindInUse, learnKeys } from './models/in-use.ts';
import { modelFactsRoutes } from './models/facts.ts';
import { localModelsRoutes, modelFilesRoutes, providersRoutes } from './models/routes.ts';
import { fitRoutes } from './models/fit-report.ts';
import { describeForModel } from './models/tools.ts';
import { samplingRoutes } from './sampling/routes.ts';
import { ModelsForSampling } from './sampling/run-model.ts';
import { Network } from './network/network.ts';
import { networkRoutes } from './network/routes.ts';
import { openSecrets } from './secrets/open-secrets.ts';
import { SecretOwners } from './secrets/secret-owners.ts';
import { secretsRoutes } from './secrets/routes.ts';
import { sweepLeftovers } from './process/sweep-leftovers.ts';
import type { ShellKeeper } from './secrets/shell-holder.ts';
import { RegistryMemory } from './registry/registry-memory.ts';
import { RegistryService } from './registry/registry-service.ts';
import { registryRoutes } from './registry/routes.ts';
import { HeldVersions } from './resources/held-versions.ts';
import { ResourceVersions } from './resources/resource-versions.ts';
import { resourceRoutes } from './resources/routes.ts';
import { LaunchInputs, launchInputRoutes } from './servers/launch-inputs.ts';
import { LaunchSecrets, launchSecretRoutes } from './servers/launch-secrets.ts';
import { readLoginShell } from './servers/launch/login-shell.ts';
import { currentPlatform } from './servers/launch/platform.ts';
import { PreferredFolder } from './servers/launch/preferred-folder.ts';
import { SearchPath } from './servers/launch/search-path.ts';
import { programAsker } from './servers/packages/ask-program.ts';
import { packageFinder } from './servers/packages/package-finder.ts';
import { packageRoutes } from './servers/packages/routes.ts';
import { ServersService } from './servers/service.ts';
import { careRoutes } from './servers/care-routes.ts';
import { serversRoutes } from './servers/routes.ts';
import { Supervisor } from './servers/supervisor.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { SignIns } from './sign-in/sign-ins.ts';
import type { SignInServers } from './sign-in/sign-ins.ts';
import { toServerView } from './servers/views/server-view.ts';
import { openStorage } from './storage/open-storage.ts';
import { usageRoutes } from './usage/routes.ts';
import { Usage } from './usage/usage.ts';
import type { ConfigState } from './ports.ts';
import { logError, settled } from './settled.ts';
import { KnownSecrets, remembering } from './trace/known-secrets.ts';
import { Redactor } from './trace/redact.ts';
import { traceRoutes } from './trace/routes.ts';
import { createTracePort } from './trace/trace-port.ts';
import { TraceStore } from './trace/trace-store.ts';

export interface HostOptions {
  /** Everything is kept here; exists and belongs to this user alone. */
  dataDir: string;
  shell: 'browser' | 'desktop' | 'cli';
  version: string;
  /** False: a server runs only once something of it is asked for (default true). */
  startsServers?: boolean;
  /** Opens a checked link outside; absent in browser mode, where the window opens it itself. */
  openLink?: (url: string) => Promise<boolean>;
  /** Opens the system's dialog for a path; absent where the shell has none. */
  choosePath?: ChoosePath;
  /** Has the person choose a screen or window and takes a picture of it; absent in browser mode. */
  takeScreenshot?: TakeScreenshot;
  /** Serves the pages of apps; absent where no window is. */
  appSandbox?: AppSandbox;
  /** Called when something waits for the person that came from outside of any window. */
  onAttention?: () => void;
  /** Told at each change what waits for the person, and whether they want to be told while no window is in front. */
  onWaiting?: (waiting: Waiting & { notifies: boolean }) => void;
  onJobEnded?: TellEnded;
  /** The desktop app's way to the system's store of secrets; absent in browser mode. */
  keeper?: ShellKeeper;
  /** Starts the process of a model file where the host cannot start one of its own kind; a Node child unless told. */
  startModel?: StartModel;
  /** Ends this host and starts the next one, which finishes what this one began. Absent: whoever opens it next does. */
  restart?: () => void;
  /** What the person should be told about the process itself. */
  notices?: Notice[];
  /** The host's own log: unexpected errors of its parts, without secrets. */
  onError?: (where: string, error: unknown) => void;
}

export interface Host {
  handlers: HostHandlers;
  /** A `portolan://` link, as it came; it is shown to the person and does nothing else. */
  installLink(link: string): void;
  /** The machine was asleep or the network changed: servers are looked after. */
  resumed(): void;
  /** Stops answers, withdraws questions, ends every server, closes the files. Resolves when nothing of ours is left. */
  close(): Promise<void>;
  /** Kills every process of every server before it returns: for a close that takes too long. */
  killServers(): void;
}

/** Rejects when the data folder can't be used: `storage-failed`, `config-not-writable`. */
export async function createHost(options: HostOptions): Promise<Host> {
  const { dataDir } = options;
  const report = (where: string) => (error: unknown) => (options.onError ?? logError)(where, error);
  const notices = new Notices();
  for (const notice of options.notices ?? []) notices.add(notice);

  // Before anything of ours writes; a young file may be another command's, and stays.
  await sweepLeftovers([dataDir, join(dataDir, 'state'), join(dataDir, 'state', 'lists')]);
  finishRestore(dataDir);
  const config = await openConfig({ path: join(dataDir, 'portolan.json'), notices, onError: report('configuration') });
  const opened = openStorage({ folder: dataDir, notices, onError: report('storage'), onCall: (call) => recordCall(activity, call) });
  const known = new KnownSecrets();
  const activity = new ActivityLog({
    store: opened.activity,
    redactor: new Redactor(known),
    nameOf: (id) => config.current().servers.find((server) => server.id === id)?.name ?? null,
    bounds: () => ({ days: config.current().settings.activityDays ?? 365, entries: config.current().settings.activityEntries ?? 100_000 }),
    isReadOnly: opened.isReadOnly,
    onError: report('activity'),
  });
  const storage = { ...opened, rules: recordingRules(opened.rules, activity) };
  const answered = new AnsweredScopes();
  const vault = await openSecrets({
    folder: dataDir,
    notices,
    // A command opens what the browser's host would: there is no Electron beside it.
    shell: options.shell === 'desktop' ? 'desktop' : 'browser',
    keeper: options.keeper,
    usesKeyring: process.env['PORTOLAN_KEYRING'] !== 'off',
    onUnlocked: () => {
      supervisor.secretsUnlocked();
      signIns.reload();
      void providers.refresh().catch(report('providers'));
    },
  });
  const secrets = recordingSecrets(remembering(vault, known), activity);
  const launchSecretStore = new LaunchSecrets(secrets);
  const launchInputs = new LaunchInputs(config, secrets, (value) => known.add(value, true));
  const traces = new TraceStore();
  const learnConfigured = ({ servers: configured }: ConfigState): void => {
    for (const { launch } of configured) known.addLaunch(launch);
    traces.keepOnly(configured.map(({ id }) => id));
  };
  learnConfigured(config.current());
  const stopLearning = config.onChange(learnConfigured);
  activity.record({ type: 'host-started', version: options.version, shell: options.shell }, { by: 'host' });
  const stopRecording = recordConfig(config, activity);

  const preferred = new PreferredFolder(join(dataDir, 'state', 'preferred-folder.json'), () => config.sealKey);
  const platform = currentPlatform();
  const searchPath = new SearchPath(platform, readLoginShell, preferred);
  const network = new Network({ config, secrets, platform, searchPath, onError: report('network') });
  const signInServers: SignInServers = {
    target: (id) => supervisor.targetOf(id),
    signedIn: (id) => {
      activity.record({ type: 'signed-in', host: signIns.get(id).view().authorizationHost }, { serverId: id });
      supervisor.signedIn(id);
    },
    signedOut: (id) => {
      activity.record({ type: 'signed-out' }, { serverId: id });
      return supervisor.signedOut(id);
    },
  };
  const signIns = new SignIns({
    config,
    secrets,
    servers: signInServers,
    client: { name: 'Portolan' },
    tapOf: (id) => traces.of(id).connection().tap,
    openLink: options.openLink,
    route: network.route,
    activity,
    onError: report('sign-in'),
  });
  const queue = new InteractionQueue();
  const mark = new InstallMark(join(dataDir, 'state', 'mark.json'), report('mark'));
  const openLink = linkDoor(options.openLink, activity);
  const keys = new ProviderKeys(secrets);
  const modelFiles = new ModelFiles({ config, dataDir, start: options.startModel, onError: report('model files') });
  void modelFiles.open().catch(report('model files'));
  const registry = new ModelRegistry({ config, keys, files: modelFiles, fetch: network.fetch });
  const usage = new Usage({ store: storage.usage, config, onError: report('usage') });
  const schemas = new SchemaChecker();
  const asks = new Asks({ queue, openLink, schemas, isMuted: (id, chat) => mutes.isMuted(id, chat) || (chat !== null && unattended.has(chat)), sampling: { models: new ModelsForSampling(config, registry, usage), store: storage.samplings }, chatOf: (callId) => chatOfCall(storage.conversations, callId), activity });
  const jobs = openJobs({ storage, config, servers: () => servers, chats: () => conversations, onEnded: options.onJobEnded, onError: report('jobs') });
  const pins = new Pins({
    store: storage.pins,
    packages: storage.pinnedPackages,
    notices,
    isConfigured: (id) => config.current().servers.some((server) => server.id === id),
    onChange: (id) => {
      supervisor.find(id)?.pinsChanged();
      permissions.toolsChanged(id);
      reviewQuestions();
    },
    activity,
    onError: report('pins'),
  });
  const findPackage = packageFinder({ npmCache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'), containedHome: (id) => join(dataDir, 'contained', id, 'home'), ask: programAsker({ platform, searchPath }) });
  const supervisor = new Supervisor({
    config,
    pins,
    findPackage,
    platform,
    searchPath,
    sealKey: () => config.sealKey,
    connect,
    client: { name: 'portolan', title: 'Portolan', version: options.version },
    startsServers: options.startsServers ?? true,
    dataDir,
    notices,
    trace: createTracePort(traces, known),
    signIn: signIns,
    asks,
    jobs,
    activity,
    flagsOf: launchFlags,
    secretOf: (serverId, name) => launchSecretStore.get(serverId, name),
    inputOf: (serverId, id) => launchInputs.get(serverId, id),
    network,
    onError: report('servers'),
  });
  const asker = new ModelAsker();
  const servers = new ServersService({ supervisor, schemas, pins, describeForModel, refusalsOf: (name) => asker.refusals.sentences(name), secrets: () => known.certain, activity, jobs });
  const icons = new Icons({ fetch: createIconFetch(network.route) });
  const mutes = new Mutes({
    store: storage.mutes,
    limit: () => config.current().settings.questionsPerMinute ?? usualQuestionsPerMinute,
    serverName: (id) => servers.serverName(id),
    chatTitle: (id) => storage.conversations.get(id)?.title ?? null,
    activity,
    onMuted: () => {
      approvals.refuseMuted();
      asks.withdrawMuted();
    },
  });
  const reviewChoices = new ReviewChoices(storage.results);
  const permissions = new Permissions({
    rules: storage.rules,
    servers: storage.serverPermissions,
    config,
    tool: (id, name) => servers.tool(id, name),
    availableTools: () => servers.availableTools(),
    hasConversation: (id) => storage.conversations.get(id) !== null,
    onChange: () => approvals.rulesChanged(),
    onMoved: (from, to) => {
      mutes.moved(from, to);
      reviewChoices.move(from, to);
      jobs.moved(from, to);
    },
    onError: report('permissions'),
  });
  const unattended = new Set<ConversationId>();
  const approvals = new Approvals({ unattended, queue, rules: storage.rules, schemas, gate: mutes, traitsOf: (id) => permissions.traitsOf(id) });
  permissions.configured(config.current());
  const stopPermitting = config.onChange((state) => permissions.configured(state));
  // A server that was removed or switched off is asked about no longer; the person would only find out after saying yes.
  const reviewQuestions = (): void =>
    approvals.review((id, tool) => {
      const server = config.current().servers.find((each) => each.id === id);
      if (server === undefined) return new HostError('server-unknown', { server: servers.serverName(id) ?? id }).problem;
      if (!server.isEnabled) return new HostError('server-not-ready', { server: server.name }).problem;
      return servers.tool(id, tool)?.view.pin?.state === 'suspended' ? new HostError('tool-suspended', { server: server.name, tool }).problem : null;
    });
  const stopReviewing = config.onChange(() => {
    reviewQuestions();
    icons.keepOnly(new Set(config.current().servers.map(({ id }) => id)));
  });
  const providers = new ProviderService({ config, keys, files: modelFiles, fetch: network.fetch });
  const reviews = new ResultReviews({ queue, store: storage.results });
  const versions = new ResourceVersions(servers, new HeldVersions(undefined, storage.attached));
  const files = openFiles({ dataDir, conversations: storage.conversations, isReadOnly: storage.isReadOnly, config, refusals: asker.refusals, takeScreenshot: options.takeScreenshot, onError: report('files') });
  const projects = new ProjectService({ store: storage.projects, library: files.library, windows: { of: (model) => chats.context.windows.of(model) }, config, onFrames: () => chats.framesChanged(), onChats: () => conversations.listChanged() });
  const own = openProfiles({ storage, config, supervisor, pins, secrets: () => known.certain, frames: [projects], onChange: () => chats.framesChanged() });
  const chats = openContext({ store: storage.context, servers, frames: own.frames, conversations: storage.conversations, config, usage, watchServers: (signal) => supervisor.watch(signal) });
  const conversations = new ConversationService({ context: chats.context, store: storage.conversations, servers, jobs, versions, files: files.parts, approvals: recordingApprovals(approvals, activity, answered), reviews: recordingReviews(withholding(reviews, unattended), activity), config, registry, asker, usage, makesTitles: true, onScript: (script) => recordScript(activity, script), onModelUse: (id, problem) => providers.report(id, problem), onError: report('conversations') });

  const chatFiles = await openChatFiles(dataDir, storage, conversations, projects, report('imports'));
  const owners = new SecretOwners({ vault, config });
  const backups = await openBackups({ dataDir, version: options.version, config, certain: () => known.certain, owners, storage, restart: options.restart }, report('backups'));
  const queued = new MessageQueue({ store: storage.queue, chats: conversations, isKnown: (id) => storage.conversations.get(id) !== null, onError: report('queue') });

  const apps = new Apps({ store: storage.conversations, pages: storage.appPages, servers, approvals: recordingApprovals(approvals, activity, answered), ...(options.appSandbox === undefined ? {} : { sandbox: options.appSandbox }) });

  const doctor = new Doctor({ launch: supervisor.launch, preferred, dataDir, configPath: config.path, servers: () => doctorServers(supervisor), database: () => ({ file: join(dataDir, 'conversations.db'), isReadOnly: storage.isReadOnly }), secrets: () => secretsPlace(vault), network: () => network.view() });
  const bundleService = new BundleService({ dataDir, config, secrets: launchSecretStore, flagsOf: launchFlags, home: homedir() });
  // A folder that cannot be written keeps nobody from the servers that need none.
  await settled(bundleService.open(), report('bundles'));
  const registryMemory = new RegistryMemory(join(dataDir, 'state', 'registry.json'), report('registry'));
  const registryService = new RegistryService({ config, secrets: launchSecretStore, bundles: bundleService, memory: registryMemory, flagsOf: launchFlags, version: options.version, route: network.route, activity });
  const links = new PendingLinks();
  const receiveLink = (link: string): void => {
    const { problem } = links.receive(link);
    activity.record({ type: 'install-link-received', isUsable: problem === null });
  };
  const inbox = new LinkInbox({
    dataDir,
    onLink: (link) => {
      receiveLink(link);
      options.onAttention?.();
    },
    onError: report('links'),
  });
  const bundleReach = (id: ServerId) => bundleService.reachOf(id);
  const viewOf = (id: ServerId) => toServerView(supervisor.get(id), launchFlags);

  const mask = (texts: readonly string[]) => maskTexts(texts, { known, redactor: new Redactor(known) });
  const handlers: HostHandlers = {
    ...serversRoutes({ secrets: launchSecretStore, inputs: launchInputs, config, supervisor, service: servers, flagsOf: launchFlags, bundleReach, parsePaste: (text) => parsePaste(text, config.current().servers) }),
    ...launchInputRoutes({ inputs: launchInputs }),
    ...launchSecretRoutes({ config, secrets: launchSecretStore, place: () => vault.view(), viewOf, supervisor }),
    ...networkRoutes({ network, config }),
    ...pathRoutes({ choosePath: options.choosePath }),
    ...packageRoutes({ find: findPackage, config, viewOf }),
    ...registryRoutes({ service: registryService, viewOf }),
    ...bundleRoutes({ service: bundleService, viewOf }),
    ...installLinkRoutes({ links, config, flagsOf: launchFlags, viewOf, keepSecrets: (id, kept) => launchSecretStore.set(id, kept) }),
    ...careRoutes({ config, supervisor, flagsOf: launchFlags, bundleReach }),
    ...configurationRoutes({ config, mask }),
    ...otherAppsRoutes({ config, bundlesFolder: join(dataDir, 'bundles'), around: surroundings(), mask, secretOf: async (id, name) => (await launchSecretStore.get(id, name)) ?? undefined, keepSecrets: (id, kept) => launchSecretStore.set(id, kept) }),
    ...chats.routes(conversations),
    ...conversationsRoutes({ service: conversations, queue: queued, profiles: own.profiles }),
    ...own.routes(conversations, chats.context),
    ...runRoutes({ conversations, store: storage.conversations, context: storage.context, profiles: own.profiles, templates: own.templates, config, unattended }),
    ...files.routes,
    ...projectRoutes(projects, conversations),
    ...chatFilterRoutes(storage.conversations),
    ...usageRoutes({ usage }),
    ...chatFiles.routes,
    ...backups.routes,
    ...iconRoutes({ icons, supervisor }),
    ...imageRoutes({ route: network.route, activity }),
    ...libraryRoutes({ library: new Library(() => currentOffers(supervisor, pins)), supervisor, service: servers }),
    ...resourceRoutes({ versions, conversations: storage.conversations }),
    ...appsRoutes({ apps }),
    ...pinRoutes({ pins, servers, kind: () => kindInUse(config.current()) }),
    ...outsideCallRoutes({ servers, rules: storage.rules, activity, isMuted: (id) => mutes.isMuted(id, null), traitsOf: (id) => permissions.traitsOf(id), wake: (id, signal) => servers.wake(id, signal) }),
    ...interactionRoutes({ queue, asks }),
    ...jobRoutes({ jobs, store: storage.conversations, chats: conversations, queue: queued }),
    ...permissionRoutes({ permissions, activity }),
    ...resultRoutes({ store: storage.results, choices: reviewChoices, activity, pass: (id, callId) => recordPassed(activity, id, conversations.passResult(id, callId)) }),
    ...markRoutes(mark),
    ...muteRoutes({ mutes, servers, conversations: storage.conversations }),
    ...askRoutes({ config, supervisor, asks, flagsOf: launchFlags }),
    ...samplingRoutes({ config, supervisor, store: storage.samplings, flagsOf: launchFlags }),
    ...providersRoutes({ service: providers }),
    ...modelFactsRoutes({ config, windows: chats.context.windows }),
    ...modelFilesRoutes({ files: modelFiles, service: providers }),
    ...fitRoutes({ servers, refusalsOf: (name) => asker.refusals.sentences(name) }),
    ...localModelsRoutes({ services: new LocalServices(providers, portsFrom(process.env['PORTOLAN_LOCAL_PORTS'])) }),
    ...doctorRoutes({ doctor, preferred, searchPath }),
    ...appRoutes({ config, notices, dataDir, shell: options.shell, version: options.version, openLink }),
    ...secretsRoutes({ vault, owners }),
    ...signInRoutes({ signIns, servers: signInServers, serverName: (id) => servers.serverName(id) }),
    ...traceRoutes({ store: traces, redactor: new Redactor(known), learnSecrets: () => learnKeys(config, keys), serverName: (id) => servers.serverName(id), version: options.version }),
    ...activityRoutes({ log: activity }),
  };

  const closing = new AbortController();
  if (options.onWaiting !== undefined) {
    const { onWaiting } = options;
    void tellWaiting(queue, (waiting) => onWaiting({ ...waiting, notifies: config.current().settings.notifications !== 'off' }), closing.signal).catch(report('notifications'));
  }

  // What a server asked goes with it; a read-only file keeps what it has.
  if (!storage.isReadOnly) storage.samplings.keepOnly(config.current().servers.map(({ id }) => id));

  void jobs.start().catch(report('jobs'));
  // Windows can be served at once: starting servers is never waited for (try-out 35).
  void supervisor.start().catch(report('servers'));

  let closed: Promise<void> | null = null;
  const close = async () => {
    // Answers first: they hold calls, and a call that is cancelled in order is not "outcome unknown".
    queued[Symbol.dispose]();
    await settled(conversations[Symbol.asyncDispose](), report('conversations'));
    jobs[Symbol.dispose]();
    await settled(modelFiles[Symbol.asyncDispose](), report('model files'));
    queue.close();
    closing.abort();
    for (const part of [chats, own, projects, mutes, reviewChoices]) part[Symbol.dispose]();
    mark.close();
    inbox[Symbol.dispose]();
    await settled(chatFiles.close(), report('imports'));
    await settled(backups.close(), report('backups'));
    await settled(bundleService.close(), report('bundles'));
    await settled(files.close(), report('files'));
    await settled(registryMemory.close(), report('registry'));
    stopLearning();
    stopRecording();
    stopReviewing();
    stopPermitting();
    providers[Symbol.dispose]();
    await settled(supervisor.close(), report('servers'));
    await settled(signIns[Symbol.asyncDispose](), report('sign-in'));
    await settled(network[Symbol.asyncDispose](), report('network'));
    await settled(schemas.close(), report('schemas'));
    await settled(config.close(), report('configuration'));
    activity.record({ type: 'host-stopped' }, { by: 'host' });
    activity[Symbol.dispose]();
    await settled(storage.close(), report('storage'));
  };

  return {
    handlers: actingHandlers(notingAnswers(handlers, answered), options.shell === 'cli'),
    resumed: () => supervisor.resumed(),
    killServers: () => {
      supervisor.killNow();
      modelFiles.killNow();
    },
    installLink: receiveLink,
    // Whoever asks again waits for the first.
    close: () => (closed ??= close()),
  };
}
