/** The answer as it would go back to the server, in boxes that can be changed. */
import type { AnswerBlock, SamplingView } from '@portolan/contract/sampling';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { Field } from '@portolan/ui/field';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { Textarea } from '@portolan/ui/textarea';
import { XIcon } from 'lucide-react';
import { useT } from '../../lib/i18n.tsx';

export interface SamplingAnswerFieldsProps {
  ask: SamplingView;
  /** Null when the person writes it. */
  model: string | null;
  content: AnswerBlock[];
  onChange: (next: AnswerBlock[]) => void;
}

export function SamplingAnswerFields({ ask, model, content, onChange }: SamplingAnswerFieldsProps) {
  const s = useT().asks.sampling;
  const last = ask.request.messages.at(-1)?.content.find((block) => block.type === 'text');
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {last?.type === 'text' ? <p className="max-h-40 overflow-auto border-l-2 border-line-strong pl-3 text-sm break-words whitespace-pre-wrap text-muted"><RevealText text={last.text} multiline /></p> : null}
      <p className="text-sm"><RevealText text={model === null ? s.writeIt : s.answered(model)} /></p>
      {content.map((block, index) =>
        block.type === 'text' ? (
          <Field key={`${index}`} label={s.answer}>
            <Textarea value={block.text} onValueChange={(text) => onChange(content.with(index, { type: 'text', text }))} />
          </Field>
        ) : (
          <div key={block.id} className="flex min-w-0 items-start gap-2">
            <div className="min-w-0 flex-1">
              <Callout tone="info">{s.toolUse}</Callout>
              <CodeText block label={block.name} text={`${block.name} ${JSON.stringify(block.input, null, 2)}`} className="mt-1 max-h-60 overflow-auto" />
            </div>
            <IconButton label={s.removeUse(block.name)} icon={<XIcon />} onClick={() => onChange(content.filter((_, at) => at !== index))} />
          </div>
        ),
      )}
    </div>
  );
}
