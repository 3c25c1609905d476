/** A field with its text drawn beneath it, so that places stand out while it stays a field like any other. */
import type { TemplateProblem } from '@portolan/contract/templates';
import { useMemo } from 'react';
import type { Ref } from 'react';
import { Textarea } from '@portolan/ui/textarea';
import { TemplateSource } from '../../../lib/template-view.tsx';

export interface TemplateEditorProps {
  ref: Ref<HTMLTextAreaElement>;
  text: string;
  problems: readonly TemplateProblem[];
  isInvalid: boolean;
  onChange: (text: string) => void;
}

/** The same on both layers, or they would not lie on each other. */
const letters = 'px-3 py-2 font-mono text-sm leading-6 break-words whitespace-pre-wrap';

export function TemplateEditor({ ref, text, problems, isInvalid, onChange }: TemplateEditorProps) {
  const wrong = useMemo(() => new Set(problems.filter(({ kind }) => kind !== 'not-checked').map(({ start }) => start)), [problems]);
  return (
    <div className="grid max-h-80 min-h-40 overflow-y-auto rounded-md bg-surface">
      {/* A line end at the very end has a line of its own in the field. */}
      <div aria-hidden="true" className={`col-start-1 row-start-1 border border-transparent ${letters}`}><TemplateSource text={text} wrong={wrong} />{'\n'}</div>
      <Textarea
        ref={ref}
        mono
        value={text}
        spellCheck={false}
        aria-invalid={isInvalid}
        className={`col-start-1 row-start-1 h-full resize-none overflow-hidden bg-transparent! text-transparent! caret-fg forced-colors:text-inherit! ${letters}`}
        onValueChange={onChange}
      />
    </div>
  );
}
