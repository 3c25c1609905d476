/** One app while it is shown: its stream from the host, its frame, and the bridge between the two (P23). */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { CallToolResultSchema, ListResourcesResultSchema, ReadResourceResultSchema } from '@modelcontextprotocol/core';
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { McpUiHostCapabilities, McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { AppEvent } from '@portolan/contract/apps';
import type { ToolCallView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { CallId, ConversationId } from '@portolan/contract/ids';
import { toCallToolResult } from '@portolan/contract/wire-result';
import type { Link } from '../../host/link.ts';
import { teardownMs } from '../../lib/live-apps.ts';
import { JsonObject } from '@portolan/contract/json';
import { heightFor } from './app-look.ts';
import type { DisplayMode } from './app-look.ts';
import { FrameTransport } from './frame-transport.ts';

type Ready = Extract<AppEvent, { type: 'ready' }>;
export interface AppCall {
  callId: CallId;
  tool: string;
  state: Extract<AppEvent, { type: 'call' }>['state'];
}

export interface AppState {
  /** `silent`: its page is there but says nothing. `left`: it went to another page. `flooded`: it sent more than can be read. */
  at: 'reading' | 'starting' | 'running' | 'silent' | 'left' | 'flooded' | 'failed' | 'ended';
  ready: Ready | null;
  problem: Problem | null;
  /** As high as it wants to be, within bounds. */
  height: number | null;
  /** What it asked for, newest last; the oldest are forgotten. */
  calls: readonly AppCall[];
  /** What it would have the person say. */
  suggestion: string | null;
  /** What it would have the model know, until the next message. */
  context: string | null;
  /** Messages of it were left out. */
  isLimited: boolean;
}

export interface SessionDeps {
  link: Link;
  call: ToolCallView;
  conversationId: ConversationId;
  version: string;
  look: McpUiHostContext;
  /** Asks the person about a link; false when there is nothing to ask about. */
  openLink: (url: string) => boolean;
  /** The app would like another size; says which it gets. */
  onMode: (mode: DisplayMode) => DisplayMode;
  onContext: (text: string | null) => void;
  onClose: () => void;
}

/** Without a word from the app until then, it is said that it is silent; it may still come. */
const silentMs = 20_000;
const mostCalls = 50;
const longestSuggestion = 10_000;
const longestContext = 50_000;
const longestLog = 4000;

const initial: AppState = { at: 'reading', ready: null, problem: null, height: null, calls: [], suggestion: null, context: null, isLimited: false };

export class AppSession {
  readonly #deps: SessionDeps;
  readonly #listeners = new Set<() => void>();
  #state = initial;
  #bridge: AppBridge | null = null;
  #call: ToolCallView;
  #look: McpUiHostContext;
  #isInitialized = false;
  #told: 'nothing' | 'input' | 'outcome' = 'nothing';
  #stop: () => void = () => undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #ending: Promise<void> | null = null;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#call = deps.call;
    this.#look = deps.look;
  }

  get state(): AppState {
    return this.#state;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks the host for the app. */
  open(): void {
    const { link, call, conversationId } = this.#deps;
    this.#stop = link.runOnce(
      'apps/open',
      { conversationId, callId: call.callId },
      (event) => {
        if (event.type === 'ready') this.#set({ at: 'starting', ready: event });
        else this.#set({ calls: noted(this.#state.calls, event) });
      },
      (error) => {
        if (this.#ending !== null) return;
        if (this.#state.ready === null) this.#set({ at: 'failed', problem: (error ?? new HostError('app-gone', { server: call.serverName })).problem });
        // The host has gone or let go of it: what is on the screen can be looked at, and does nothing any more.
        else this.#set({ at: 'ended', problem: error?.problem ?? null });
      },
    );
  }

  /** The frame is in the document, its page not loaded yet. */
  attach(frame: HTMLIFrameElement): void {
    const { ready } = this.#state;
    if (ready === null || this.#bridge !== null) return;
    const transport = new FrameTransport(frame, originOf(ready.address), {
      onReady: () => void bridge.sendSandboxResourceReady({ html: ready.html }),
      onLeft: () => this.#set({ at: 'left' }),
      onLimited: () => this.#set({ isLimited: true }),
      onFlood: () => this.#set({ at: 'flooded' }),
    });
    const bridge = this.#makeBridge(ready);
    this.#bridge = bridge;
    void bridge.connect(transport).catch(() => this.#set({ at: 'failed', problem: new HostError('app-unusable', { server: this.#call.serverName, reason: 'bridge' }).problem }));
    this.#silence = setTimeout(() => {
      if (this.#state.at === 'starting') this.#set({ at: 'silent' });
    }, silentMs);
  }

  /** Whatever changed of the call: its result may have come. */
  update(call: ToolCallView): void {
    this.#call = call;
    this.#tell();
  }

  look(look: McpUiHostContext): void {
    this.#look = look;
    this.#bridge?.setHostContext({ ...look, ...this.#toolInfo() });
  }

  /** The server offers something else than before: the app may ask anew. */
  listsChanged(): void {
    const bridge = this.#bridge;
    if (bridge === null || !this.#isInitialized || this.#ending !== null) return;
    void bridge.sendToolListChanged();
    void bridge.sendResourceListChanged();
  }

  /** The person was told that its page is another one. */
  knowPage(): void {
    const { ready } = this.#state;
    if (ready === null) return;
    const { isPageChanged: _known, ...rest } = ready;
    this.#set({ ready: rest });
    this.#deps.link.request('apps/knowPage', { instance: ready.instance }).catch(() => undefined);
  }

  clearSuggestion(): void {
    this.#set({ suggestion: null });
  }

  clearContext(): void {
    this.#set({ context: null });
    this.#deps.onContext(null);
  }

  /** Lets the app know and waits for it a little; then everything of it is over. */
  end(): Promise<void> {
    this.#ending ??= (async () => {
      clearTimeout(this.#silence);
      const bridge = this.#bridge;
      if (bridge !== null && this.#isInitialized) {
        // One that does not answer in time is not asked again.
        await Promise.race([bridge.teardownResource({}, { timeout: teardownMs }).catch(() => undefined), new Promise((resolve) => setTimeout(resolve, teardownMs))]);
      }
      this.#stop();
      await bridge?.close();
      this.#set({ at: 'ended' });
    })();
    return this.#ending;
  }

  #makeBridge(ready: Ready): AppBridge {
    const capabilities: McpUiHostCapabilities = {
      openLinks: {},
      serverTools: { listChanged: true },
      serverResources: { listChanged: true },
      logging: {},
      message: { text: {} },
      updateModelContext: { text: {}, structuredContent: {} },
      sandbox: { csp: { connectDomains: ready.reach.connect, resourceDomains: ready.reach.resource, frameDomains: ready.reach.frame, baseUriDomains: ready.reach.baseUri }, permissions: {} },
    };
    const bridge = new AppBridge(null, { name: 'Portolan', version: this.#deps.version }, capabilities, { hostContext: { ...this.#look, ...this.#toolInfo() } });
    const { link } = this.#deps;
    const { instance } = ready;
    bridge.addEventListener('initialized', () => {
      clearTimeout(this.#silence);
      this.#isInitialized = true;
      this.#set({ at: 'running' });
      this.#tell();
    });
    bridge.addEventListener('sizechange', ({ height }) => {
      const next = heightFor(height, innerHeight);
      if (next !== null && next !== this.#state.height) this.#set({ height: next });
    });
    bridge.addEventListener('requestteardown', () => this.#deps.onClose());
    bridge.addEventListener('loggingmessage', ({ level, data }) => {
      const text = (typeof data === 'string' ? data : JSON.stringify(data)).slice(0, longestLog);
      link.request('apps/log', { instance, level, text }).catch(() => undefined);
    });
    bridge.oncalltool = async ({ name, arguments: args = {} }, { mcpReq: { signal } }): Promise<CallToolResult> => {
      const { result } = await told(link.request('apps/call', { instance, name, arguments: JsonObject.parse(args) }, { signal }));
      return CallToolResultSchema.parse(result);
    };
    bridge.onreadresource = async ({ uri }, { mcpReq: { signal } }) => ReadResourceResultSchema.parse((await told(link.request('apps/readResource', { instance, uri }, { signal }))).result);
    bridge.onlistresources = async (_params, { mcpReq: { signal } }) => ListResourcesResultSchema.parse((await told(link.request('apps/listResources', { instance }, { signal }))).result);
    bridge.onopenlink = ({ url }) => Promise.resolve(this.#deps.openLink(url) ? {} : { isError: true });
    bridge.onrequestdisplaymode = ({ mode }) => Promise.resolve({ mode: this.#deps.onMode(mode) });
    // The bridge's own property: what is answered comes back by it.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    bridge.onmessage = ({ content }) => {
      const text = textOf(content).slice(0, longestSuggestion);
      if (text.trim() === '') return Promise.resolve({ isError: true });
      this.#set({ suggestion: text });
      return Promise.resolve({});
    };
    bridge.onupdatemodelcontext = ({ content, structuredContent }) => {
      const parts = [textOf(content ?? []), structuredContent === undefined ? '' : JSON.stringify(structuredContent, null, 2)];
      const text = parts.filter((part) => part.trim() !== '').join('\n').slice(0, longestContext);
      this.#set({ context: text === '' ? null : text });
      this.#deps.onContext(text === '' ? null : text);
      return Promise.resolve({});
    };
    return bridge;
  }

  #toolInfo(): Pick<McpUiHostContext, 'toolInfo'> {
    const { ready } = this.#state;
    // As the server defines it; an app that cannot read it does without.
    return ready === null ? {} : { toolInfo: { id: this.#call.callId, tool: ready.tool as NonNullable<McpUiHostContext['toolInfo']>['tool'] } };
  }

  /** First what the tool was called with, then what came of it, each once. */
  #tell(): void {
    const bridge = this.#bridge;
    if (bridge === null || !this.#isInitialized || this.#ending !== null) return;
    if (this.#told === 'nothing') {
      this.#told = 'input';
      void bridge.sendToolInput({ arguments: this.#call.arguments });
    }
    if (this.#told !== 'input') return;
    const { result, state } = this.#call;
    if (result !== null) {
      this.#told = 'outcome';
      const parsed = CallToolResultSchema.safeParse(toCallToolResult(result));
      if (parsed.success) void bridge.sendToolResult(parsed.data);
      else void bridge.sendToolCancelled({ reason: 'the result cannot be shown' });
    } else if (state !== 'running' && state !== 'waiting' && this.#call.review?.state !== 'waiting') {
      this.#told = 'outcome';
      void bridge.sendToolCancelled({ reason: state });
    }
  }

  #set(change: Partial<AppState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function noted(calls: readonly AppCall[], { callId, tool, state }: AppCall): AppCall[] {
  const known = calls.some((each) => each.callId === callId);
  const next = known ? calls.map((each) => (each.callId === callId ? { callId, tool, state } : each)) : [...calls, { callId, tool, state }];
  return next.slice(-mostCalls);
}

/** The failure in words that are fit for a page of a server: the code, and nothing of ours. */
async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new Error(error instanceof HostError ? error.problem.code : 'internal', { cause: error });
  }
}

function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** Node and older Chromium say "null" for schemes of our own: the origin is what stands before the path. */
function originOf(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]+/i.exec(address)?.[0] ?? 'null';
}
