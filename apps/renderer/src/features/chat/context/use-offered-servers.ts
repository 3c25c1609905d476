/** Which servers models have in a chat, and who says so (C10). */
import type { ConversationView } from '@portolan/contract/conversations';
import { ProjectId } from '@portolan/contract/ids';
import type { ServerId } from '@portolan/contract/ids';
import { useHostQuery } from '../../../host/queries.ts';
import { useProjectOf } from '../../../lib/projects.ts';

/** Asks for nothing while there is no project. */
const placeholder = ProjectId.parse('none');

export interface OfferedServers {
  /** What the project says; null: all. */
  ofProject: readonly ServerId[] | null;
  /** What holds: the chat's own choice before the project's; null: all. */
  offered: readonly ServerId[] | null;
}

export function useOfferedServers({ projectId, servers }: Pick<ConversationView, 'projectId' | 'servers'>): OfferedServers {
  const project = useProjectOf(projectId);
  const { data } = useHostQuery('projects/get', { projectId: project?.id ?? placeholder }, { stamp: project?.revision, keep: true, enabled: project !== undefined });
  const ofProject = project === undefined ? null : (data?.servers ?? null);
  return { ofProject, offered: servers ?? ofProject };
}
