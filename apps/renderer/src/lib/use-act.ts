/** Acts whose failure has no place of its own on the page: it is said in a toast. */
import type { InputOf, OutputOf, RequestName } from '@portolan/contract/contract';
import { useToast } from '@portolan/ui/toast';
import { useCallback } from 'react';
import { useHost } from '../host/host-context.tsx';
import { problemOf, useLateProblemText } from './problem.tsx';

export type Act = <M extends RequestName>(method: M, input: InputOf<M>) => Promise<OutputOf<M> | undefined>;

/**
 * Resolves with the answer, or with undefined after a failure, which the person has then been told. Never rejects. What
 * follows it happens even when the component that acted is gone by then (a row of something that was removed).
 */
export function useAct(): Act {
  const { link } = useHost();
  const toast = useToast();
  const problemText = useLateProblemText();
  return useCallback<Act>(
    async (method, input) => {
      try {
        return await link.request(method, input);
      } catch (error) {
        const words = await problemText(problemOf(error));
        // The same failure twice is one thing to read.
        toast.show({ id: `${method} ${words.title}`, tone: 'danger', title: words.title, description: words.next });
        return undefined;
      }
    },
    [link, toast, problemText],
  );
}
