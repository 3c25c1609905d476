/** What a server wants to know at once: one question, or the sheet of a round. */
import type { AskView } from '../../lib/ask-cards.tsx';
import { AskOf } from './ask-of.tsx';
import { RoundSheet } from './round-sheet.tsx';

export function AskCard({ asks }: { asks: readonly AskView[] }) {
  const [first] = asks;
  if (first === undefined) return null;
  return first.round !== null && first.round.count > 1 ? <RoundSheet asks={asks} first={first} /> : <AskOf ask={first} />;
}
