/** Projects (C10): chats that belong together, with instructions, files and a choice of servers that each of them begins with. */
import * as z from 'zod/mini';
import { ConversationView } from './conversations.ts';
import { request, stream } from './define.ts';
import { FileHash } from './files.ts';
import { ConversationId, ProjectId, ServerId } from './ids.ts';

export const longestProjectName = 100;
/** Characters: they go to the model with every message. */
export const longestInstructions = 20_000;
export const mostProjects = 500;
export const mostProjectFiles = 50;
/** Servers that one choice can name. */
export const mostServers = 500;

/** In lists. `revision` is another one whenever anything of the project is. */
export const ProjectView = z.object({ id: ProjectId, name: z.string(), createdAt: z.number(), revision: z.number() });
export type ProjectView = z.infer<typeof ProjectView>;

/**
 * `whole`: it goes with every message. `on-demand`: the model is told of it and reads in it when it needs to. `told`: the model
 * is only told that it is there, because it is no text and too large to go along.
 */
export const ProjectFileWay = z.enum(['whole', 'on-demand', 'told']);
export type ProjectFileWay = z.infer<typeof ProjectFileWay>;

export const ProjectFile = z.object({
  hash: FileHash,
  /** No other file of the project has it. */
  name: z.string(),
  bytes: z.number(),
  mimeType: z.string(),
  /** Estimated, of all of it. */
  tokens: z.number(),
  /** With the usual model. */
  way: ProjectFileWay,
  /** Its bytes are not there any more. */
  isGone: z.optional(z.literal(true)),
});
export type ProjectFile = z.infer<typeof ProjectFile>;

export const ProjectDetail = z.object({
  ...ProjectView.shape,
  instructions: z.string(),
  /** Estimated. */
  instructionsTokens: z.number(),
  /** The only servers that chats in it offer, unless one differs; null: all. */
  servers: z.nullable(z.array(ServerId)),
  files: z.array(ProjectFile),
  /** Tokens of files that go with every message of the usual model; what is beyond is read on demand. */
  filesRoom: z.number(),
});
export type ProjectDetail = z.infer<typeof ProjectDetail>;

const name = z.string().check(z.minLength(1), z.maxLength(longestProjectName));
const servers = z.nullable(z.array(ServerId).check(z.maxLength(mostServers)));
const project = z.object({ projectId: ProjectId });

export const projects = {
  /** All of them, by name, at once and at each change. */
  'projects/watch': stream(z.object({}), z.object({ projects: z.array(ProjectView) })),
  /** Errors: `project-unknown`. */
  'projects/get': request(project, ProjectDetail),
  /** Errors: `project-full`. */
  'projects/create': request(z.object({ name }), ProjectView),
  /** Kept durably before any request of a chat is made with it. Errors: `project-unknown`. */
  'projects/update': request(z.object({ projectId: ProjectId, name: z.optional(name), instructions: z.optional(z.string().check(z.maxLength(longestInstructions))), servers: z.optional(servers) }), ProjectView),
  /** Its chats stay, without a project. For a day `projects/restore` brings it back, with those that were not put elsewhere. */
  'projects/remove': request(project, z.object({})),
  'projects/restore': request(project, ProjectView),
  /** A file that came through `files/begin`. Errors: `project-full`, `file-gone`, `project-unknown`. */
  'projects/addFile': request(z.object({ projectId: ProjectId, hash: FileHash, name: z.string().check(z.minLength(1), z.maxLength(256)) }), ProjectView),
  'projects/removeFile': request(z.object({ projectId: ProjectId, hash: FileHash }), ProjectView),
  /** Puts a chat into a project, or (null) into none. */
  'conversations/setProject': request(z.object({ conversationId: ConversationId, projectId: z.nullable(ProjectId) }), ConversationView),
  /** Which servers models have in this chat alone; null: as its project says, else all. */
  'conversations/setServers': request(z.object({ conversationId: ConversationId, servers }), ConversationView),
} as const;
