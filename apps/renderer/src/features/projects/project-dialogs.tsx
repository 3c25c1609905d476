/** A new project by its name, and the way of a chat into one; both by keyboard alone (C10). */
import type { ConversationView } from '@portolan/contract/conversations';
import { longestProjectName } from '@portolan/contract/projects';
import { Button } from '@portolan/ui/button';
import { Dialog } from '@portolan/ui/dialog';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { CheckIcon, FolderIcon, FolderPlusIcon, InboxIcon } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useProjects } from '../../host/queries.ts';
import { focusOnMount } from '../../lib/focus-on-mount.ts';
import { useT } from '../../lib/i18n.tsx';
import { useMoveChat, useProjectDialog } from '../../lib/projects.ts';
import { navigate } from '../../lib/router.ts';
import { useAct } from '../../lib/use-act.ts';

export function ProjectDialogs() {
  const { open, show } = useProjectDialog();
  const close = () => show(null);
  if (open?.kind === 'new') return <NewProject onClose={close} />;
  return open === null ? null : <MoveChat key={open.conversation.id} conversation={open.conversation} onClose={close} />;
}

function NewProject({ onClose }: { onClose: () => void }) {
  const t = useT();
  const p = t.projectPage;
  const act = useAct();
  const [name, setName] = useState('');
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const project = await act('projects/create', { name: name.trim() });
    if (project === undefined) return;
    onClose();
    navigate({ at: 'project', projectId: project.id });
  };
  return (
    <Shell title={p.createTitle} description={p.createLead} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={(event) => void create(event)}>
        <Field label={p.name}><Input ref={focusOnMount} value={name} maxLength={longestProjectName} placeholder={p.namePlaceholder} onValueChange={setName} /></Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.app.actions.cancel}</Button>
          <Button type="submit" variant="primary" disabled={name.trim() === ''} focusableWhenDisabled>{p.create}</Button>
        </div>
      </form>
    </Shell>
  );
}

function MoveChat({ conversation, onClose }: { conversation: ConversationView; onClose: () => void }) {
  const t = useT();
  const m = t.projectPage.move;
  const act = useAct();
  const move = useMoveChat();
  const projects = useProjects().data ?? [];
  const [text, setText] = useState('');
  const wanted = text.trim();
  const found = projects.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  const choose = (project: { id: (typeof projects)[number]['id']; name: string } | null) => {
    onClose();
    if ((project?.id ?? null) !== (conversation.projectId ?? null)) void move(conversation, project);
  };
  const create = async () => {
    const project = await act('projects/create', { name: wanted });
    if (project) choose(project);
  };
  const isNew = wanted !== '' && !projects.some(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return (
    <Shell title={m.title} description={<RevealText text={m.lead(conversation.title || t.chat.untitled)} hideCount />} onClose={onClose}>
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (wanted !== '' && first !== undefined) choose(first);
          else if (isNew) void create();
        }}
      >
        <Input ref={focusOnMount} type="search" aria-label={m.find} placeholder={m.find} value={text} maxLength={longestProjectName} onValueChange={setText} />
        <ul className="flex max-h-[45vh] flex-col overflow-y-auto">
          {wanted === '' ? <Choice icon={<InboxIcon />} isHere={conversation.projectId === undefined} here={m.here} onChoose={() => choose(null)}>{m.none}</Choice> : null}
          {found.map((project) => (
            <Choice key={project.id} icon={<FolderIcon />} isHere={conversation.projectId === project.id} here={m.here} onChoose={() => choose(project)}><RevealText text={project.name} hideCount /></Choice>
          ))}
          {isNew ? <Choice icon={<FolderPlusIcon />} isHere={false} here={m.here} onChoose={() => void create()}>{m.new}: <RevealText text={wanted} hideCount /></Choice> : null}
        </ul>
      </form>
    </Shell>
  );
}

function Choice({ icon, isHere, here, onChoose, children }: { icon: ReactNode; isHere: boolean; here: string; onChoose: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className="flex min-h-(--ui-control-md) w-full min-w-0 items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-hover" aria-current={isHere ? 'true' : undefined} onClick={onChoose}>
        <span className="shrink-0 text-muted [&>svg]:size-4" aria-hidden="true">{icon}</span>
        <span className="min-w-0 flex-1 truncate">{children}</span>
        {isHere ? <span className="flex items-center gap-1 text-xs text-subtle"><CheckIcon className="size-3.5" aria-hidden="true" />{here}</span> : null}
      </button>
    </li>
  );
}

function Shell({ title, description, onClose, children }: { title: string; description: ReactNode; onClose: () => void; children: ReactNode }) {
  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={description}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      {children}
    </Dialog>
  );
}
