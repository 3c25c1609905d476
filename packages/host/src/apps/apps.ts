/**
 * The apps that windows show (P23). Each showing is one instance, with an address, a policy and an end; what its page asks for
 * is asked in the name of its server, its chat and its call, and of nothing else (I12–I14).
 */
import { createHash } from 'node:crypto';
import type { AppEvent, AppInstanceId, AppReach } from '@portolan/contract/apps';
import type { CallContext, InputOf } from '@portolan/contract/contract';
import type { ToolCallView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { JsonObject } from '@portolan/contract/json';
import { toResourceContents } from '@portolan/contract/wire-result';
import type { ConversationStore } from '../ports.ts';
import type { AppPageStore } from '../storage/app-page-store.ts';
import { runAppCall } from './app-call.ts';
import type { AppCallDeps } from './app-call.ts';
import { AppInstance } from './app-instance.ts';
import type { AppPlace } from './app-instance.ts';
import { pageOf } from './app-page.ts';
import { appPolicy, grantReach } from './app-policy.ts';
import type { AppSandbox } from './app-servers.ts';
import { readResourceUi } from './ui-meta.ts';

export interface AppsOptions extends AppCallDeps {
  store: AppCallDeps['store'] & Pick<ConversationStore, 'messages'>;
  /** Which page of each app the person knows. */
  pages: AppPageStore;
  /** Absent where no window is. */
  sandbox?: AppSandbox;
}

const readWithinMs = 30_000;
/** In all windows together. */
const mostInstances = 60;
/** A page is one string in one message: as JSON it has to fit. */
const longestPage = 12_000_000;
const mostListed = 1000;

export class Apps {
  readonly #options: AppsOptions;
  readonly #open = new Map<AppInstanceId, AppInstance>();

  constructor(options: AppsOptions) {
    this.#options = options;
  }

  /** Ends when `signal` does, and with it the instance. @throws {HostError} see `apps/open` */
  async *open({ conversationId, callId }: InputOf<'apps/open'>, { connection, signal }: CallContext): AsyncGenerator<AppEvent> {
    const { sandbox, servers } = this.#options;
    const { call, place } = this.#placeOf(conversationId, callId);
    const about = { server: place.serverName, uri: call.app?.resourceUri ?? '' };
    if (sandbox === undefined || call.app === undefined) throw new HostError('app-unusable', { ...about, reason: 'none' });
    if (this.#open.size >= mostInstances) throw new HostError('too-many-requests', { limit: mostInstances });
    const tool = servers.tool(place.serverId, call.tool);
    if (tool?.view.pin?.state === 'suspended') throw new HostError('tool-suspended', { server: place.serverName, tool: call.tool });
    if (tool?.view.isEnabled === false) throw new HostError('tool-unknown', { server: place.serverName, tool: call.tool });
    const contents = await servers.readContents(place.serverId, call.app.resourceUri, AbortSignal.any([signal, AbortSignal.timeout(readWithinMs)]));
    const { html, meta } = pageOf(contents, about);
    if (JSON.stringify(html).length > longestPage) throw new HostError('app-unusable', { ...about, reason: 'too-large' });
    const ui = readResourceUi(meta, meta?.['ui'] === undefined ? await this.#listedMeta(place, call.app.resourceUri, signal) : undefined);
    const reach = grantReach(ui, { isContained: servers.isContained(place.serverId) });
    if (signal.aborted) return;

    const pageHash = hashOfPage(html, reach);
    const known = this.#options.pages.last(place.serverId, call.app.resourceUri);
    // The first one is the one they know; another is said until they say that they know.
    if (known === null) this.#options.pages.know(place.serverId, call.app.resourceUri, pageHash);
    using instance = new AppInstance(place, connection, { uri: call.app.resourceUri, hash: pageHash });
    this.#open.set(instance.id, instance);
    sandbox.serve(instance.id, appPolicy(reach));
    try {
      yield* instance.events.subscribe(signal, [
        {
          type: 'ready',
          instance: instance.id,
          address: sandbox.addressOf(instance.id),
          html,
          reach,
          ...(known === null || known === pageHash ? {} : { isPageChanged: true as const }),
          ...(ui.prefersBorder === undefined ? {} : { prefersBorder: ui.prefersBorder }),
          tool: tool?.view.raw ?? { name: call.tool, inputSchema: { type: 'object' } },
        },
      ]);
    } finally {
      this.#open.delete(instance.id);
      sandbox.end(instance.id);
    }
  }

  /** @throws {HostError} see `apps/call` */
  async call({ instance: id, name, arguments: args }: InputOf<'apps/call'>, context: CallContext): Promise<{ result: JsonObject }> {
    const instance = this.#of(id, context);
    const signal = AbortSignal.any([context.signal, instance.signal]);
    return { result: await instance.limited(() => runAppCall(this.#options, instance, name, args, signal)) };
  }

  /** @throws {HostError} */
  async readResource({ instance: id, uri }: InputOf<'apps/readResource'>, context: CallContext): Promise<{ result: JsonObject }> {
    const instance = this.#of(id, context);
    const signal = AbortSignal.any([context.signal, instance.signal, AbortSignal.timeout(readWithinMs)]);
    const contents = await instance.limited(() => this.#options.servers.readContents(instance.place.serverId, uri, signal));
    const result: JsonObject = { contents: contents.map(({ content, meta }) => toResourceContents(content, meta)) };
    if (JSON.stringify(result).length > longestPage) throw new HostError('app-unusable', { server: instance.place.serverName, reason: 'result-too-large' });
    return { result };
  }

  /** @throws {HostError} */
  async listResources({ instance: id }: InputOf<'apps/listResources'>, context: CallContext): Promise<{ result: JsonObject }> {
    const instance = this.#of(id, context);
    const listed = await instance.limited(() => this.#options.servers.listResources(instance.place.serverId, AbortSignal.any([context.signal, instance.signal])));
    const resources = listed.slice(0, mostListed).map(({ view: { uri, name, title, description, mimeType, size }, meta }): JsonObject => ({
      uri,
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(mimeType === undefined ? {} : { mimeType }),
      ...(size === undefined ? {} : { size }),
      ...(meta === undefined ? {} : { _meta: meta }),
    }));
    return { result: { resources } };
  }

  knowPage({ instance: id }: InputOf<'apps/knowPage'>, context: CallContext): void {
    const { place, page } = this.#of(id, context);
    this.#options.pages.know(place.serverId, page.uri, page.hash);
  }

  log({ instance: id, level, text }: InputOf<'apps/log'>, context: CallContext): void {
    this.#options.servers.log(this.#of(id, context).place.serverId, level, text);
  }

  #of(id: AppInstanceId, { connection }: CallContext): AppInstance {
    const instance = this.#open.get(id);
    // Another window has no business with it, even if it knew its name.
    if (instance?.connection !== connection) throw new HostError('app-gone', {});
    return instance;
  }

  #placeOf(conversationId: AppPlace['conversationId'], callId: AppPlace['callId']): { call: ToolCallView; place: AppPlace } {
    for (const message of this.#options.store.messages(conversationId)) {
      const call = message.parts.find((part): part is ToolCallView => part.type === 'tool-call' && part.callId === callId);
      if (call === undefined) continue;
      const { serverId } = call;
      if (serverId === null) break;
      return { call, place: { conversationId, messageId: message.id, callId, serverId, serverName: this.#options.servers.serverName(serverId) ?? call.serverName } };
    }
    throw new HostError('app-unusable', { reason: 'none' });
  }

  /** Servers may say in the list of resources what their page may reach. */
  async #listedMeta({ serverId }: AppPlace, uri: string, signal: AbortSignal): Promise<JsonObject | undefined> {
    try {
      const listed = await this.#options.servers.listResources(serverId, AbortSignal.any([signal, AbortSignal.timeout(readWithinMs)]));
      return listed.find(({ view }) => view.uri === uri)?.meta;
    } catch {
      // Then nothing is said, and nothing is granted.
      return undefined;
    }
  }
}

/** Two pages are the same when nothing of them and of what they may reach differs. */
function hashOfPage(html: string, { connect, resource, frame, baseUri }: AppReach): string {
  return createHash('sha256').update(JSON.stringify([html, connect, resource, frame, baseUri])).digest('base64url');
}
