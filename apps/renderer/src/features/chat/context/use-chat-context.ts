/** What of a chat goes to its model, as the host measures it. */
import type { ContextState } from '@portolan/contract/context';
import type { ConversationId } from '@portolan/contract/ids';
import { useToast } from '@portolan/ui/toast';
import { useHostMutation } from '../../../host/queries.ts';
import { useLive } from '../../../host/use-live.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';

/** Undefined until the host has measured it once. */
export function useChatContext(conversationId: ConversationId): ContextState | undefined {
  return useLive(`context:${conversationId}`, { method: 'context/watch', input: { conversationId }, reduce: (_state: ContextState | undefined, event: ContextState) => event }).data;
}

/** Has earlier messages summarised, and offers the way back. */
export function useSummarise(conversationId: ConversationId) {
  const c = useT().context;
  const toast = useToast();
  const undo = useUndoSummary(conversationId);
  const mutation = useHostMutation('context/summarise');
  const run = (then?: () => void) =>
    mutation.mutate({ conversationId }, {
      onSuccess: ({ summary }) => {
        toast.show({ title: c.summarised, action: { label: c.undo, onPress: () => undo(summary.id) } });
        then?.();
      },
    });
  return { run, isPending: mutation.isPending, problem: mutation.error?.problem ?? null };
}

export function useUndoSummary(conversationId: ConversationId): (id: string) => void {
  const c = useT().context;
  const act = useAct();
  const toast = useToast();
  return (id) =>
    void act('context/undoSummary', { conversationId, id }).then((done) => {
      if (done !== undefined) toast.show({ title: c.undone, description: c.undoneNote });
    });
}
