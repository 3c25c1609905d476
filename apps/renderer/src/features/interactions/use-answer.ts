/** Sends the answer to one question, once; what the host finds wrong with it comes back. */
import type { FieldProblemView } from '@portolan/contract/elicitation';
import type { HostError } from '@portolan/contract/errors';
import type { InteractionAnswer } from '@portolan/contract/interactions';
import type { RefObject } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import type { AskView } from '../../lib/ask-cards.tsx';
import { focusComposer, useFocusHandedOn } from '../../lib/use-focus-handed-on.ts';

export interface Answering {
  send: (answer: InteractionAnswer) => void;
  isSending: boolean;
  /** The host did nothing with it: the question is over, or another by now. */
  isStale: boolean;
  problems: readonly FieldProblemView[];
  error: HostError | null;
}

export function useAnswer(ask: AskView, card: RefObject<HTMLElement | null>): Answering {
  const resolve = useHostMutation('interactions/resolve');
  const handOn = useFocusHandedOn(card);
  // A step that goes on comes back as the same question with another hash: what was said of the one before is over.
  const isAboutThis = resolve.variables?.hash === ask.hash;
  const result = isAboutThis ? resolve.data : undefined;
  return {
    isSending: isAboutThis && (resolve.isPending || result?.accepted === true),
    isStale: result?.accepted === false && result.problems === undefined,
    problems: result?.problems ?? [],
    error: isAboutThis ? resolve.error : null,
    send: (answer) => {
      // The card goes when the host has settled it; a keyboard must not be left nowhere.
      const hadFocus = card.current?.contains(document.activeElement) ?? false;
      handOn(hadFocus && !goesOn(answer));
      resolve.mutate(
        { id: ask.id, hash: ask.hash, answer },
        {
          onSuccess: ({ accepted }) => {
            handOn(false);
            if (!accepted || !hadFocus) return;
            if (goesOn(answer)) {
              card.current?.focus({ preventScroll: true });
              return;
            }
            focusComposer();
          },
        },
      );
    },
  };
}

/** A step after which the same question stands with another content. */
function goesOn(answer: InteractionAnswer): boolean {
  return answer.kind === 'sampling' && answer.action !== 'send' && answer.action !== 'deny';
}
