/** A chat without a model: what can be done all the same (C03), or that one of those connected has to be chosen. */
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { MessageSquareOffIcon } from 'lucide-react';
import { useProviders } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { navigate } from '../../lib/router.ts';

export function EmptyChat() {
  const t = useT();
  const e = t.chat.empty;
  const isConnected = useProviders().data?.providers.some((provider) => provider.models.length > 0) ?? false;
  return (
    <EmptyState
      className="h-full"
      icon={<MessageSquareOffIcon />}
      title={isConnected ? e.chooseTitle : e.noModelTitle}
      actions={
        <>
          <Button variant="primary" onClick={() => navigate({ at: 'settings', section: 'providers' })}>{isConnected ? e.chooseDefault : e.connectModel}</Button>
          <Button onClick={() => navigate({ at: 'servers' })}>{e.useByHand}</Button>
        </>
      }
    >
      {isConnected ? e.chooseText : e.noModelText}
    </EmptyState>
  );
}
