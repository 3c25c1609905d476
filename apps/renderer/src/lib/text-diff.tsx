/** Two texts line by line. What is new and what is gone is told by a sign and in words, not by colour alone. */
import type { TextDiff } from '@portolan/contract/configuration';
import { RevealText } from '@portolan/ui/reveal-text';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { useT } from './i18n.tsx';

const looks = { same: 'text-muted', added: 'bg-success-soft text-success-fg', removed: 'bg-danger-soft text-danger-fg' };
const signs = { same: ' ', added: '+', removed: '−' };

export function TextDiffView({ diff, label }: { diff: TextDiff; label: string }) {
  const d = useT().configuration.diff;
  if (diff.isTooLarge) return <p className="text-sm text-muted">{d.tooLarge}</p>;
  if (diff.hunks.length === 0) return <p className="text-sm text-muted">{d.same}</p>;
  return (
    <div className="min-w-0">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div role="region" aria-label={label} tabIndex={0} className="max-h-96 overflow-auto rounded-md border border-line bg-sunken py-1 font-mono text-xs">
        {diff.hunks.map((hunk, at) => (
          <div key={`${hunk.before} ${hunk.after}`} className="w-max min-w-full">
            {at > 0 ? <p className="px-2 text-subtle">⋯ <VisuallyHidden>{d.gap}</VisuallyHidden></p> : null}
            {hunk.lines.map((line, index) => (
              // Lines may repeat; their place is what they are.
              // oxlint-disable-next-line react/no-array-index-key
              <p key={index} className={`px-2 whitespace-pre ${looks[line.kind]}`}>
                <span aria-hidden="true">{signs[line.kind]} </span>
                {line.kind === 'same' ? null : <VisuallyHidden>{d[line.kind]}: </VisuallyHidden>}
                <RevealText text={line.text.replaceAll('\t', '  ')} hideCount />
              </p>
            ))}
          </div>
        ))}
      </div>
      {JSON.stringify(diff).includes('•••') ? <p className="mt-1 text-xs text-subtle">{d.hiddenNote}</p> : null}
    </div>
  );
}
