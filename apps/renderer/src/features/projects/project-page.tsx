/** A project: what its chats begin with, and the chats (C10). */
import type { ProjectId } from '@portolan/contract/ids';
import { longestProjectName } from '@portolan/contract/projects';
import type { ProjectDetail } from '@portolan/contract/projects';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { Skeleton } from '@portolan/ui/skeleton';
import { EllipsisIcon, FolderIcon, MessagesSquareIcon, PencilIcon, SquarePenIcon, Trash2Icon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useConversations, useHostQuery, useProjects } from '../../host/queries.ts';
import { ChatList } from '../../lib/chat-list.tsx';
import { useNewChat } from '../../lib/chats.ts';
import { focusOnMount } from '../../lib/focus-on-mount.ts';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useRemoveProject } from '../../lib/projects.ts';
import { navigate } from '../../lib/router.ts';
import { useAct } from '../../lib/use-act.ts';
import { ProjectFiles } from './project-files.tsx';
import { ProjectInstructions } from './project-instructions.tsx';
import { Section } from './section.tsx';
import { ProjectServers } from './project-servers.tsx';

export default function ProjectPage({ projectId }: { projectId: ProjectId }) {
  const t = useT();
  const projects = useProjects().data;
  const view = projects?.find(({ id }) => id === projectId);
  const { data, error, refetch } = useHostQuery('projects/get', { projectId }, { stamp: view?.revision, keep: true, enabled: view !== undefined });
  if (projects !== undefined && view === undefined) {
    return (
      <PageFrame title={t.projects.title}>
        <Column><EmptyState icon={<FolderIcon />} title={t.projectPage.gone} actions={<Button onClick={() => navigate({ at: 'history', query: '' })}>{t.app.nav.history}</Button>} /></Column>
      </PageFrame>
    );
  }
  if (data?.id === projectId) return <Project key={projectId} project={data} />;
  return (
    <PageFrame title={view?.name ?? t.projects.title}>
      <Column>{error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : <Skeleton className="h-24" />}</Column>
    </PageFrame>
  );
}

function Project({ project }: { project: ProjectDetail }) {
  const t = useT();
  const p = t.projectPage;
  const newChat = useNewChat();
  const remove = useRemoveProject();
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <PageFrame
      icon={<FolderIcon className="size-4 shrink-0 text-muted" aria-hidden="true" />}
      title={
        isRenaming ? (
          <Rename project={project} onDone={() => setIsRenaming(false)} />
        ) : (
          <button type="button" title={p.rename} className="-mx-1.5 block max-w-full truncate rounded-md px-1.5 py-0.5 text-left hover:bg-hover" onClick={() => setIsRenaming(true)}><RevealText text={project.name} hideCount /></button>
        )
      }
      actions={
        <>
          <Button variant="primary" size="sm" icon={<SquarePenIcon />} onClick={() => newChat(project.id)}>{t.app.nav.newChat}</Button>
          <Menu align="end" trigger={<IconButton label={p.options} icon={<EllipsisIcon />} />}>
            <MenuItem icon={<PencilIcon />} onSelect={() => setIsRenaming(true)}>{p.rename}</MenuItem>
            <MenuItem icon={<Trash2Icon />} tone="danger" onSelect={() => remove(project)}>{t.projects.delete}</MenuItem>
          </Menu>
        </>
      }
    >
      <Column>
        <div className="flex min-w-0 flex-col gap-8">
          <ProjectInstructions project={project} />
          <ProjectServers project={project} />
          <ProjectFiles project={project} />
          <Chats project={project} />
        </div>
      </Column>
    </PageFrame>
  );
}

function Chats({ project }: { project: ProjectDetail }) {
  const t = useT();
  const c = t.projectPage.chats;
  const chats = useConversations().data?.filter(({ projectId }) => projectId === project.id) ?? [];
  return (
    <Section title={c.title}>
      {chats.length === 0 ? <EmptyState level={3} icon={<MessagesSquareIcon />} title={c.empty}>{c.emptyText}</EmptyState> : <ChatList conversations={chats} isInProject />}
    </Section>
  );
}

/** Enter and leaving it keep the name, Escape does not. */
function Rename({ project, onDone }: { project: ProjectDetail; onDone: () => void }) {
  const t = useT();
  const act = useAct();
  const [name, setName] = useState(project.name);
  const isOver = useRef(false);
  const end = (isKept: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    if (isKept && name.trim() !== '' && name.trim() !== project.name) void act('projects/update', { projectId: project.id, name: name.trim() });
    onDone();
  };
  return (
    <Input
      ref={focusOnMount}
      aria-label={t.projectPage.name}
      value={name}
      maxLength={longestProjectName}
      onValueChange={setName}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') end(true);
        if (event.key === 'Escape') end(false);
      }}
    />
  );
}
