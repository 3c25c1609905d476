/** What was typed into a question, kept while it is open: going to another page and back loses nothing. */
import type { InteractionId } from '@portolan/contract/ids';
import type { FormState } from '@portolan/schema-form/form-state';
import { useState } from 'react';

const mostKept = 50;
const kept = new Map<InteractionId, FormState>();

export function useKeptForm(id: InteractionId, start: () => FormState): [FormState, (next: FormState) => void] {
  const [state, setState] = useState(() => kept.get(id) ?? start());
  return [
    state,
    (next) => {
      kept.delete(id);
      kept.set(id, next);
      for (const old of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(old);
      }
      setState(next);
    },
  ];
}
