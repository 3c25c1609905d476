/** The contract's methods on projects, and on which project and servers a chat has. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { projects } from '@portolan/contract/projects';
import type { ConversationService } from '../conversations/service.ts';
import type { ProjectService } from './project-service.ts';

export function projectRoutes(service: ProjectService, conversations: Pick<ConversationService, 'setProject' | 'setServers'>): HandlersFor<typeof projects> {
  return {
    'projects/watch': (_input, { signal }) => service.watch(signal),
    'projects/get': ({ projectId }) => service.detail(projectId),
    'projects/create': ({ name }) => service.create(name),
    'projects/update': ({ projectId, ...change }) => service.update(projectId, change),
    'projects/remove': ({ projectId }) => {
      service.remove(projectId);
      return {};
    },
    'projects/restore': ({ projectId }) => service.restore(projectId),
    'projects/addFile': ({ projectId, hash, name }) => service.addFile(projectId, hash, name),
    'projects/removeFile': ({ projectId, hash }) => service.removeFile(projectId, hash),
    'conversations/setProject': ({ conversationId, projectId }) => conversations.setProject(conversationId, projectId),
    'conversations/setServers': ({ conversationId, servers }) => conversations.setServers(conversationId, servers),
  };
}
