/**
 * Standing permissions: what is allowed, asked about or never done without a person being there (H01), what a new server
 * starts with, and what a chat has read (H10). All of it is kept outside the configuration file, which tools may reach (A18).
 */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ConversationId, RuleId, ServerId } from './ids.ts';
import { Json } from './json.ts';

const argument = z.string().check(z.minLength(1), z.maxLength(256));
const toolName = z.string().check(z.minLength(1), z.maxLength(1024));
const value = Json.check(z.refine((each) => JSON.stringify(each).length <= 4096, { error: 'too long' }));

/**
 * What has to be so for one argument. A list as an argument fulfils a condition of texts when every item does.
 * `command`: its first words, with nothing in it that a shell reads as more than one command. `path`: at or below a folder,
 * links followed. `host`: of an address of the web, with its port where that is not the usual one.
 */
export const RuleCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('equals'), argument, value }),
  z.object({ kind: z.literal('one-of'), argument, values: z.array(value).check(z.minLength(1), z.maxLength(50)) }),
  z.object({ kind: z.literal('command'), argument, words: z.array(z.string().check(z.minLength(1), z.maxLength(256))).check(z.minLength(1), z.maxLength(20)) }),
  z.object({ kind: z.literal('path'), argument, folder: z.string().check(z.minLength(1), z.maxLength(4096)) }),
  z.object({ kind: z.literal('host'), argument, host: z.string().check(z.minLength(1), z.maxLength(300)), withSubdomains: z.boolean() }),
  z.object({ kind: z.literal('range'), argument, least: z.nullable(z.number()), most: z.nullable(z.number()) }),
  z.object({ kind: z.literal('absent'), argument }),
]);
export type RuleCondition = z.infer<typeof RuleCondition>;

export const RuleConditions = z.array(RuleCondition).check(z.maxLength(20));
export type RuleConditions = z.infer<typeof RuleConditions>;

/** `never` wins over `ask`, and `ask` over `allow`, however narrow each of them is. */
export const RuleEffect = z.enum(['allow', 'ask', 'never']);
export type RuleEffect = z.infer<typeof RuleEffect>;

/** A standing permission, listed, changed and revocable. `chat` rules end with their conversation. */
export const RuleView = z.object({
  id: RuleId,
  /** Null: every server, now and later; never for `allow`. */
  serverId: z.nullable(ServerId),
  serverName: z.string(),
  /** Null: every tool. Those that are allowed are named in `tools`; `ask` and `never` cover later ones too. */
  tool: z.nullable(z.string()),
  tools: z.nullable(z.array(z.string())),
  effect: RuleEffect,
  /** All of them have to hold. */
  conditions: RuleConditions,
  scope: z.enum(['chat', 'always']),
  conversationId: z.nullable(ConversationId),
  /** `profile`: made when a server was allowed, by what new servers start with. */
  madeBy: z.enum(['person', 'profile']),
  createdAt: z.number(),
  /** What was allowed is no longer what is there, or was something else in between: it does not apply any more. */
  isStale: z.boolean(),
  /** Its server is not configured any more; it holds again when the same one comes back. */
  isServerGone: z.boolean(),
});
export type RuleView = z.infer<typeof RuleView>;

/**
 * A standing permission because of which a call is asked about, whatever else is allowed. Not `isSure`: it asks or forbids, and
 * only may be about this call, whose arguments can be read in more than one way.
 */
export const AskingRule = z.extend(z.pick(RuleView, { id: true, serverId: true, serverName: true, tool: true, effect: true, conditions: true, scope: true }), { isSure: z.boolean() });
export type AskingRule = z.infer<typeof AskingRule>;

/** Where a model got something from that was not the person's: what a tool answered, a resource, a prompt. */
export const ReadBefore = z.object({
  /** `imported` for a chat that came from a file. */
  serverId: ServerId,
  serverName: z.string(),
  kind: z.enum(['tool', 'resource', 'prompt', 'chat']),
  name: z.string(),
});
export type ReadBefore = z.infer<typeof ReadBefore>;

/**
 * How a server's tools are treated where no rule says otherwise. `ask`: every call is asked about. `reads`: tools that say
 * they only read, as the server listed them first after it was allowed, run without asking. `strict`: every call is asked
 * about, and nothing can be allowed for always.
 */
export const PermissionProfile = z.enum(['ask', 'reads', 'strict']);
export type PermissionProfile = z.infer<typeof PermissionProfile>;

export const ServerProfileView = z.object({ serverId: ServerId, serverName: z.string(), profile: PermissionProfile });
export type ServerProfileView = z.infer<typeof ServerProfileView>;

/** A rule as it is asked for. `conversationId`: for this chat alone. */
export const RuleInput = z.object({
  serverId: z.nullable(ServerId),
  tool: z.nullable(toolName),
  effect: RuleEffect,
  conditions: RuleConditions,
  conversationId: z.nullable(ConversationId),
});
export type RuleInput = z.infer<typeof RuleInput>;

const none = z.object({});

export const rules = {
  'rules/list': request(none, z.object({ rules: z.array(RuleView), profile: PermissionProfile, servers: z.array(ServerProfileView) })),
  /**
   * Makes a rule, or with `id` puts one in the place of another. Takes the place of one about the same tool, conditions and
   * chat, too. What is allowed is allowed as it is now. Fails with `server-unknown`, `tool-unknown`, `tool-suspended`,
   * `rule-unusable` (details `reason`, `argument`), `rule-unknown`.
   */
  'rules/save': request(z.extend(RuleInput, { id: z.optional(RuleId) }), RuleView),
  'rules/revoke': request(z.object({ ruleId: RuleId }), none),
  /** Takes a revocation back. Fails with `rule-unknown` when that is too long ago. */
  'rules/restore': request(z.object({ ruleId: RuleId }), none),
  /** What servers start with that are added from now on. */
  'rules/setProfile': request(z.object({ profile: PermissionProfile }), none),
  /** For one server that is there already. Fails with `server-unknown`. */
  'rules/setServerProfile': request(z.object({ serverId: ServerId, profile: PermissionProfile }), none),
} as const;
