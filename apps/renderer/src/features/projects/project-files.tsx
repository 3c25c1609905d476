/** Files of a project: what each costs the model, and whether it goes with every message or is read when needed. */
import type { ProjectDetail, ProjectFile } from '@portolan/contract/projects';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useToast } from '@portolan/ui/toast';
import { FilePlusIcon, XIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { FileIcon } from '../../lib/files/file-icon.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useAct } from '../../lib/use-act.ts';
import { Section } from './section.tsx';
import { useAddFiles } from './use-add-files.ts';

export function ProjectFiles({ project }: { project: ProjectDetail }) {
  const t = useT();
  const f = t.projectPage.files;
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const { add, adding } = useAddFiles(project.id);
  const [isOver, setIsOver] = useState(false);
  const whole = project.files.filter(({ way }) => way === 'whole').reduce((sum, { tokens }) => sum + tokens, 0);
  return (
    <Section title={f.title} lead={f.lead}>
      <div
        className={`flex min-w-0 flex-col gap-2.5 rounded-lg border border-dashed p-3 ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          add([...event.dataTransfer.items].filter(({ kind }) => kind === 'file').flatMap((item) => {
            const file = item.getAsFile();
            return file === null ? [] : [{ file, isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }];
          }));
        }}
      >
        {project.files.length === 0 && adding.length === 0 ? <p className="text-sm text-subtle">{f.empty}</p> : null}
        <ul className="flex min-w-0 flex-col divide-y divide-line" aria-label={f.title}>
          {project.files.map((file) => <Row key={file.hash} project={project} file={file} />)}
          {adding.map((name, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may have one name, and they only go
            <li key={index} className="flex min-h-(--ui-row) items-center gap-2 text-sm text-muted"><Spinner /><RevealText text={f.adding(name)} hideCount /></li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" icon={<FilePlusIcon />} onClick={() => input.current?.click()}>{f.add}</Button>
          <span className="text-xs text-subtle">{project.files.length === 0 ? f.drop : f.total(format.number(whole), format.number(project.filesRoom))}</span>
        </div>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          aria-label={f.add}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])].map((file) => ({ file, isFolder: false })));
            currentTarget.value = '';
          }}
        />
      </div>
    </Section>
  );
}

function Row({ project, file }: { project: ProjectDetail; file: ProjectFile }) {
  const t = useT();
  const f = t.projectPage.files;
  const format = useFormat();
  const act = useAct();
  const toast = useToast();
  const { hash, name, bytes, tokens, way, isGone = false } = file;
  const remove = async () => {
    if (!(await act('projects/removeFile', { projectId: project.id, hash }))) return;
    toast.show({ title: f.removed(name), ...(isGone ? {} : { action: { label: t.app.actions.undo, onPress: () => void act('projects/addFile', { projectId: project.id, hash, name }) } }) });
  };
  return (
    <li className="flex min-w-0 items-center gap-2.5 py-1.5 text-sm">
      {/* What is gone has no picture. */}
      <FileIcon file={isGone ? { hash, bytes, mimeType: '' } : file} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="min-w-0 truncate"><RevealText text={name} hideCount /></span>
        {isGone ? (
          <span className="text-danger-fg">{f.gone}</span>
        ) : (
          <span className="flex flex-wrap items-center gap-x-2 text-xs text-subtle">
            {format.bytes(bytes)} · {f.tokens(format.number(tokens))}
            <Badge tone={way === 'told' ? 'warn' : 'neutral'} title={f.wayNote[way]}>{f.way[way]}</Badge>
          </span>
        )}
      </span>
      <IconButton size="sm" label={f.remove(name)} icon={<XIcon />} onClick={() => void remove()} />
    </li>
  );
}
