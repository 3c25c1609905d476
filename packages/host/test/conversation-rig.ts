/** A conversation service on a real database, real decisions and a real model connection; servers are the test's unless given. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversationView, MessageView, ToolCallView } from '@portolan/contract/conversations';
import type { EventOf } from '@portolan/contract/contract';
import { ProviderId } from '@portolan/contract/ids';
import type { ConversationId } from '@portolan/contract/ids';
import type { WireKind } from '@portolan/contract/providers';
import { ChatContext } from '../src/context/chat-context.ts';
import { ModelWindows } from '../src/context/model-window.ts';
import { MessageQueue } from '../src/conversations/message-queue.ts';
import { ConversationService } from '../src/conversations/service.ts';
import type { ConversationServiceDeps } from '../src/conversations/service.ts';
import { FileLibrary } from '../src/files/file-library.ts';
import { FileParts } from '../src/files/file-parts.ts';
import { FileStore } from '../src/files/file-store.ts';
import { Approvals } from '../src/interactions/approvals.ts';
import { ResultReviews } from '../src/interactions/result-reviews.ts';
import { InteractionQueue } from '../src/interactions/interaction-queue.ts';
import { ProviderKeys } from '../src/models/keys.ts';
import { ModelRegistry } from '../src/models/registry.ts';
import type { FileModels } from '../src/models/registry.ts';
import type { AvailableTool, ConfigStore, ConversationStore, ServersPort } from '../src/ports.ts';
import { profileFrames } from '../src/profiles/profile-frame.ts';
import { Profiles } from '../src/profiles/profiles.ts';
import { ProjectService } from '../src/projects/project-service.ts';
import { ResourceVersions } from '../src/resources/resource-versions.ts';
import type { ResourceSource } from '../src/resources/resource-versions.ts';
import type { ResultStore } from '../src/storage/result-store.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import { tool } from './available-tool.ts';
import { memoryConfig, memorySecrets } from './memory-stores.ts';
import { person } from './person.ts';
import type { Person } from './person.ts';
import { simpleServers, simpleSource } from './simple-servers.ts';
import type { SimpleServers } from './simple-servers.ts';

type WatchEvent = EventOf<'conversations/watch'>;

export interface Watched {
  events: WatchEvent[];
  conversation: ConversationView;
  messages: MessageView[];
}

export interface Rig extends AsyncDisposable {
  service: ConversationService;
  queue: InteractionQueue;
  reviews: ResultReviews;
  store: ConversationStore;
  servers: SimpleServers;
  person: Person;
  config: ConfigStore;
  conversation: ConversationView;
  folder: string;
  library: FileLibrary;
  waiting: MessageQueue;
  results: ResultStore;
  context: ChatContext;
  projects: ProjectService;
  profiles: Profiles;
  /** A window that keeps applying what it is told. */
  watch(id?: ConversationId): Watched;
  /** Sends and waits for the end of the answer. */
  ask(text: string): Promise<MessageView>;
  /** Waits until the watched conversation fulfils a condition. */
  until(condition: (watched: Watched) => boolean): Promise<Watched>;
  /** What a kill leaves: nothing more is stored by the old service, and a new one starts on the same file. */
  restart(): ConversationService;
}

export const rigProvider = ProviderId.parse('p1');

export async function conversationRig(options: { kind?: WireKind; url: string; model?: string; tools?: AvailableTool[]; /** Takes the place of the test's own servers. */ realServers?: ServersPort & ResourceSource; files?: (config: ConfigStore) => FileModels; /** Until what is waited for counts as missing. */ patienceMs?: number; deps?: Partial<ConversationServiceDeps> }): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-chat-'));
  const storage = openStorage({ folder, notices: { add: () => undefined } });
  const config = memoryConfig([{ id: rigProvider, kind: options.kind ?? 'openai-compatible', name: 'Test', baseUrl: options.url, models: [] }]);
  const registry = new ModelRegistry({ config, keys: new ProviderKeys(memorySecrets()), ...(options.files === undefined ? {} : { files: options.files(config) }) });
  const servers = simpleServers(options.tools ?? [tool('calc', 'sum', { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } }), tool('calc', 'echo')]);
  const queue = new InteractionQueue();
  const approvals = new Approvals({ queue, rules: storage.rules, schemas: { check: () => Promise.resolve({ kind: 'fits' }) } });
  const reviews = new ResultReviews({ queue, store: storage.results });
  const stop = new AbortController();
  let isDead = false;
  const store = new Proxy<ConversationStore>(storage.conversations, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (isDead) throw new Error('killed');
        return Reflect.apply(value, target, args);
      };
    },
  });
  const library = new FileLibrary(new FileStore(join(folder, 'files')));
  const windows = new ModelWindows(config);
  const projects = new ProjectService({ store: storage.projects, library, windows, config });
  const surroundings = { current: () => ({ ...config.current(), servers: servers.tools.map(({ serverId, serverName }) => ({ id: serverId, name: serverName })) }), onChange: config.onChange };
  const profiles = new Profiles({ store: storage.profiles, config: surroundings, offers: () => servers.tools.map(({ serverId }) => ({ serverId, tools: [] })), clean: (text) => text });
  const context = new ChatContext({ store: storage.context, servers: options.realServers ?? servers, windows, frames: [projects, profileFrames(profiles, surroundings)], ...(options.deps?.usage ? { usage: options.deps.usage } : {}) });
  const make = (itsStore: ConversationStore) => new ConversationService({ context, store: itsStore, files: new FileParts(library), servers: options.realServers ?? servers, versions: new ResourceVersions(options.realServers ?? simpleSource(servers)), approvals, reviews, config, registry, ...options.deps });
  const services = [make(store)];
  const [service] = services;
  if (!service) throw new Error('no service');
  const waiting = new MessageQueue({ store: storage.queue, chats: service, isKnown: (id) => storage.conversations.get(id) !== null });
  const conversation = service.create({ providerId: rigProvider, model: options.model ?? 'm' });

  const watch = (id: ConversationId = conversation.id): Watched => {
    const watched: Watched = { events: [], conversation, messages: [] };
    void follow(watched, service.watch(id, stop.signal));
    return watched;
  };
  const own = watch();
  const until = async (condition: (watched: Watched) => boolean): Promise<Watched> => {
    for (const end = Date.now() + (options.patienceMs ?? 15_000); Date.now() < end; ) {
      if (condition(own)) return own;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`never so: ${JSON.stringify(own.messages.at(-1))}`);
  };
  return {
    service,
    queue,
    reviews,
    store: storage.conversations,
    results: storage.results,
    context,
    projects,
    profiles,
    servers,
    person: person(queue, stop.signal),
    config,
    conversation,
    folder,
    library,
    waiting,
    watch,
    until,
    async ask(text) {
      const sent = await service.send(conversation.id, text, [], stop.signal);
      const isAnswered = (all: MessageView[]) => all.findIndex((message) => message.id === sent) === all.length - 2 && all.at(-1)?.status !== 'streaming';
      const { messages } = await until((watched) => isAnswered(watched.messages) && !watched.conversation.isRunning);
      const last = messages.at(-1);
      if (!last) throw new Error('no answer');
      return last;
    },
    restart() {
      isDead = true;
      const next = make(storage.conversations);
      services.push(next);
      return next;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      isDead = false;
      waiting[Symbol.dispose]();
      await library.store.close();
      for (const each of services) await each[Symbol.asyncDispose]();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Applies events as a window does; what it shows must equal what is stored. */
async function follow(watched: Watched, events: AsyncIterable<WatchEvent>): Promise<void> {
  for await (const event of events) {
    watched.events.push(event);
    if (event.type === 'snapshot') {
      watched.conversation = event.conversation;
      watched.messages = structuredClone(event.messages);
    } else if (event.type === 'earlier') watched.messages.unshift(...structuredClone(event.messages));
    else if (event.type === 'conversation') watched.conversation = event.conversation;
    else if (event.type === 'message-removed') watched.messages = watched.messages.filter((message) => message.id !== event.messageId);
    else if (event.type === 'message') {
      const index = watched.messages.findIndex((message) => message.id === event.message.id);
      const versions = event.message.versions ?? watched.messages[index]?.versions;
      watched.messages[index < 0 ? watched.messages.length : index] = structuredClone({ ...event.message, ...(versions ? { versions } : {}) });
    } else {
      const message = watched.messages.find((each) => each.id === event.messageId);
      if (!message) throw new Error('an event about a message that was never told of');
      if (event.type === 'part') message.parts[event.part] = structuredClone(event.value);
      else {
        const part = message.parts[event.part];
        if (part?.type !== 'text' && part?.type !== 'reasoning') throw new Error('text for a part that holds none');
        part.text += event.text;
      }
    }
  }
}

export const callsOf = (message: MessageView | undefined): ToolCallView[] => message?.parts.filter((part) => part.type === 'tool-call') ?? [];
export const textOf = (message: MessageView | undefined): string => message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '';
