/** What the server had answered, where the model was told something else: asked of the host when it is opened (H02). */
import type { CallId, ConversationId, ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Collapsible } from '@portolan/ui/collapsible';
import { Spinner } from '@portolan/ui/spinner';
import { useRef, useState } from 'react';
import { useHostMutation, useHostQuery } from '../../host/queries.ts';
import { ToolResult } from '../../lib/content/tool-result.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useGuard } from '../../lib/use-guard.ts';

export interface OriginalResultProps {
  callId: CallId;
  serverId: ServerId | null;
  /** The chat of the call, where the model may still be given what was withheld. */
  withheldIn: ConversationId | null;
}

export function OriginalResult({ callId, serverId, withheldIn }: OriginalResultProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Collapsible label={t.chat.call.original} open={isOpen} onOpenChange={setIsOpen} className="text-sm">
      {isOpen ? (
        <div className="flex min-w-0 flex-col items-start gap-2">
          <Original callId={callId} serverId={serverId} />
          {withheldIn === null ? null : <PassOn callId={callId} conversationId={withheldIn} />}
        </div>
      ) : null}
    </Collapsible>
  );
}

/** Under what it is about: it is read before it is passed on, and not by a press that was meant for something else (T:J10). */
function PassOn({ callId, conversationId }: { callId: CallId; conversationId: ConversationId }) {
  const r = useT().interactions.review;
  const place = useRef<HTMLDivElement>(null);
  const guard = useGuard(place);
  const pass = useHostMutation('results/pass');
  return (
    <div ref={place} className="flex flex-col items-start gap-2">
      <Button
        size="sm"
        loading={pass.isPending}
        disabled={guard.isGuarded}
        focusableWhenDisabled
        onClick={(event) => {
          if (guard.accepts(event)) pass.mutate({ conversationId, callId });
        }}
      >
        {r.passAfterAll}
      </Button>
      <p className="text-xs text-muted">{r.passAfterAllHint}</p>
      {pass.error ? <ProblemCallout problem={pass.error.problem} /> : null}
    </div>
  );
}

function Original({ callId, serverId }: { callId: CallId; serverId: ServerId | null }) {
  const { data, error } = useHostQuery('results/original', { callId }, { fresh: true });
  if (error) return <ProblemCallout problem={error.problem} alert={false} />;
  return data ? <ToolResult result={data.result} serverId={serverId} /> : <Spinner />;
}
