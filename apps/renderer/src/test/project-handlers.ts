/** Projects of the host in memory: what was said of them is kept, and told again. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { ProjectId } from '@portolan/contract/ids';
import type { ProjectDetail, projects as projectsContract, ProjectView } from '@portolan/contract/projects';
import type { HostInMemory } from './host-in-memory.ts';

export const projectOf = (name: string, more: Partial<ProjectDetail> = {}): ProjectDetail => ({ id: ProjectId.parse(`p-${name}`), name, createdAt: 1, revision: 1, instructions: '', instructionsTokens: 0, servers: null, files: [], filesRoom: 25_600, ...more });

export function projectHandlers(host: HostInMemory): HandlersFor<typeof projectsContract> {
  const { state, feeds } = host;
  const removed = new Map<ProjectId, { project: ProjectDetail; chats: ReadonlySet<string> }>();
  const event = () => ({ projects: state.projects.map(viewOf).toSorted((a, b) => (a.name < b.name ? -1 : 1)) });
  const known = (id: ProjectId): ProjectDetail => {
    const project = state.projects.find((each) => each.id === id);
    if (project === undefined) throw new HostError('project-unknown', { project: id });
    return project;
  };
  const put = (project: ProjectDetail): ProjectView => {
    state.projects = [...state.projects.filter(({ id }) => id !== project.id), project];
    feeds.projects.publish(event());
    return viewOf(project);
  };
  const change = (id: ProjectId, next: Partial<ProjectDetail>): ProjectView => put({ ...known(id), ...next, revision: known(id).revision + 1 });
  const setAll = (chats: ReadonlySet<string>, projectId: ProjectId | undefined) => {
    for (const { id } of state.conversations) if (chats.has(id)) host.changeChat(id, { projectId });
  };
  return {
    'projects/watch': (_input, { signal }) => feeds.projects.watch(signal, [event()]),
    'projects/get': ({ projectId }) => known(projectId),
    'projects/create': ({ name }) => put(projectOf(name)),
    'projects/update': ({ projectId, name, instructions, servers }) =>
      change(projectId, { ...(name === undefined ? {} : { name }), ...(instructions === undefined ? {} : { instructions, instructionsTokens: Math.ceil(instructions.length / 4) }), ...(servers === undefined ? {} : { servers }) }),
    'projects/remove': ({ projectId }) => {
      const chats = new Set<string>(state.conversations.filter((each) => each.projectId === projectId).map(({ id }) => id));
      removed.set(projectId, { project: known(projectId), chats });
      setAll(chats, undefined);
      state.projects = state.projects.filter(({ id }) => id !== projectId);
      feeds.projects.publish(event());
      return {};
    },
    'projects/restore': ({ projectId }) => {
      const kept = removed.get(projectId);
      if (kept === undefined) throw new HostError('project-unknown', { project: projectId });
      setAll(kept.chats, projectId);
      return put(kept.project);
    },
    'projects/addFile': ({ projectId, hash, name }) => change(projectId, { files: [...known(projectId).files, { hash, name, bytes: 10, mimeType: 'text/plain', tokens: 3, way: 'whole' }] }),
    'projects/removeFile': ({ projectId, hash }) => change(projectId, { files: known(projectId).files.filter((file) => file.hash !== hash) }),
    'conversations/setProject': ({ conversationId, projectId }) => host.changeChat(conversationId, { projectId: projectId ?? undefined }),
    'conversations/setServers': ({ conversationId, servers }) => host.changeChat(conversationId, { servers: servers ?? undefined }),
  };
}

const viewOf = ({ id, name, createdAt, revision }: ProjectDetail): ProjectView => ({ id, name, createdAt, revision });
