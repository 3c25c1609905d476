/** What can be done with projects from more than one place. */
import type { ConversationView } from '@portolan/contract/conversations';
import type { ProjectId } from '@portolan/contract/ids';
import type { ProjectView } from '@portolan/contract/projects';
import { useToast } from '@portolan/ui/toast';
import { useCallback } from 'react';
import { create } from 'zustand';
import { useProjects } from '../host/queries.ts';
import { useFirstT } from './i18n.tsx';
import { currentRoute, navigate } from './router.ts';
import { useAct } from './use-act.ts';

interface ProjectDialog {
  /** A new project, or the way of a chat into one; null for none. */
  open: { kind: 'new' } | { kind: 'move'; conversation: ConversationView } | null;
  show: (open: ProjectDialog['open']) => void;
}

/** Which dialog of projects is open; it loads when it is first wanted. */
export const useProjectDialog = create<ProjectDialog>()((set) => ({ open: null, show: (open) => set({ open }) }));

/** The project of a chat, where it has one that is there. */
export function useProjectOf(projectId: ProjectId | undefined): ProjectView | undefined {
  const projects = useProjects().data;
  return projectId === undefined ? undefined : projects?.find(({ id }) => id === projectId);
}

/** Puts a chat into a project, or (null) into none, and offers the way back. */
export function useMoveChat(): (conversation: ConversationView, project: Pick<ProjectView, 'id' | 'name'> | null) => Promise<void> {
  const t = useFirstT();
  const act = useAct();
  const toast = useToast();
  return useCallback(
    async ({ id, title, projectId: before }, project) => {
      if (!(await act('conversations/setProject', { conversationId: id, projectId: project?.id ?? null }))) return;
      const name = title || t.chat.untitled;
      toast.show({
        title: project === null ? t.projects.movedOut(name) : t.projects.moved(name, project.name),
        action: { label: t.app.actions.undo, onPress: () => void act('conversations/setProject', { conversationId: id, projectId: before ?? null }) },
      });
    },
    [act, toast, t],
  );
}

/** Takes a project away at once; its chats stay, and it can be brought back with them. */
export function useRemoveProject(): (project: Pick<ProjectView, 'id' | 'name'>) => void {
  const t = useFirstT();
  const act = useAct();
  const toast = useToast();
  return useCallback(
    ({ id, name }) => {
      const remove = async () => {
        const route = currentRoute();
        const wasOpen = route.at === 'project' && route.projectId === id;
        if (!(await act('projects/remove', { projectId: id }))) return;
        if (wasOpen) navigate({ at: 'home' }, { replace: true });
        const restore = async () => {
          if ((await act('projects/restore', { projectId: id })) && wasOpen) navigate({ at: 'project', projectId: id });
        };
        toast.show({ title: t.projects.deleted(name), action: { label: t.app.actions.undo, onPress: () => void restore() } });
      };
      void remove();
    },
    [act, toast, t],
  );
}
