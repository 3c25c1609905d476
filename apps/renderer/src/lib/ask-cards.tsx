/**
 * The card of a question that a server asks, for whoever shows it in its own place: a chat below the call, a tool tried by
 * hand. The app says what draws it.
 */
import type { InteractionView } from '@portolan/contract/interactions';
import { createContext, Suspense, use } from 'react';
import type { ComponentType, ReactNode } from 'react';

export type AskView = Exclude<InteractionView, { kind: 'tool-approval' }>;
export type AskCardComponent = ComponentType<{ ask: AskView }>;

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
      <Suspense>{asks.map((ask) => <Card key={ask.id} ask={ask} />)}</Suspense>
    </div>
  );
}

export function isAsk(view: InteractionView): view is AskView {
  return view.kind !== 'tool-approval';
}
