/** Identifiers that cross the contract. Branded, so that one kind can't be handed over as another. */
import * as z from 'zod/mini';

const id = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9_-]+$/));

/** One configured server. Made by the host when the server is added; never its name, never what it says of itself. */
export const ServerId = id.brand<'ServerId'>();
export type ServerId = z.infer<typeof ServerId>;

export const ConversationId = id.brand<'ConversationId'>();
export type ConversationId = z.infer<typeof ConversationId>;

export const MessageId = id.brand<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;

/** One tool call of a conversation, or one made by hand. */
export const CallId = id.brand<'CallId'>();
export type CallId = z.infer<typeof CallId>;

/** One question the host asks the person. Single use. */
export const InteractionId = id.brand<'InteractionId'>();
export type InteractionId = z.infer<typeof InteractionId>;

export const ProviderId = id.brand<'ProviderId'>();
export type ProviderId = z.infer<typeof ProviderId>;

/** One muting of a server. */
export const MuteId = id.brand<'MuteId'>();
export type MuteId = z.infer<typeof MuteId>;

/** A profile of chats. */
export const ProfileId = id.brand<'ProfileId'>();
export type ProfileId = z.infer<typeof ProfileId>;

/** A prompt template of the person's own. */
export const TemplateId = id.brand<'TemplateId'>();
export type TemplateId = z.infer<typeof TemplateId>;

export const RuleId = id.brand<'RuleId'>();
export type RuleId = z.infer<typeof RuleId>;

export const ProjectId = id.brand<'ProjectId'>();
export type ProjectId = z.infer<typeof ProjectId>;

/** One call that goes on at a server as a task. Made by the host; never the server's own id, which is all it takes to read a result. */
export const JobId = id.brand<'JobId'>();
export type JobId = z.infer<typeof JobId>;
