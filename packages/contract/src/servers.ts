/** Servers: what is configured, what state each is in, what it offers. */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { ServerId } from './ids.ts';
import { HiddenValue } from './hidden-value.ts';
import { JsonObject } from './json.ts';
import { LaunchChange } from './configuration.ts';
import { RepairView } from './content.ts';
import { ServerAsks } from './server-asks-view.ts';
import { SandboxChoice, SandboxOffer, SandboxRefusal } from './sandbox.ts';
import { PinCounts, ToolPin } from './tool-pin.ts';

const short = z.string().check(z.maxLength(512));
const name = z.string().check(z.minLength(1), z.maxLength(128));

/**
 * How a server is started or reached. Values of `env` and `headers` may hold secrets: towards a window those that may are
 * masked (`value: null`, with `hidden`); all others are shown. From a window `null` keeps what stands.
 */
export const NamedValue = z.object({
  name: short,
  value: z.nullable(z.string().check(z.maxLength(32_768))),
  /** From a window: the value belongs into the secret store; the configuration gets `${secret:NAME}`. */
  isSecret: z.optional(z.boolean()),
  /** Towards a window, of a masked value. */
  hidden: z.optional(HiddenValue),
});
export type { HiddenValue };
export type NamedValue = z.infer<typeof NamedValue>;

export const LaunchView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    command: z.string().check(z.minLength(1), z.maxLength(4096)),
    args: z.array(z.string().check(z.maxLength(32_768))).check(z.maxLength(1000)),
    env: z.array(NamedValue).check(z.maxLength(500)),
    cwd: z.optional(z.string().check(z.maxLength(4096))),
  }),
  z.object({
    kind: z.literal('http'),
    url: z.string().check(z.minLength(1), z.maxLength(4096)),
    headers: z.array(NamedValue).check(z.maxLength(100)),
    transport: z.enum(['auto', 'streamable-http', 'sse']),
  }),
]);
export type LaunchView = z.infer<typeof LaunchView>;

/** What deserves a second look before a launch is allowed. Texts are in the catalogues. */
export const LaunchFlag = z.object({
  kind: z.enum(['inline-code', 'shell', 'dangerous-env', 'privileged', 'unpinned-package', 'plain-http', 'hidden-characters', 'whole-command-line', 'remote-code', 'sensitive-path']),
  /** The argument, variable or header concerned. */
  subject: z.string(),
});
export type LaunchFlag = z.infer<typeof LaunchFlag>;

/**
 * A question that a launch asks before it can start: `${input:id}` in any of its texts stands for the answer (S08).
 * A default is what the question is filled in with; nothing is ever answered without the person.
 */
export const ServerInput = z.object({
  id: z.string().check(z.regex(/^[A-Za-z_][\w.-]{0,127}$/)),
  description: z.string().check(z.maxLength(2000)),
  isSecret: z.boolean(),
  default: z.optional(z.string().check(z.maxLength(32_768))),
  /** The only answers there are. */
  options: z.optional(z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(200))),
});
export type ServerInput = z.infer<typeof ServerInput>;

const inputs = z.array(ServerInput).check(z.maxLength(100));

/** `failed` waits for the person; `backoff` tries again at `retryAt`. */
export const ServerState = z.enum(['stopped', 'starting', 'ready', 'degraded', 'backoff', 'failed', 'stopping']);
export type ServerState = z.infer<typeof ServerState>;

/** When a server is started: with the app, when something of it is used for the first time, or only by the person. */
export const Startup = z.enum(['launch', 'first-use', 'manual']);
export type Startup = z.infer<typeof Startup>;

/** How much patience and room a server gets. What is left out is as in `defaultLimits`. */
export const ServerLimits = z.object({
  /** Silence after which a start is given up. Unset, a first start gets ten times as long: it may have to download. */
  connectSeconds: z.optional(z.number()),
  /** Silence after which a call is given up; progress counts as a sign of life. */
  callSeconds: z.optional(z.number()),
  /** However much progress there is. */
  callTotalSeconds: z.optional(z.number()),
  /** By the name of a tool: seconds after which a call of it is given up, in place of both of the above. */
  toolSeconds: z.optional(z.record(z.string(), z.number())),
  /** Further calls wait their turn. */
  callsAtOnce: z.optional(z.number()),
  /** Lines of its log that are kept. */
  logLines: z.optional(z.number()),
  /** Whether it is started again by itself after a crash. */
  restarts: z.optional(z.boolean()),
});
export type ServerLimits = z.infer<typeof ServerLimits>;

/** Every limit with a value. */
export type CompleteLimits = { [K in keyof ServerLimits]-?: NonNullable<ServerLimits[K]> };

export const defaultLimits: CompleteLimits = { connectSeconds: 30, callSeconds: 300, callTotalSeconds: 600, toolSeconds: {}, callsAtOnce: 32, logLines: 20_000, restarts: true };

export const ServerView = z.object({
  id: ServerId,
  /** The key in the configuration; shown everywhere, chosen by the person. */
  name: z.string(),
  isEnabled: z.boolean(),
  /** False until the person has seen and allowed exactly this launch (H07). A changed launch turns it false again. */
  isReviewed: z.boolean(),
  launch: LaunchView,
  /** Changes with every byte of launch identity; handed back by `servers/review` so that what was read is what is allowed. */
  launchHash: z.string(),
  /** What it may reach (S18); part of the launch identity. Absent: nobody has decided, and it runs with the person's rights. */
  sandbox: z.optional(SandboxChoice),
  /** What its container kept from it since the last start. */
  refusals: z.optional(z.array(SandboxRefusal)),
  flags: z.array(LaunchFlag),
  /** What holds a value in the open that is likely a secret: variables, headers, options, parameters. Absent: nothing. */
  openSecrets: z.optional(z.array(z.string())),
  /** What the launch asks for before it can start. */
  inputs,
  state: ServerState,
  problem: z.nullable(Problem),
  /** Milliseconds since the epoch of the entry into the current state. */
  since: z.number(),
  retryAt: z.nullable(z.number()),
  crashes: z.number(),
  pid: z.nullable(z.number()),
  startup: Startup,
  limits: ServerLimits,
  /** What it may ask of the person. */
  asks: ServerAsks,
  /** While it starts: whether that takes long, what it said last on stderr, and until when it is waited for unless it says more. */
  start: z.nullable(z.object({ isSlow: z.boolean(), isFirst: z.boolean(), lastLine: z.nullable(z.string()), limitAt: z.number() })),
  /** Where counts and lists come from: the connection, what was kept of the last one (`at`), or nowhere yet. */
  lists: z.object({
    source: z.enum(['live', 'remembered', 'none']),
    at: z.nullable(z.number()),
    /** Using something listed works now; a server that does not run is started for it, or awaited. */
    isUsable: z.boolean(),
  }),
  /** Round trip of the last sign of life, in milliseconds. */
  latencyMs: z.nullable(z.number()),
  transport: z.nullable(z.enum(['stdio', 'streamable-http', 'sse'])),
  era: z.nullable(z.enum(['legacy', 'modern'])),
  protocolVersion: z.nullable(z.string()),
  /** What the server says of itself: for display only (H14). */
  info: z.nullable(
    z.object({ name: z.string(), version: z.string(), title: z.optional(z.string()), description: z.optional(z.string()), websiteUrl: z.optional(z.string()), hasIcon: z.optional(z.literal(true)) }),
  ),
  instructions: z.nullable(z.string()),
  capabilities: z.array(z.string()),
  counts: z.object({ tools: z.number(), resources: z.number(), resourceTemplates: z.number(), prompts: z.number(), refused: z.number() }),
  /** Grows whenever any list changed; a window fetches lists again when it differs. */
  generation: z.number(),
  /** What differs from what was pinned; absent while nothing does. */
  pins: z.optional(PinCounts),
  /** Tolerated oddities, one per kind. */
  warnings: z.array(z.object({ kind: z.string(), message: z.string(), sample: z.optional(z.string()), count: z.number() })),
});
export type ServerView = z.infer<typeof ServerView>;

export const RefusedView = z.object({ label: z.string(), reason: z.string() });
export type RefusedView = z.infer<typeof RefusedView>;

export const ToolView = z.object({
  name: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  inputSchema: JsonObject,
  outputSchema: z.optional(JsonObject),
  annotations: z.optional(
    z.object({
      title: z.optional(z.string()),
      readOnlyHint: z.optional(z.boolean()),
      destructiveHint: z.optional(z.boolean()),
      idempotentHint: z.optional(z.boolean()),
      openWorldHint: z.optional(z.boolean()),
    }),
  ),
  isEnabled: z.boolean(),
  /** Its app (P23), and who may call it; absent where it says neither. */
  ui: z.optional(z.object({ resourceUri: z.optional(z.string()), visibility: z.array(z.enum(['model', 'app'])) })),
  /** Another tool or server that this one's name, or its server's, can be taken for; set where a decision is made about it. */
  looksLike: z.optional(z.string()),
  /** How it stands to what was pinned; absent where nothing is (H03). */
  pin: z.optional(ToolPin),
  /** There is an icon to ask for (`icons/get`). */
  hasIcon: z.optional(z.literal(true)),
  repairs: z.array(RepairView),
  /** How it is sent to models, and what had to be changed for them; `excluded` says why it is left out. */
  model: z.object({
    name: z.string(),
    changes: z.array(z.string()),
    excluded: z.optional(z.string()),
    /** Kinds of providers whose models are told less than the server says, and kinds that are not given it (`tools/fit` says more). */
    lossy: z.optional(z.array(z.string())),
    leftOut: z.optional(z.array(z.string())),
  }),
  /** The definition exactly as the server sent it. */
  raw: JsonObject,
});
export type ToolView = z.infer<typeof ToolView>;

const resourceBase = {
  name: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  mimeType: z.optional(z.string()),
  /** False: offered neither to models nor in pickers. It can still be read by hand. */
  isEnabled: z.boolean(),
  annotations: z.optional(
    z.object({ audience: z.optional(z.array(z.enum(['user', 'assistant']))), priority: z.optional(z.number()), lastModified: z.optional(z.string()) }),
  ),
  /** There is an icon to ask for (`icons/get`). */
  hasIcon: z.optional(z.literal(true)),
  repairs: z.array(RepairView),
};
export const ResourceView = z.object({ uri: z.string(), size: z.optional(z.number()), ...resourceBase });
export type ResourceView = z.infer<typeof ResourceView>;
export const ResourceTemplateView = z.object({ uriTemplate: z.string(), ...resourceBase });
export type ResourceTemplateView = z.infer<typeof ResourceTemplateView>;

export const PromptView = z.object({
  name: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  isEnabled: z.boolean(),
  arguments: z.array(z.object({ name: z.string(), title: z.optional(z.string()), description: z.optional(z.string()), required: z.optional(z.boolean()) })),
  /** There is an icon to ask for (`icons/get`). */
  hasIcon: z.optional(z.literal(true)),
  repairs: z.array(RepairView),
});
export type PromptView = z.infer<typeof PromptView>;

/** What can happen to a server, as its log tells it. Texts are in the catalogues, filled in from the details named here. */
export const lifecycleCodes = [
  'starting',
  // what a contained server needs, before its network is cut
  'downloading',
  // pid
  'process-started',
  // exitCode
  'process-exited',
  // signal
  'process-killed',
  // pid
  'group-gone',
  'group-stuck',
  // transport, protocol
  'ready',
  // seconds
  'slow-start',
  // problem: an error code
  'ended',
  // milliseconds
  'retry',
  'stopped',
  'woke',
  // what, problem, message
  'ailing',
  'recovered',
  // count
  'lines-left-out',
  // message
  'remark',
  // mode, outcome: accept, decline, cancel
  'elicitation',
  // outcome: accept, deny
  'sampling',
  'asks-stopped',
] as const;

export const LifecycleNote = z.object({ code: z.enum(lifecycleCodes), details: z.record(z.string(), z.union([z.string(), z.number()])) });
export type LifecycleNote = z.infer<typeof LifecycleNote>;

/** One line of a server's log. stderr is a log, not an error (H78, try-out 9). */
export const LogLine = z.object({
  seq: z.number(),
  at: z.number(),
  source: z.enum(['stderr', 'message', 'lifecycle', 'junk']),
  level: z.optional(z.enum(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'])),
  logger: z.optional(z.string()),
  /** Of a line of source `lifecycle`; its `text` is the same in English words for machines. */
  note: z.optional(LifecycleNote),
  text: z.string(),
});
export type LogLine = z.infer<typeof LogLine>;

/** One entry found in pasted text, as it would be added. */
export const PasteCandidate = z.object({
  name: z.string(),
  launch: LaunchView,
  flags: z.array(LaunchFlag),
  /** `${VAR}` names found that are not set now. */
  unsetVariables: z.array(z.string()),
  /** `${input:id}` questions the entry asks, with the text shown to the person. */
  inputs,
  /** What stands in the configuration under this name already. */
  existing: z.nullable(z.object({ id: ServerId, isSame: z.boolean(), differences: z.array(z.string()) })),
  /** A configured server that this name can be taken for. */
  looksLike: z.optional(z.string()),
  /** What taking the place of that entry changes in it. */
  changes: z.array(LaunchChange),
  /** What holds a value in the open that is likely a secret: variables, headers, options, parameters. */
  openSecrets: z.array(z.string()),
  /** What of the entry was not understood; kept in the file as it came. */
  notes: z.array(z.string()),
});
export type PasteCandidate = z.infer<typeof PasteCandidate>;

const none = z.object({});
const serverId = z.object({ serverId: ServerId });

export const servers = {
  'servers/watch': stream(
    none,
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('snapshot'), servers: z.array(ServerView) }),
      z.object({ type: z.literal('changed'), server: ServerView }),
      z.object({ type: z.literal('removed'), serverId: ServerId }),
    ]),
  ),
  /** Reads any client's snippet, a command line or a URL. Changes nothing. Fails with `paste-not-understood` and a line. */
  'servers/parse': request(
    z.object({ text: z.string().check(z.maxLength(1_000_000)) }),
    z.object({ format: z.string(), candidates: z.array(PasteCandidate) }),
  ),
  /**
   * Adds a server, not reviewed and not started. `replace` names the entry it takes the place of. `keepSecrets`: values in the
   * open that are likely secrets go into the secret store.
   */
  'servers/add': request(z.object({ name, launch: LaunchView, replace: z.optional(ServerId), inputs: z.optional(inputs), keepSecrets: z.optional(z.boolean()) }), ServerView),
  'servers/update': request(z.object({ serverId: ServerId, name: z.optional(name), launch: z.optional(LaunchView) }), ServerView),
  /**
   * The person has read this launch and allows it, with what it may reach when that was decided in the same breath. Fails with
   * `server-changed` when the hash is not the current one.
   */
  'servers/review': request(z.object({ serverId: ServerId, launchHash: z.string(), start: z.boolean(), sandbox: z.optional(SandboxChoice) }), ServerView),
  /**
   * One masked variable or header as the configuration holds it, for the person who asked for just this one. What is in the
   * secret store stays there: of it the name comes. Fails with `server-changed` when the hash is not the current one.
   */
  'servers/value': request(z.object({ serverId: ServerId, launchHash: z.string(), name: short }), z.object({ value: z.string() })),
  /** What containment this computer has, and what would suit this server. */
  'servers/sandboxOffer': request(serverId, SandboxOffer),
  /**
   * The person decides what a local server may reach. What was reviewed stays reviewed, for this is the person's own word; a
   * running server is started anew. Fails with `server-changed` when the hash is not the current one.
   */
  'servers/setSandbox': request(z.object({ serverId: ServerId, launchHash: z.string(), sandbox: SandboxChoice }), ServerView),
  'servers/setEnabled': request(z.object({ serverId: ServerId, isEnabled: z.boolean() }), ServerView),
  'servers/setToolEnabled': request(z.object({ serverId: ServerId, tool: z.string().check(z.maxLength(1024)), isEnabled: z.boolean() }), none),
  'servers/start': request(serverId, ServerView),
  'servers/stop': request(serverId, ServerView),
  'servers/restart': request(serverId, ServerView),
  /** Takes it out of the configuration; `undo` brings it back, reviewed or not as it was. */
  'servers/remove': request(serverId, z.object({ undo: z.string() })),
  'servers/restore': request(z.object({ undo: z.string().check(z.maxLength(128)) }), ServerView),
  'servers/tools': request(serverId, z.object({ generation: z.number(), tools: z.array(ToolView), refused: z.array(RefusedView) })),
  'servers/resources': request(
    serverId,
    z.object({ generation: z.number(), resources: z.array(ResourceView), templates: z.array(ResourceTemplateView), refused: z.array(RefusedView) }),
  ),
  'servers/prompts': request(serverId, z.object({ generation: z.number(), prompts: z.array(PromptView), refused: z.array(RefusedView) })),
  /** The lines kept so far after `after`, then each new one, coalesced. */
  'servers/watchLog': stream(z.object({ serverId: ServerId, after: z.optional(z.number()) }), z.object({ lines: z.array(LogLine), dropped: z.number() })),
} as const;
