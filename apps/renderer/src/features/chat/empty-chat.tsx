/** A chat without a model: what can be done all the same (C03). */
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { MessageSquareOffIcon } from 'lucide-react';
import { useT } from '../../lib/i18n.tsx';
import { navigate } from '../../lib/router.ts';

export function EmptyChat() {
  const t = useT();
  return (
    <EmptyState
      className="h-full"
      icon={<MessageSquareOffIcon />}
      title={t.chat.empty.noModelTitle}
      actions={
        <>
          <Button variant="primary" onClick={() => navigate({ at: 'settings', section: 'providers' })}>{t.chat.empty.connectModel}</Button>
          <Button onClick={() => navigate({ at: 'servers' })}>{t.chat.empty.useByHand}</Button>
        </>
      }
    >
      {t.chat.empty.noModelText}
    </EmptyState>
  );
}
