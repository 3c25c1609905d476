/**
 * What the host asks the person. One queue, single-use answers; the host checks each answer against the hash of what was
 * shown before it acts (C11). What a server asks joins what a model wants to do; windows never learn the era.
 */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { ElicitationAnswer, ElicitationView, FieldProblemView } from './elicitation.ts';
import { CallId, ConversationId, InteractionId, ServerId } from './ids.ts';
import { Json, JsonObject } from './json.ts';
import { ResultReviewAnswer, ResultReviewView } from './result-reviews.ts';
import { AskingRule, ReadBefore, RuleConditions } from './rules.ts';
import { SamplingAnswer, SamplingView } from './sampling.ts';
import { ToolView } from './servers.ts';

export const ToolApprovalView = z.object({
  id: InteractionId,
  kind: z.literal('tool-approval'),
  createdAt: z.number(),
  conversationId: ConversationId,
  conversationTitle: z.string(),
  callId: CallId,
  /** Set when not the model but an app asks (P23): the call whose app it is. */
  ofApp: z.optional(CallId),
  serverId: ServerId,
  serverName: z.string(),
  tool: ToolView,
  arguments: JsonObject,
  /** sha256 over server identity, pinned definition and canonical arguments; must come back with the answer. */
  hash: z.string(),
  /** Reasons to look twice; texts in the catalogues. */
  flags: z.array(z.enum(['claims-destructive', 'claims-open-world', 'hidden-characters', 'long-arguments', 'definition-changed', 'look-alike', 'odd-letters', 'claims-trust'])),
  /**
   * What of other servers the model had read in this chat when it asked for this (H10), the latest first. Empty for a tool
   * that is known to only read.
   */
  readBefore: z.array(ReadBefore),
  /** A standing permission covers this call, and is set aside because of what was read. */
  isSetAside: z.boolean(),
  /** Why it is asked even when it is allowed for always; null when no permission says so. */
  askedBy: z.nullable(AskingRule),
  /** Standing permissions that would cover this call and less than everything, narrowest first. */
  narrower: z.array(RuleConditions),
  /** How far an `allow` can reach. */
  scopes: z.array(z.enum(['once', 'chat', 'always'])),
});
export type ToolApprovalView = z.infer<typeof ToolApprovalView>;

export const InteractionView = z.discriminatedUnion('kind', [ToolApprovalView, ResultReviewView, ElicitationView, SamplingView]);
export type InteractionView = z.infer<typeof InteractionView>;

export const ToolApprovalAnswer = z.discriminatedUnion('decision', [
  z
    .object({
      kind: z.literal('tool-approval'),
      decision: z.literal('allow'),
      scope: z.enum(['once', 'chat', 'always']),
      /** The call is made with these instead of what the model asked for. Never a standing permission: nobody asked for them again (H02). */
      arguments: z.optional(JsonObject),
      /** The result of this call is shown to the person before the model reads it. */
      reviewResult: z.optional(z.boolean()),
      /** `chat` and `always`: only for calls like this one. They have to hold for the call that was shown. */
      conditions: z.optional(RuleConditions),
    })
    .check(z.refine((answer) => answer.arguments === undefined || answer.scope === 'once', { path: ['arguments'], error: 'changed arguments are allowed once' })),
  z.object({
    kind: z.literal('tool-approval'),
    decision: z.literal('deny'),
    reason: z.optional(z.string().check(z.maxLength(2000))),
    /** From now on never, without asking: this tool, or with conditions calls like this one. */
    never: z.optional(z.object({ scope: z.enum(['chat', 'always']), conditions: RuleConditions })),
  }),
]);

export const InteractionAnswer = z.union([ToolApprovalAnswer, ResultReviewAnswer, ElicitationAnswer, SamplingAnswer]);
export type InteractionAnswer = z.infer<typeof InteractionAnswer>;

/** Stands for a keyword where the arguments fit the schema, and a standing permission says that such a call is never run. */
export const neverRule = 'never-rule';
/** A place in a tool's arguments that does not fit its inputSchema: the keyword of JSON Schema that says so (or `neverRule`), and its value. */
export const ArgumentProblemView = z.object({ path: z.array(z.string()), keyword: z.string(), limit: z.optional(Json) });
export type ArgumentProblemView = z.infer<typeof ArgumentProblemView>;

/** Why a question was taken back; texts in the catalogues. */
export const WithdrawnReason = z.enum(['server-gone', 'taken-back', 'call-over', 'stopped-asking', 'muted', 'closing', 'done']);
export type WithdrawnReason = z.infer<typeof WithdrawnReason>;

const none = z.object({});

export const interactions = {
  'interactions/watch': stream(
    none,
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('snapshot'), interactions: z.array(InteractionView) }),
      z.object({ type: z.literal('added'), interaction: InteractionView }),
      /** The same question at its next step. */
      z.object({ type: z.literal('changed'), interaction: InteractionView }),
      z.object({ type: z.literal('settled'), id: InteractionId, by: z.enum(['person', 'host']), reason: z.optional(WithdrawnReason) }),
    ]),
  ),
  /**
   * `accepted: false` when it was settled already or the hash is not the one shown: nothing was done with this answer. With
   * `problems`, or `argumentProblems` of changed arguments, the question stands as before, and the answer may be mended.
   */
  'interactions/resolve': request(
    z.object({ id: InteractionId, hash: z.string(), answer: InteractionAnswer }),
    z.object({ accepted: z.boolean(), problems: z.optional(z.array(FieldProblemView)), argumentProblems: z.optional(z.array(ArgumentProblemView)) }),
  ),
  /**
   * All questions of one round, answered at once: every answer counts or none does. Each as for `interactions/resolve`; the
   * problems say which question they are of.
   */
  'interactions/resolveRound': request(
    z.object({ answers: z.array(z.object({ id: InteractionId, hash: z.string(), answer: InteractionAnswer })).check(z.minLength(1), z.maxLength(100)) }),
    z.object({ accepted: z.boolean(), problems: z.optional(z.array(z.object({ id: InteractionId, problems: z.array(FieldProblemView) }))) }),
  ),
  /**
   * The person wants the page of an elicitation opened. Goes through the one door for links; `open-in-tab` leaves the opening
   * to the window. Fails with `interaction-unknown`, `link-refused`.
   */
  'interactions/openPage': request(
    z.object({ id: InteractionId, hash: z.string() }),
    z.discriminatedUnion('outcome', [z.object({ outcome: z.literal('opened') }), z.object({ outcome: z.literal('open-in-tab'), href: z.string() })]),
  ),
} as const;
