/** Over the composer: that a summary is being written, or that there is nearly no room and nothing will be done about it by itself. */
import type { ConversationView } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Spinner } from '@portolan/ui/spinner';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { useChatContext, useSummarise } from './use-chat-context.ts';

export function ContextNotice({ conversation }: { conversation: ConversationView }) {
  const c = useT().context;
  const state = useChatContext(conversation.id);
  const { run, isPending, problem } = useSummarise(conversation.id);
  if (state?.isSummarising === true) {
    return <p role="status" className="mb-2 flex items-center gap-2 text-sm text-muted"><Spinner /> {c.summarising}</p>;
  }
  // Where the app does it by itself there is nothing to be decided.
  if (!state?.meter?.isNearlyFull || (state.isAutomatic && state.meter.window.source !== 'usual')) return null;
  return (
    <div className="mb-2 flex flex-col gap-2">
      <Callout tone="warn" actions={<Button size="sm" loading={isPending} disabled={conversation.isRunning} onClick={() => run()}>{c.summarise}</Button>}>{c.nearlyFull}</Callout>
      {problem ? <ProblemCallout problem={problem} tone="warn" /> : null}
    </div>
  );
}
