/** What is looked for in a chat, for what would otherwise stay folded: a text that was found is opened, so that it is seen. */
import type { CallId } from '@portolan/contract/ids';
import { create } from 'zustand';

interface Found {
  /** In lower case; empty while nothing is looked for. */
  query: string;
  /** The call that holds the match one is at. */
  callId: CallId | null;
}

export const useFound = create<Found>()(() => ({ query: '', callId: null }));

/** Whether what is looked for is in this text. */
export function useIsFoundIn(text: string): boolean {
  const query = useFound((state) => state.query);
  return query !== '' && text.toLocaleLowerCase().includes(query);
}
