/** The answer as it would go back to the server: texts, and uses of its tools with what is entered for them, all of it to be changed. */
import type { SamplingView } from '@portolan/contract/sampling';
import { SchemaForm } from '@portolan/schema-form/schema-form';
import { Button } from '@portolan/ui/button';
import { IconButton } from '@portolan/ui/icon-button';
import { Field } from '@portolan/ui/field';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { Textarea } from '@portolan/ui/textarea';
import { TextIcon, WrenchIcon, XIcon } from 'lucide-react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { newUse, schemaOf } from './answer-blocks.ts';
import type { DraftBlock } from './answer-blocks.ts';

export interface SamplingAnswerFieldsProps {
  ask: SamplingView;
  phase: Extract<SamplingView['phase'], { at: 'answer' }>;
  blocks: DraftBlock[];
  showErrors: boolean;
  onChange: (next: DraftBlock[]) => void;
}

export function SamplingAnswerFields({ ask, phase, blocks, showErrors, onChange }: SamplingAnswerFieldsProps) {
  const s = useT().asks.sampling;
  const format = useFormat();
  const { messages, tools, toolChoice } = ask.request;
  const last = messages.at(-1)?.content.find((block) => block.type === 'text');
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {last?.type === 'text' ? <p className="max-h-40 overflow-auto border-l-2 border-line-strong pl-3 text-sm break-words whitespace-pre-wrap text-muted"><RevealText text={last.text} multiline /></p> : null}
      <p className="text-sm"><RevealText text={phase.model === null ? s.writeIt : s.answered(phase.model)} /></p>
      {phase.tokens === null ? null : <p className="text-xs text-subtle">{s.cost(format.number(phase.tokens), phase.cost === null ? null : format.money(phase.cost))}</p>}
      {blocks.map((block, index) =>
        block.type === 'text' ? (
          <Field key={`${index}`} label={s.answer}>
            <Textarea value={block.text} onValueChange={(text) => onChange(blocks.with(index, { type: 'text', text }))} />
          </Field>
        ) : (
          <UseOfTool key={block.id} block={block} tools={tools} showErrors={showErrors} onChange={(next) => onChange(blocks.with(index, next))} onRemove={() => onChange(blocks.filter((_, at) => at !== index))} />
        ),
      )}
      {blocks.some(({ type }) => type === 'text') ? null : <Button size="sm" className="self-start" icon={<TextIcon />} onClick={() => onChange([{ type: 'text', text: '' }, ...blocks])}>{s.addText}</Button>}
      {tools.length === 0 || toolChoice === 'none' ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <Menu trigger={<Button size="sm" icon={<WrenchIcon />}>{s.addUse}</Button>}>
            {tools.map(({ name, description }) => (
              <MenuItem key={name} description={description.slice(0, 200)} onSelect={() => onChange([...blocks, newUse(tools, name)])}>
                <RevealText text={name} hideCount />
              </MenuItem>
            ))}
          </Menu>
          <span className="text-xs text-muted">{toolChoice === 'required' ? s.choice.required : s.addUseHint}</span>
        </div>
      )}
    </div>
  );
}

interface UseOfToolProps {
  block: Extract<DraftBlock, { type: 'tool_use' }>;
  tools: SamplingView['request']['tools'];
  showErrors: boolean;
  onChange: (next: DraftBlock) => void;
  onRemove: () => void;
}

function UseOfTool({ block, tools, showErrors, onChange, onRemove }: UseOfToolProps) {
  const t = useT();
  const s = t.asks.sampling;
  return (
    <section aria-label={`${s.toolUse} ${revealed(block.name)}`} className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-3">
      <div className="flex min-w-0 items-start gap-2">
        <p className="min-w-0 flex-1 text-sm">{s.toolUse} <code className="font-semibold break-all"><RevealText text={block.name} /></code></p>
        <IconButton size="sm" label={s.removeUse(revealed(block.name))} icon={<XIcon />} onClick={onRemove} />
      </div>
      <SchemaForm schema={schemaOf(tools, block.name)} value={block.form} onChange={(form) => onChange({ ...block, form })} labels={t.forms} showErrors={showErrors} />
    </section>
  );
}
