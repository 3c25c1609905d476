/**
 * The mark of this installation, for the band of questions that are the app's own (T:J01). Nothing that shows content of a
 * server or a model may draw it.
 */
import { markSize } from '@portolan/contract/mark';
import type { Mark } from '@portolan/contract/mark';
import { Tooltip } from '@portolan/ui/tooltip';
import { useMark } from '../host/queries.ts';
import { useT } from './i18n.tsx';

/** Ground and figure, told apart by lightness too; the same in both themes, so that it looks the same. */
const colours = [
  ['#dbeafe', '#1e40af'],
  ['#dcfce7', '#166534'],
  ['#fef3c7', '#92400e'],
  ['#ffe4e6', '#9f1239'],
  ['#ede9fe', '#5b21b6'],
  ['#cffafe', '#155e75'],
  ['#ffedd5', '#9a3412'],
  ['#e2e8f0', '#1e293b'],
] as const;

/** Draws nothing until the host has said what it is. */
export function InstallMark() {
  const t = useT();
  const mark = useMark().data;
  if (!mark) return null;
  const words = wordsOf(mark, t);
  return (
    <Tooltip content={t.mark.hint}>
      <span data-mark role="img" aria-label={t.mark.label(words)} className="ml-auto flex shrink-0 items-center gap-1.5 text-xs font-medium whitespace-nowrap">
        <MarkPicture mark={mark} className="size-6 rounded-sm border border-line-strong" />
        <span>{words}</span>
      </span>
    </Tooltip>
  );
}

export function wordsOf(mark: Mark, t: ReturnType<typeof useT>): string {
  const [first, second] = mark.words;
  return t.mark.name(t.mark.first[first] ?? '', t.mark.second[second] ?? '');
}

export function MarkPicture({ mark, className }: { mark: Mark; className: string }) {
  const [ground, figure] = colours[mark.colour] ?? colours[0];
  const edge = 1;
  const size = markSize + 2 * edge;
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={className} aria-hidden="true" shapeRendering="crispEdges">
      <rect width={size} height={size} fill={ground} />
      {mark.cells.map((isFilled, index) =>
        // oxlint-disable-next-line react/no-array-index-key -- a cell is its place
        isFilled ? <rect key={index} x={edge + (index % markSize)} y={edge + Math.floor(index / markSize)} width={1} height={1} fill={figure} /> : null,
      )}
    </svg>
  );
}
