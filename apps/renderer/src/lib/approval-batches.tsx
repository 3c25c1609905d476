/**
 * Open questions in the order in which they are shown together: calls of one server in one chat are a batch. What comes later
 * is put at the end, never before or between what is already there (T:J11).
 */
import type { InteractionId } from '@portolan/contract/ids';
import type { InteractionView, ToolApprovalView } from '@portolan/contract/interactions';
import { createContext, Suspense, use, useState } from 'react';
import type { ReactNode } from 'react';
import { keyOf } from './ask-cards.tsx';

/** A batch, or a sheet of what a server itself asks. `key` stays while it does. */
export interface Group {
  key: string;
  ids: readonly InteractionId[];
}

/** The groups as they are to be shown now, given how they were shown last. Pure. */
export function regroup(shown: readonly Group[], open: readonly InteractionView[]): Group[] {
  const isOpen = new Map(open.map((each) => [each.id, each]));
  const isFirst = shown.length === 0;
  const groups = shown.map(({ key, ids }) => ({ key, ids: ids.filter((id) => isOpen.has(id)) })).filter(({ ids }) => ids.length > 0);
  const known = new Set(groups.flatMap(({ ids }) => ids));
  for (const question of open) {
    if (known.has(question.id)) continue;
    const belongsTo = (group: Group) => group.ids.some((id) => kindOf(isOpen.get(id)) === kindOf(question));
    // Before anything was shown there is nothing that could move; a round is a sheet wherever it stands.
    const isFree = isFirst || question.kind !== 'tool-approval';
    const group = isFree ? groups.find(belongsTo) : groups.slice(-1).find(belongsTo);
    if (group) group.ids = [...group.ids, question.id];
    else groups.push({ key: question.id, ids: [question.id] });
  }
  return groups;
}

/** What belongs together. */
function kindOf(question: InteractionView | undefined): string {
  if (question === undefined) return '';
  return question.kind === 'tool-approval' ? `calls ${question.serverId} ${question.conversationId}` : keyOf([question]);
}

/** The groups while a page shows them; a new page orders them anew. */
export function useGroups(open: readonly InteractionView[]): { key: string; questions: InteractionView[] }[] {
  const [shown, setShown] = useState<readonly Group[]>([]);
  const next = regroup(shown, open);
  if (!isSame(shown, next)) setShown(next);
  const byId = new Map(open.map((each) => [each.id, each]));
  return next.map(({ key, ids }) => ({ key, questions: ids.flatMap((id) => byId.get(id) ?? []) }));
}

function isSame(a: readonly Group[], b: readonly Group[]): boolean {
  return a.length === b.length && a.every((group, index) => group.key === b[index]?.key && group.ids.join(' ') === b[index].ids.join(' '));
}

export type DrawBatch = (questions: readonly ToolApprovalView[]) => ReactNode;
const Batches = createContext<DrawBatch>(() => null);

/** The app says what draws a batch: the card of a call belongs to the chat. */
export function BatchesProvider({ draw, children }: { draw: DrawBatch; children: ReactNode }) {
  return <Batches value={draw}>{children}</Batches>;
}

export function BatchOf({ questions }: { questions: readonly ToolApprovalView[] }) {
  const draw = use(Batches);
  return questions.length === 0 ? null : <Suspense>{draw(questions)}</Suspense>;
}
