/** The texts of a result to be changed, and its other parts to be left out, before the model reads it (H02). */
import type { ToolResultView } from '@portolan/contract/content';
import type { ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Checkbox } from '@portolan/ui/checkbox';
import { Field } from '@portolan/ui/field';
import { Textarea } from '@portolan/ui/textarea';
import { ContentBlock } from '../../lib/content/content-blocks.tsx';
import { useT } from '../../lib/i18n.tsx';
import { matches } from '../../lib/shortcuts.ts';
import { passedOf, startBlocks } from './result-blocks.ts';
import type { EditedBlock } from './result-blocks.ts';

export interface ResultEditorProps {
  result: ToolResultView;
  blocks: readonly EditedBlock[];
  serverId: ServerId;
  onChange: (blocks: EditedBlock[]) => void;
  onDone: () => void;
  onCancel: () => void;
}

export function ResultEditor({ result, blocks, serverId, onChange, onDone, onCancel }: ResultEditorProps) {
  const t = useT();
  const r = t.interactions.review;
  // Nothing at all is not passed on, it is withheld.
  const isEmpty = passedOf(result, blocks)?.length === 0;
  const done = () => {
    if (!isEmpty) onDone();
  };
  return (
    // The shortcut works from every field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="flex min-w-0 flex-col gap-3"
      onKeyDown={(event) => {
        if (event.repeat || !matches('Mod+Enter', event.nativeEvent)) return;
        event.preventDefault();
        event.stopPropagation();
        done();
      }}
    >
      {blocks.map((block, index) => {
        if (block.kind === 'text') {
          return (
            // Parts do not move while they are worked on.
            // oxlint-disable-next-line react/no-array-index-key
            <Field key={index} label={r.part(index + 1)}>
              <Textarea rows={6} value={block.text} spellCheck={false} onValueChange={(text) => onChange(blocks.with(index, { ...block, text }))} />
            </Field>
          );
        }
        const original = result.content[block.from];
        return (
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="flex min-w-0 flex-col gap-1.5">
            <Checkbox label={r.passOn(r.part(index + 1))} checked={block.isPassed} onCheckedChange={(isPassed) => onChange(blocks.with(index, { ...block, isPassed }))} />
            {original === undefined ? null : <ContentBlock block={original} serverId={serverId} />}
          </div>
        );
      })}
      {isEmpty ? <p role="status" className="text-sm text-warn-fg">{r.nothingLeft}</p> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" size="sm" disabled={isEmpty} focusableWhenDisabled onClick={done}>{r.editDone}</Button>
        <Button size="sm" onClick={onCancel}>{t.interactions.approval.editCancel}</Button>
        <Button variant="ghost" size="sm" onClick={() => onChange(startBlocks(result, null))}>{r.editReset}</Button>
      </div>
    </div>
  );
}
