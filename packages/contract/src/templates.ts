/**
 * Prompt templates of the person's own (C11): a text with places that are filled in when it is used, beside the prompts of servers. A
 * template does nothing by itself: a tool it names is offered and named to the model, a resource is attached as one attaches it by hand.
 */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { PendingAttachment } from './drafts.ts';
import { ConversationId, ServerId, TemplateId } from './ids.ts';

export const longestTemplate = 100_000;
export const mostTemplates = 1_000;
/** Characters of one value that is filled in. */
export const longestValue = 1_000_000;

/** By it the template is a slash command: no spaces, and no colon, which stands between a server and its prompt. */
export const TemplateName = z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,63}$/u));

export const TemplateInput = z.object({
  name: TemplateName,
  description: z.string().check(z.maxLength(500)),
  text: z.string().check(z.maxLength(longestTemplate)),
});
export type TemplateInput = z.infer<typeof TemplateInput>;

/**
 * What is wrong at a place of a template; `start` and `end` in UTF-16 units. `unreadable`: `fault` of the place. `server-unknown`,
 * `tool-unknown`, `resource-unknown`: it does not exist here, with the name that is nearest. `ambiguous`: several servers have this
 * resource, and none is named. `not-checked`: the server does not run and its list is not known. `off`: switched off by the person, or
 * suspended. `not-offered`: left out in this chat, by its profile, its project or by hand. `other-server`: another server has it now
 * than when the template was saved.
 */
export const TemplateProblem = z.object({
  kind: z.enum(['unreadable', 'server-unknown', 'tool-unknown', 'resource-unknown', 'ambiguous', 'not-checked', 'off', 'not-offered', 'other-server']),
  start: z.number(),
  end: z.number(),
  /** The server, tool or resource it is about; of `unreadable` the fault. */
  of: z.string(),
  server: z.optional(z.string()),
  /** What could be meant instead. */
  nearest: z.optional(z.string()),
  /** Of `ambiguous`: the servers. */
  servers: z.optional(z.array(z.string())),
});
export type TemplateProblem = z.infer<typeof TemplateProblem>;

/** Where it can only be a mistake of writing, and is not saved. */
export const isFatal = ({ kind }: Pick<TemplateProblem, 'kind'>): boolean => kind === 'unreadable';
/** Only to be told: it is no mistake of the template. */
export const isRemark = ({ kind }: Pick<TemplateProblem, 'kind'>): boolean => kind === 'not-checked';

export const TemplateView = z.object({ id: TemplateId, ...TemplateInput.shape, updatedAt: z.number(), /** In the order in which they are asked for. */ variables: z.array(z.string()) });
export type TemplateView = z.infer<typeof TemplateView>;

const none = z.object({});
const template = z.object({ templateId: TemplateId });
const problems = z.object({ problems: z.array(TemplateProblem) });

export const templates = {
  /** All that are not removed, by name, at once and at each change. */
  'templates/watch': stream(none, z.object({ templates: z.array(TemplateView) })),
  /** What is wrong with a text, as things stand. */
  'templates/check': request(z.object({ text: z.string().check(z.maxLength(longestTemplate)) }), problems),
  /**
   * Checked, then kept. Where something it names does not exist, it is kept only with `anyway`, and else told what is wrong; what cannot
   * be read is never kept. Errors: `template-name-taken`, `template-unknown`, `template-full`, `template-unusable`.
   */
  'templates/save': request(z.object({ templateId: z.optional(TemplateId), template: TemplateInput, anyway: z.boolean() }), z.object({ template: z.nullable(TemplateView), ...problems.shape })),
  'templates/remove': request(template, none),
  /** The undo of it; under another name where that one is taken by now. */
  'templates/restore': request(template, TemplateView),
  /**
   * Fills it in for a chat: the text to send, and what is to be attached, read as everything that is attached by hand. Tools it names are
   * loaded for the model of that chat and wait for their own decisions. Nothing is sent. `problems`: what is there no more; the text names it all the same.
   * Errors: `template-unknown`, `template-unusable`, `conversation-unknown`.
   */
  'templates/use': request(
    z.object({ templateId: TemplateId, conversationId: ConversationId, values: z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(longestValue))) }),
    z.object({ text: z.string(), attachments: z.array(PendingAttachment), tools: z.array(z.object({ serverId: ServerId, server: z.string(), name: z.string() })), ...problems.shape }),
  ),
} as const;
