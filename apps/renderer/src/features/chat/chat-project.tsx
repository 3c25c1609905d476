/** The project of a chat, before its title: where it leads to. */
import type { ConversationView } from '@portolan/contract/conversations';
import { RevealText } from '@portolan/ui/reveal-text';
import { FolderIcon } from 'lucide-react';
import { useT } from '../../lib/i18n.tsx';
import { useProjectOf } from '../../lib/projects.ts';
import { formatRoute } from '../../lib/router.ts';

export function ChatProject({ conversation }: { conversation: ConversationView }) {
  const t = useT();
  const project = useProjectOf(conversation.projectId);
  if (!project) return null;
  return (
    <a href={formatRoute({ at: 'project', projectId: project.id })} aria-label={t.projectPage.chat.inProject(project.name)} title={t.projectPage.chat.inProject(project.name)} className="flex max-w-40 min-w-0 items-center gap-1.5 rounded-md px-1.5 py-1 text-sm text-muted hover:bg-hover hover:text-fg">
      <FolderIcon className="size-4 shrink-0" aria-hidden="true" />
      <span className="truncate max-sm:sr-only"><RevealText text={project.name} hideCount /></span>
    </a>
  );
}
