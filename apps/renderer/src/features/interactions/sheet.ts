/** For a question that is part of a round: the sheet around it says no and sends, and knows what the host found wrong. */
import type { FieldProblemView } from '@portolan/contract/elicitation';
import type { InteractionId } from '@portolan/contract/ids';
import { createContext, use } from 'react';

export interface Sheet {
  /** Sending was tried: everything that is wrong is shown. */
  isTried: boolean;
  isSending: boolean;
  problemsOf: (id: InteractionId) => readonly FieldProblemView[];
}

export const SheetContext = createContext<Sheet | null>(null);

/** Null for a question that stands alone. */
export function useSheet(): Sheet | null {
  return use(SheetContext);
}
