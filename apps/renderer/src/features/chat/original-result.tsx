/** What the server had answered, where the model was told something else: asked of the host when it is opened (H02). */
import type { CallId, ServerId } from '@portolan/contract/ids';
import { Collapsible } from '@portolan/ui/collapsible';
import { Spinner } from '@portolan/ui/spinner';
import { useState } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { ToolResult } from '../../lib/content/tool-result.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

export function OriginalResult({ callId, serverId }: { callId: CallId; serverId: ServerId | null }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Collapsible label={t.chat.call.original} open={isOpen} onOpenChange={setIsOpen} className="text-sm">
      {isOpen ? <Original callId={callId} serverId={serverId} /> : null}
    </Collapsible>
  );
}

function Original({ callId, serverId }: { callId: CallId; serverId: ServerId | null }) {
  const { data, error } = useHostQuery('results/original', { callId }, { fresh: true });
  if (error) return <ProblemCallout problem={error.problem} alert={false} />;
  return data ? <ToolResult result={data.result} serverId={serverId} /> : <Spinner />;
}
