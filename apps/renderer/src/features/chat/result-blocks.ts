/** What of a result the model is to read, while the person works on it (H02). */
import type { ToolResultView } from '@portolan/contract/content';
import type { PassedBlock } from '@portolan/contract/result-reviews';
import { questionDrafts } from '../../lib/question-drafts.ts';

/** A text that can be changed, or a block that can be left out. `from` is its place in the result. */
export type EditedBlock = { kind: 'text'; text: string; from: number | null } | { kind: 'block'; from: number; isPassed: boolean };

export interface ResultDraft {
  /** What the model is to read instead of all of it; null while that is not changed. */
  passed: PassedBlock[] | null;
  /** What is being worked on; null while nothing is. */
  blocks: EditedBlock[] | null;
}

export const useResultDraft = questionDrafts<ResultDraft>({ passed: null, blocks: null });

/** What the model would read of it, ready to be changed. Structured content is read only where there is no text. */
export function startBlocks({ content, structuredContent }: ToolResultView, passed: readonly PassedBlock[] | null): EditedBlock[] {
  if (passed !== null) {
    const kept = passed.map((block): EditedBlock => {
      if ('text' in block) return { kind: 'text', text: block.text, from: null };
      const original = content[block.keep];
      return original?.type === 'text' ? { kind: 'text', text: original.text, from: block.keep } : { kind: 'block', from: block.keep, isPassed: true };
    });
    const left = content.flatMap((block, from): EditedBlock[] => (block.type === 'text' || passed.some((each) => 'keep' in each && each.keep === from) ? [] : [{ kind: 'block', from, isPassed: false }]));
    return [...kept, ...left];
  }
  const blocks = content.map((block, from): EditedBlock => (block.type === 'text' ? { kind: 'text', text: block.text, from } : { kind: 'block', from, isPassed: true }));
  const hasText = content.some((block) => block.type === 'text' && block.text !== '');
  return hasText || structuredContent === undefined ? blocks : [{ kind: 'text', text: JSON.stringify(structuredContent, null, 2), from: null }, ...blocks];
}

/** As the host is told; null when it is all of the result as it came. */
export function passedOf(result: ToolResultView, blocks: readonly EditedBlock[]): PassedBlock[] | null {
  const passed = blocks.flatMap((block): PassedBlock[] => {
    if (block.kind === 'block') return block.isPassed ? [{ keep: block.from }] : [];
    const original = block.from === null ? undefined : result.content[block.from];
    if (original?.type === 'text' && original.text === block.text && block.from !== null) return [{ keep: block.from }];
    return block.text === '' ? [] : [{ text: block.text }];
  });
  const started = startBlocks(result, null);
  return JSON.stringify(blocks) === JSON.stringify(started) ? null : passed;
}
