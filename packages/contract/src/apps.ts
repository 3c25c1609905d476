/**
 * MCP Apps (extension `io.modelcontextprotocol/ui`, https://modelcontextprotocol.io/extensions/apps/overview): a page that a
 * server brings along for a tool. The host reads it, decides what it may reach and gives it an address of its own for as long
 * as a window shows it; what the page asks for comes back here and is looked at like anything else of a server.
 */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { CallId, ConversationId } from './ids.ts';
import { JsonObject } from './json.ts';

/** The one kind of page that is shown. */
export const appMimeType = 'text/html;profile=mcp-app';
/** Largest page, in bytes of UTF-8. */
export const maxAppBytes = 6 * 1024 * 1024;
/** Largest message of a page, in characters of its texts and names. */
export const maxAppMessage = 1_000_000;

/** One showing of one app. Made by the host; cannot be guessed, and is over when the window closes the stream. */
export const AppInstanceId = z.string().check(z.regex(/^[a-z0-9]{40}$/)).brand<'AppInstanceId'>();
export type AppInstanceId = z.infer<typeof AppInstanceId>;

/** Why something that a server wanted for its app was not granted; texts in the catalogues. */
export const DropReason = z.enum(['not-an-origin', 'not-encrypted', 'not-public', 'too-wide', 'too-many', 'not-given', 'contained']);
export type DropReason = z.infer<typeof DropReason>;

const origins = z.array(z.string());

/** What an app may reach, as it was granted; everything else is closed. */
export const AppReach = z.object({
  /** Origins it may exchange data with. */
  connect: origins,
  /** Origins it may load scripts, styles, pictures, fonts and media from. */
  resource: origins,
  /** Origins whose pages it may show inside itself. */
  frame: origins,
  baseUri: origins,
  dropped: z.array(z.object({ of: z.enum(['connect', 'resource', 'frame', 'base-uri', 'permission', 'domain']), entry: z.string(), reason: DropReason })),
});
export type AppReach = z.infer<typeof AppReach>;

export const AppEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    instance: AppInstanceId,
    /** Of the frame that the page is shown in. */
    address: z.string(),
    html: z.string(),
    reach: AppReach,
    /** Whether the app wants a border around it; undefined leaves it to us. */
    prefersBorder: z.optional(z.boolean()),
    /** Another page, or one that may reach something else, than the person knew; said until `apps/knowPage`. */
    isPageChanged: z.optional(z.literal(true)),
    /** The tool it belongs to, as the server defines it. */
    tool: JsonObject,
  }),
  /** A call that the app asked for. */
  z.object({ type: z.literal('call'), callId: CallId, tool: z.string(), state: z.enum(['waiting', 'running', 'done', 'failed', 'denied']) }),
]);
export type AppEvent = z.infer<typeof AppEvent>;

const instance = AppInstanceId;
const name = z.string().check(z.minLength(1), z.maxLength(1024));

export const apps = {
  /**
   * Reads the app of a call of a chat and gives it an address. One call may be shown more than once. Fails with
   * `app-unusable` (reason), `tool-suspended`, and whatever keeps a server from being read.
   */
  'apps/open': stream(z.object({ conversationId: ConversationId, callId: CallId }), AppEvent),
  /**
   * The app calls a tool of its own server: by the same approvals as a model. Only the window that opened it can ask.
   * `result` is a CallToolResult of the specification. Fails with `app-gone`, `call-not-allowed`, `tool-unknown`.
   */
  'apps/call': request(z.object({ instance, name, arguments: JsonObject }), z.object({ result: JsonObject })),
  /** The app reads a resource of its own server; `result` is a ReadResourceResult. */
  'apps/readResource': request(z.object({ instance, uri: z.string().check(z.minLength(1), z.maxLength(8192)) }), z.object({ result: JsonObject })),
  /** Resources of its own server; `result` is a ListResourcesResult. */
  'apps/listResources': request(z.object({ instance }), z.object({ result: JsonObject })),
  /** The person was told that the page is another one: from now on it is the one they know. */
  'apps/knowPage': request(z.object({ instance }), z.object({})),
  /** A line of the app for its server's log. */
  'apps/log': request(z.object({ instance, level: z.enum(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']), text: z.string().check(z.maxLength(4000)) }), z.object({})),
} as const;
