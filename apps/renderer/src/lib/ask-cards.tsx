/**
 * The card of a question that a server asks, for whoever shows it in its own place: a chat below the call, a tool tried by
 * hand. The app says what draws it.
 */
import type { InteractionView } from '@portolan/contract/interactions';
import { createContext, Suspense, use } from 'react';
import type { ComponentType, ReactNode } from 'react';

export type AskView = Exclude<InteractionView, { kind: 'tool-approval' | 'result-review' }>;
export type AskCardComponent = ComponentType<{ asks: readonly AskView[] }>;

const AskCards = createContext<AskCardComponent | null>(null);

export function AskCardsProvider({ card, children }: { card: AskCardComponent; children: ReactNode }) {
  return <AskCards value={card}>{children}</AskCards>;
}

/** What a server asks for one thing of ours. Draws nothing while it asks nothing. */
export function AskCardsOf({ asks }: { asks: readonly AskView[] }) {
  const Card = use(AskCards);
  if (Card === null || asks.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Suspense>{sheetsOf(asks).map((sheet) => <Card key={keyOf(sheet)} asks={sheet} />)}</Suspense>
    </div>
  );
}

/** Questions of one round belong together, where the first of them stands. */
export function sheetsOf<T extends InteractionView>(questions: readonly T[]): T[][] {
  const sheets = new Map<string, T[]>();
  for (const question of questions) {
    const key = keyOf([question]);
    const sheet = sheets.get(key);
    if (sheet === undefined) sheets.set(key, [question]);
    else sheet.push(question);
  }
  return [...sheets.values()];
}

export function keyOf([first]: readonly InteractionView[]): string {
  if (first === undefined) return '';
  return !isAsk(first) || first.round === null ? first.id : `round ${first.round.id}`;
}

export function isAsk(view: InteractionView): view is AskView {
  return view.kind !== 'tool-approval' && view.kind !== 'result-review';
}
