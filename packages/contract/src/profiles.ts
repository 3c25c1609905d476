/**
 * Profiles (C11): a model, instructions, servers and tools under one name, for a chat or a run from the command line. A profile
 * narrows what is offered and grants nothing: calls of what it names are decided about like any other.
 */
import * as z from 'zod/mini';
import { ConversationView, ModelRef } from './conversations.ts';
import { request, stream } from './define.ts';
import { ConversationId, ProfileId, ServerId } from './ids.ts';
import { ModelParameters } from './model-parameters.ts';

export const longestProfileName = 80;
/** Characters: they go to the model with every message. */
export const longestProfileInstructions = 20_000;
export const mostProfiles = 500;
/** Characters of a profile as a file. */
export const longestProfileFile = 1_000_000;

const serverName = z.string().check(z.minLength(1), z.maxLength(1024));
const toolNames = z.array(z.string().check(z.maxLength(1024))).check(z.maxLength(2_000));

/** A server that chats of a profile offer, by id; its name is the one it had when it was chosen. */
export const ProfileServer = z.object({
  serverId: ServerId,
  name: serverName,
  /** The only tools of it that are offered; null: all, those it has later included. */
  tools: z.nullable(toolNames),
});
export type ProfileServer = z.infer<typeof ProfileServer>;

export const ProfileInput = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(longestProfileName)),
  /** The model that a chat has once the profile is chosen for it; null: what it has anyhow. */
  model: z.nullable(ModelRef),
  parameters: ModelParameters,
  instructions: z.string().check(z.maxLength(longestProfileInstructions)),
  /** The only servers that are offered; null: all. */
  servers: z.nullable(z.array(ProfileServer).check(z.maxLength(500))),
  /** In its chats models may write scripts (C17); absent, each chat says for itself. Never taken from a file. */
  runsScripts: z.optional(z.literal(true)),
});
export type ProfileInput = z.infer<typeof ProfileInput>;

/** What a profile names and does not exist here. */
export const ProfileGap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('server'), server: z.string() }),
  z.object({ kind: z.literal('tool'), server: z.string(), tool: z.string() }),
  z.object({ kind: z.literal('model'), provider: z.string(), model: z.string() }),
]);
export type ProfileGap = z.infer<typeof ProfileGap>;

export const ProfileView = z.object({
  id: ProfileId,
  ...ProfileInput.shape,
  updatedAt: z.number(),
  /** Deleted: offered for no further chat; those that have it keep what it leaves out until they are given another. */
  isRemoved: z.optional(z.literal(true)),
  /** As things stand: servers that are gone, tools that a server whose list is known does not have, a model whose provider is gone. */
  gaps: z.array(ProfileGap),
});
export type ProfileView = z.infer<typeof ProfileView>;

const none = z.object({});
const profile = z.object({ profileId: ProfileId });
const file = z.object({ text: z.string().check(z.maxLength(longestProfileFile)) });

export const profiles = {
  /** All of them, by name, at once and at each change. `defaultId`: what new chats begin with. */
  'profiles/watch': stream(none, z.object({ profiles: z.array(ProfileView), defaultId: z.nullable(ProfileId) })),
  /** Without an id a new one is made. Errors: `profile-name-taken`, `profile-unknown`, `profile-full`. */
  'profiles/save': request(z.object({ profileId: z.optional(ProfileId), profile: ProfileInput }), ProfileView),
  /** Another of the same content under a free name made of `name`. Errors: `profile-unknown`, `profile-full`. */
  'profiles/duplicate': request(z.object({ profileId: ProfileId, name: ProfileInput.shape.name }), ProfileView),
  'profiles/remove': request(profile, none),
  /** The undo of it; under another name where that one is taken by now. */
  'profiles/restore': request(profile, ProfileView),
  /** What new chats begin with; null: no profile. Errors: `profile-unknown`. */
  'profiles/setDefault': request(z.object({ profileId: z.nullable(ProfileId) }), none),
  /** As a file: names instead of ids, no secret that the app knows. Errors: `profile-unknown`. */
  'profiles/export': request(profile, z.object({ text: z.string() })),
  /** What a file would bring, without keeping it. Errors: `profile-file-refused`. */
  'profiles/readFile': request(file, z.object({ profile: ProfileInput, gaps: z.array(ProfileGap) })),
  /** Keeps it, under another name where its own is taken. What does not exist here is kept as what it is called. Errors: `profile-file-refused`, `profile-full`. */
  'profiles/import': request(file, ProfileView),
  /**
   * Which profile a chat has from its next message on; null: none. Its model becomes the chat's, unless its provider is gone.
   * Errors: `profile-unknown`, `conversation-busy`.
   */
  'conversations/setProfile': request(z.object({ conversationId: ConversationId, profileId: z.nullable(ProfileId) }), ConversationView),
} as const;
