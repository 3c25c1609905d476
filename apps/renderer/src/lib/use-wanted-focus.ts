/** Takes the focus when the person pressed the way to this question, and then only (H08). */
import type { InteractionId } from '@portolan/contract/ids';
import { useEffect } from 'react';
import type { RefObject } from 'react';
import { useWantedQuestion } from './questions.ts';

export function useFocusWhenWanted(id: InteractionId, card: RefObject<HTMLElement | null>): void {
  const isWanted = useWantedQuestion((state) => state.id === id);
  const setWanted = useWantedQuestion((state) => state.set);
  useEffect(() => {
    if (!isWanted) return;
    setWanted(null);
    card.current?.scrollIntoView({ block: 'nearest' });
    card.current?.focus({ preventScroll: true });
  }, [isWanted, setWanted, card]);
}
