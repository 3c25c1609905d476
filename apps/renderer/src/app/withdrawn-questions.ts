/** A question that goes by itself says why, once, in words and to assistive technology (R07). */
import type { EventOf } from '@portolan/contract/contract';
import type { InteractionView, WithdrawnReason } from '@portolan/contract/interactions';
import { splitHidden } from '@portolan/ui/hidden-characters';
import { useToast } from '@portolan/ui/toast';
import { useEffect, useRef } from 'react';
import type { LiveSource } from '../host/live.ts';
import { reduceInteractions } from '../host/reducers.ts';
import { useLive } from '../host/use-live.ts';
import { useFirstT } from '../lib/i18n.tsx';

interface Gone {
  question: InteractionView;
  reason: WithdrawnReason;
}
interface State {
  open: InteractionView[];
  gone: Gone[];
}
const mostTold = 10;

function reduce(state: State | undefined, event: EventOf<'interactions/watch'>): State | undefined {
  const open = reduceInteractions(state?.open, event);
  if (open === undefined) return undefined;
  const gone = state?.gone ?? [];
  if (event.type !== 'settled' || event.reason === undefined) return { open, gone };
  const question = state?.open.find((each) => each.id === event.id);
  return { open, gone: question === undefined ? gone : [...gone, { question, reason: event.reason }].slice(-mostTold) };
}

const source: LiveSource<'interactions/watch', State> = { method: 'interactions/watch', input: {}, reduce };

export function useWithdrawnQuestions(): void {
  const t = useFirstT();
  const toast = useToast();
  const gone = useLive('interactions withdrawn', source).data?.gone;
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const { question, reason } of gone ?? []) {
      if (told.current.has(question.id)) continue;
      told.current.add(question.id);
      // Calls say in their own place what became of them; and the person knows what they stopped.
      if (question.kind === 'tool-approval' || question.kind === 'result-review' || reason === 'closing') continue;
      toast.show({ tone: reason === 'done' ? 'success' : 'info', title: t.asks.withdrawn[reason](visible(question.serverName)) });
    }
  }, [gone, toast, t]);
}

function visible(text: string): string {
  return splitHidden(text.slice(0, 100), { multiline: false }).parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}
