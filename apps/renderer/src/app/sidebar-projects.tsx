/** Projects in the sidebar: each a group of its chats that folds, by its own button or by the arrows on its name (C10). */
import type { ConversationView } from '@portolan/contract/conversations';
import type { ProjectView } from '@portolan/contract/projects';
import { IconButton } from '@portolan/ui/icon-button';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { ChevronRightIcon, EllipsisIcon, FolderIcon, FolderPlusIcon, SquarePenIcon, Trash2Icon } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useProjects } from '../host/queries.ts';
import { useNewChat } from '../lib/chats.ts';
import { useFirstT } from '../lib/i18n.tsx';
import { useProjectDialog, useRemoveProject } from '../lib/projects.ts';
import { navigate } from '../lib/router.ts';
import type { Route } from '../lib/router.ts';
import { Heading, RowLink } from './sidebar-parts.tsx';
import { useWindowState } from './window-state.ts';

/** More than these are on the project's page. */
const recentChats = 8;

export interface ProjectsProps {
  route: Route;
  /** Newest first. */
  conversations: readonly ConversationView[];
  row: (conversation: ConversationView) => ReactNode;
}

export function Projects({ route, conversations, row }: ProjectsProps) {
  const t = useFirstT();
  const projects = useProjects().data;
  const show = useProjectDialog((state) => state.show);
  return (
    <>
      <Heading action={<IconButton size="sm" label={t.projects.add} icon={<FolderPlusIcon />} onClick={() => show({ kind: 'new' })} />}>{t.projects.title}</Heading>
      {projects === undefined || projects.length === 0 ? null : (
        <ul>
          {projects.map((project) => (
            <Group key={project.id} project={project} chats={conversations.filter(({ projectId }) => projectId === project.id)} isOpen={route.at === 'project' && route.projectId === project.id} row={row} />
          ))}
        </ul>
      )}
    </>
  );
}

function Group({ project, chats, isOpen, row }: { project: ProjectView; chats: readonly ConversationView[]; isOpen: boolean; row: ProjectsProps['row'] }) {
  const t = useFirstT();
  const list = useId();
  const isFolded = useWindowState((state) => state.foldedProjects.includes(project.id));
  const setFolded = useWindowState((state) => state.setFolded);
  const newChat = useNewChat();
  const remove = useRemoveProject();
  return (
    <li>
      <div className="group relative flex items-center">
        <button type="button" aria-expanded={!isFolded} aria-controls={list} aria-label={t.projects.chats(project.name)} className="grid size-6 shrink-0 place-items-center rounded-sm text-subtle hover:bg-hover hover:text-fg" onClick={() => setFolded(project.id, !isFolded)}>
          <ChevronRightIcon className={`size-3.5 transition-transform motion-reduce:transition-none ${isFolded ? '' : 'rotate-90'}`} aria-hidden="true" />
        </button>
        <RowLink
          route={{ at: 'project', projectId: project.id }}
          isOpen={isOpen}
          className="px-1 group-focus-within:pr-9 group-hover:pr-9 pointer-coarse:pr-9"
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') setFolded(project.id, false);
            if (event.key === 'ArrowLeft') setFolded(project.id, true);
          }}
        >
          <FolderIcon className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate"><RevealText text={project.name} hideCount /></span>
        </RowLink>
        <span className="absolute inset-y-0 right-1 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-[[data-popup-open]]:opacity-100 pointer-coarse:opacity-100">
          <Menu align="end" trigger={<IconButton size="sm" tooltip={false} label={t.shell.optionsOf(project.name)} icon={<EllipsisIcon />} />}>
            <MenuItem icon={<SquarePenIcon />} onSelect={() => newChat(project.id)}>{t.projects.newChat}</MenuItem>
            <MenuItem icon={<FolderIcon />} onSelect={() => navigate({ at: 'project', projectId: project.id })}>{t.projects.open(project.name)}</MenuItem>
            <MenuItem icon={<Trash2Icon />} tone="danger" onSelect={() => remove(project)}>{t.projects.delete}</MenuItem>
          </Menu>
        </span>
      </div>
      <ul id={list} hidden={isFolded} aria-label={t.projects.chats(project.name)} className="ml-3 border-l border-line pl-1.5">
        {chats.slice(0, recentChats).map(row)}
        {chats.length === 0 ? <li className="px-2 py-1 text-sm text-subtle">{t.projects.noChats}</li> : null}
        {chats.length > recentChats ? <li><RowLink route={{ at: 'project', projectId: project.id }} isOpen={false}><span className="text-muted">{t.projects.allChats(chats.length - recentChats)}</span></RowLink></li> : null}
      </ul>
    </li>
  );
}
