/**
 * The activity log (H09): what was decided and done, by whom, to which server and in which chat. Append-only, kept on disk,
 * bounded, and free of secrets: names of fields, tools and variables stand in it, their values never.
 */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { CallId, ConversationId, ServerId } from './ids.ts';

/** Longest name, address or model kept in an entry, in characters; what is longer ends in `…`. */
export const longestActivityText = 300;
/** Most names (tools, fields, variables) in one entry. */
export const mostActivityNames = 30;

const text = z.string();
const names = z.array(text);

/** What in a server's entry of the configuration is another by now. */
export const ServerField = z.enum(['name', 'command', 'arguments', 'variables', 'working-folder', 'address', 'headers', 'transport', 'enabled', 'tools', 'prompts', 'resources', 'inputs', 'containment', 'startup', 'limits', 'elicitation', 'sampling', 'sampling-budget', 'roots', 'review', 'profile', 'results', 'other']);
export type ServerField = z.infer<typeof ServerField>;

/**
 * Why the host itself refused what a server asked of the person: the person told it to stop, muted it, or switched such questions off; it asked
 * too often, or again what was denied; its budget is used up; what it asked for can't be shown, or is an address that may not be opened.
 */
export const AskRefusal = z.enum(['stopped', 'mute', 'off', 'too-many', 'denied-before', 'budget', 'unusable', 'address']);
export type AskRefusal = z.infer<typeof AskRefusal>;

/**
 * What happened. `by` of the entry says who did it. A call is `call-intended` before it goes out and `call-ended` after; one
 * without its end is one whose outcome the host never learnt, and the next start says so (`unknown`).
 */
export const ActivityEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('server-starting'), cause: z.enum(['person', 'launch', 'use', 'retry', 'trial']) }),
  z.object({ type: z.literal('server-ready') }),
  /** It failed to start, or ended although nobody stopped it. */
  z.object({ type: z.literal('server-ended'), isCrash: z.boolean(), willRetry: z.boolean(), problem: Problem.shape.code }),
  z.object({ type: z.literal('server-stopped') }),

  /** Exactly this launch may run from now on. */
  z.object({ type: z.literal('launch-reviewed') }),
  /** Tools that are not what they were pinned as; models no longer have them. */
  z.object({ type: z.literal('definitions-changed'), tools: names }),
  z.object({ type: z.literal('definitions-accepted'), tools: names }),
  z.object({ type: z.literal('definitions-kept-off'), tools: names }),
  /** What is new, what is gone and what the server says of itself was read. */
  z.object({ type: z.literal('definitions-acknowledged') }),

  z.object({ type: z.literal('approval-asked'), tool: text }),
  /** `scope` is null where nothing was allowed, or a standing permission covers it. `once`, `chat`, `always`: how far the person's yes goes. `isChanged`: with other arguments than the model asked for. `reason`: why the host itself refused it. `note`: why the person did, in their words. */
  z.object({ type: z.literal('approval-decided'), tool: text, decision: z.enum(['allow', 'deny', 'withdrawn']), scope: z.nullable(z.enum(['once', 'chat', 'always'])), isChanged: z.optional(z.boolean()), reason: z.optional(z.enum(['storm-limit', 'mute', 'unattended'])), note: z.optional(text) }),
  /** Calls of this server are refused from now on, or no longer: in one chat, or (`always`) in all. */
  z.object({ type: z.literal('server-muted'), isMuted: z.boolean(), scope: z.enum(['chat', 'always']) }),
  /** `script`: the call that ran the script which made this one. */
  z.object({ type: z.literal('call-intended'), tool: text, script: z.optional(CallId) }),
  /** `durationMs` is from the intention to the end; null when the host was not there. */
  z.object({ type: z.literal('call-ended'), tool: text, outcome: z.enum(['done', 'failed', 'cancelled', 'unknown']), durationMs: z.nullable(z.number()) }),

  /** A script of a model's is over, after so many calls, of which each has entries of its own that name it. */
  z.object({ type: z.literal('script-ended'), outcome: z.enum(['done', 'failed', 'cancelled']), calls: z.number(), durationMs: z.number() }),
  /** What a model reads of an answer, where the person wanted to see it first. */
  z.object({ type: z.literal('result-reviewed'), tool: text, action: z.enum(['send', 'edit', 'withhold', 'withdrawn']) }),

  /** A form or a page that a server asked for. `fields` are names, never what was filled in; `host` is where a page lies. `reason`: why the host refused it unseen; `detail`: what exactly was wrong with it, in technical words. */
  z.object({ type: z.literal('elicitation'), mode: z.enum(['form', 'url']), action: z.enum(['accept', 'decline', 'cancel']), fields: names, host: z.nullable(text), reason: z.optional(AskRefusal), detail: z.optional(text) }),
  z.object({ type: z.literal('sampling'), outcome: z.enum(['sent', 'denied', 'refused', 'gone']), model: z.nullable(text), tokens: z.number(), reason: z.optional(AskRefusal), detail: z.optional(text) }),
  /** The folders it may know of were asked for, although it was told that there are none to ask for. */
  z.object({ type: z.literal('roots-refused') }),
  z.object({ type: z.literal('roots-changed'), added: names, removed: names }),

  z.object({ type: z.literal('server-added') }),
  z.object({ type: z.literal('server-removed') }),
  /** `names`: the variables, headers, tools … that are another by now. */
  z.object({ type: z.literal('server-changed'), fields: z.array(ServerField), names }),
  z.object({ type: z.literal('server-enabled'), isEnabled: z.boolean() }),
  z.object({ type: z.literal('settings-changed'), fields: names }),
  z.object({ type: z.literal('provider-changed'), provider: text, change: z.enum(['added', 'changed', 'removed']) }),
  z.object({ type: z.literal('default-model-changed'), model: z.nullable(text) }),

  /** A standing permission; `tool` is empty where it is for every tool, `isNarrow` where it is for some arguments alone. */
  z.object({ type: z.literal('permission-added'), tool: text, scope: z.enum(['chat', 'always']), effect: z.enum(['allow', 'ask', 'never']), isNarrow: z.boolean() }),
  z.object({ type: z.literal('permission-revoked'), tool: text, scope: z.enum(['chat', 'always']), effect: z.enum(['allow', 'ask', 'never']), isNarrow: z.boolean() }),

  z.object({ type: z.literal('secret-stored'), of: z.enum(['server', 'provider', 'sign-in', 'other']), name: text }),
  z.object({ type: z.literal('secret-removed'), of: z.enum(['server', 'provider', 'sign-in', 'other']), name: text }),
  z.object({ type: z.literal('signed-in'), host: z.nullable(text) }),
  z.object({ type: z.literal('signed-out') }),

  /** Without its query: addresses carry secrets there. */
  z.object({ type: z.literal('link-opened'), address: text }),
  /** An image of a message that lies elsewhere; without its query too. */
  z.object({ type: z.literal('image-loaded'), address: text }),
  z.object({ type: z.literal('install-link-received'), isUsable: z.boolean() }),
  z.object({ type: z.literal('downloaded'), what: z.enum(['bundle', 'package']), name: text, host: z.nullable(text) }),

  z.object({ type: z.literal('host-started'), version: text, shell: z.enum(['browser', 'desktop', 'cli']) }),
  z.object({ type: z.literal('host-stopped') }),
  /** The rule of the settings took the oldest entries. */
  z.object({ type: z.literal('log-trimmed'), count: z.number(), reason: z.enum(['age', 'count']) }),
  /** A server did so much within a minute that this many entries were only counted. */
  z.object({ type: z.literal('log-left-out'), count: z.number() }),
  z.object({ type: z.literal('log-exported'), format: z.enum(['json', 'csv']), count: z.number() }),
]);
export type ActivityEvent = z.infer<typeof ActivityEvent>;
export type ActivityType = ActivityEvent['type'];

/**
 * Who did it. `person`: in a window. `cli`: from the command line. `import`: a person, by way of a file, link, bundle or
 * registry. `file`: the configuration was edited outside. `rule`: a standing permission. `app`: the app of a tool (P23). `host`: Portolan by itself.
 */
export const ActivityBy = z.enum(['person', 'cli', 'import', 'file', 'rule', 'model', 'app', 'server', 'host']);
export type ActivityBy = z.infer<typeof ActivityBy>;

export const ActivityEntry = z.object({
  /** Grows with time; never used twice. */
  id: z.number(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  by: ActivityBy,
  serverId: z.nullable(ServerId),
  /** As it was called then; empty when it is about no server. */
  serverName: z.string(),
  conversationId: z.nullable(ConversationId),
  callId: z.nullable(CallId),
  event: ActivityEvent,
});
export type ActivityEntry = z.infer<typeof ActivityEntry>;

/** The kinds a person filters by, and the events of each. */
export const activityKinds = {
  servers: ['server-starting', 'server-ready', 'server-ended', 'server-stopped'],
  trust: ['launch-reviewed', 'definitions-changed', 'definitions-accepted', 'definitions-kept-off', 'definitions-acknowledged'],
  approvals: ['approval-asked', 'approval-decided', 'result-reviewed', 'server-muted', 'permission-added', 'permission-revoked'],
  calls: ['call-intended', 'call-ended', 'script-ended'],
  asks: ['elicitation', 'sampling', 'roots-changed', 'roots-refused'],
  configuration: ['server-added', 'server-removed', 'server-changed', 'server-enabled', 'settings-changed', 'provider-changed', 'default-model-changed'],
  secrets: ['secret-stored', 'secret-removed', 'signed-in', 'signed-out'],
  links: ['link-opened', 'image-loaded', 'install-link-received', 'downloaded'],
  app: ['host-started', 'host-stopped', 'log-trimmed', 'log-left-out', 'log-exported'],
} as const satisfies Record<string, readonly ActivityType[]>;
export type ActivityKind = keyof typeof activityKinds;

/** Fields of a few values, each of which is told in other words. */
export const activityFields = ['cause', 'isCrash', 'decision', 'effect', 'outcome', 'mode', 'action', 'isMuted', 'isEnabled', 'change', 'isUsable', 'what', 'reason'] as const;

const eventType = z.enum(Object.values(activityKinds).flat() as [ActivityType, ...ActivityType[]]);

export const ActivityFilter = z.object({
  /** Only these events; all when left out. */
  types: z.optional(z.array(eventType).check(z.maxLength(100))),
  serverId: z.optional(ServerId),
  conversationId: z.optional(ConversationId),
  /** From this moment on, up to and without that one; milliseconds since the epoch. */
  since: z.optional(z.number()),
  until: z.optional(z.number()),
  /**
   * What is searched for, word by word; an entry holds all of them. `text`: it names it, as server, tool, field, address …, in any
   * case. `words`: or it is told so in the window's language, which the host does not know: an event, or one with this value in a
   * field of it.
   */
  terms: z.optional(z.array(z.object({ text: z.string().check(z.minLength(1), z.maxLength(200)), words: z.array(z.object({ type: eventType, field: z.optional(z.enum(activityFields)), value: z.optional(z.union([z.string().check(z.maxLength(40)), z.boolean()])) })).check(z.maxLength(200)) })).check(z.maxLength(6))),
});
export type ActivityFilter = z.infer<typeof ActivityFilter>;

const filter = { filter: ActivityFilter };

export const activity = {
  /**
   * A page of what the filter lets through, oldest first: `from` counts from the oldest, so that a place stays the same while
   * new entries come. `total` is how many there are, `oldest` the first entry of all: when that changes, places have moved.
   */
  'activity/page': request(
    z.object({ ...filter, from: z.number().check(z.minimum(0)), limit: z.number().check(z.minimum(0), z.maximum(500)) }),
    z.object({ entries: z.array(ActivityEntry), total: z.number(), oldest: z.number() }),
  ),
  /** The newest id and the oldest, at first and whenever they have changed, at most four times a second. */
  'activity/watch': stream(z.object({}), z.object({ newest: z.number(), oldest: z.number() })),
  /** The whole of what the filter lets through, oldest first, in pieces of text to be put together. */
  'activity/export': stream(z.object({ ...filter, format: z.enum(['json', 'csv']) }), z.object({ text: z.string() })),
} as const;
