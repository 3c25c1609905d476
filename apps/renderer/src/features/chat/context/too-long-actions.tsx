/** The ways on when a chat is longer than its model can read: a summary, or a model that reads more. */
import type { ConversationId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { useConversation, useHostMutation } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { ModelPicker } from '../model-picker.tsx';
import { useSummarise } from './use-chat-context.ts';

export function TooLongActions({ conversationId }: { conversationId: ConversationId }) {
  const c = useT().context;
  const conversation = useConversation(conversationId).data?.conversation;
  const goOn = useHostMutation('conversations/continue');
  const { run, isPending, problem } = useSummarise(conversationId);
  return (
    <>
      <Button size="sm" variant="primary" loading={isPending || goOn.isPending} onClick={() => run(() => goOn.mutate({ conversationId }))}>{c.summariseAndRetry}</Button>
      {conversation ? <ModelPicker conversation={conversation} /> : null}
      {problem ? <ProblemCallout problem={problem} tone="warn" /> : null}
    </>
  );
}
