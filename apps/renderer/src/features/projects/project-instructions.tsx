/** What the model is told in every chat of a project. Chats use what was saved; what is half written waits here while the window lives. */
import { longestInstructions } from '@portolan/contract/projects';
import type { ProjectDetail } from '@portolan/contract/projects';
import { Button } from '@portolan/ui/button';
import { Textarea } from '@portolan/ui/textarea';
import { useState } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useAct } from '../../lib/use-act.ts';
import { Section } from './section.tsx';

/** By project: going elsewhere and coming back finds it again. */
const drafts = new Map<string, string>();

export function ProjectInstructions({ project }: { project: ProjectDetail }) {
  const t = useT();
  const i = t.projectPage.instructions;
  const format = useFormat();
  const act = useAct();
  const [text, setText] = useState(drafts.get(project.id) ?? project.instructions);
  const [known, setKnown] = useState(project.instructions);
  const [state, setState] = useState<'at-rest' | 'saving' | 'saved'>('at-rest');
  if (project.instructions !== known) {
    // Saved here or in another window: who has not begun to write sees it.
    if (text === known) setText(project.instructions);
    setKnown(project.instructions);
  }
  const isDirty = text !== project.instructions;
  const write = (next: string) => {
    drafts.set(project.id, next);
    setText(next);
    setState('at-rest');
  };
  const save = async () => {
    setState('saving');
    const saved = await act('projects/update', { projectId: project.id, instructions: text });
    if (saved) drafts.delete(project.id);
    setState(saved ? 'saved' : 'at-rest');
  };
  return (
    <Section title={i.title} lead={i.lead}>
      <Textarea
        aria-label={i.title}
        className="max-h-96 min-h-28"
        value={text}
        maxLength={longestInstructions}
        placeholder={i.placeholder}
        onValueChange={write}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isDirty) void save();
        }}
      />
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-sm text-subtle">
        <p role="status" className="min-w-0 flex-1">
          {isDirty && state !== 'saving' && state !== 'saved' ? i.unsaved : state === 'saved' ? i.saved : project.instructionsTokens > 0 ? i.tokens(format.number(project.instructionsTokens)) : null}
        </p>
        {isDirty ? (
          <>
            <Button
              size="sm"
              onClick={() => {
                drafts.delete(project.id);
                setText(project.instructions);
              }}
            >
              {i.discard}
            </Button>
            <Button size="sm" variant="primary" loading={state === 'saving'} onClick={() => void save()}>{i.save}</Button>
          </>
        ) : null}
      </div>
    </Section>
  );
}
