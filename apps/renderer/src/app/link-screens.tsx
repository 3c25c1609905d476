/** What the window shows while there is nothing of the host to show. */
import { EmptyState } from '@portolan/ui/empty-state';
import { Spinner } from '@portolan/ui/spinner';
import { KeyRoundIcon, UnplugIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';

function Centre({ children }: { children: ReactNode }) {
  return <main className="grid h-full place-items-center p-6">{children}</main>;
}

/** Nothing for a moment, then a quiet sign: most starts are faster than a flash of a spinner. */
export function Loading() {
  const t = useT();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Centre>
      {isLate ? (
        <p className="flex items-center gap-2 text-sm text-muted" role="status">
          <Spinner />
          {t.app.loading}
        </p>
      ) : null}
    </Centre>
  );
}

export function Away() {
  const t = useT();
  return (
    <Centre>
      <EmptyState level={2} icon={<UnplugIcon />} title={t.app.connection.gone}>
        {t.app.connection.goneText}
      </EmptyState>
    </Centre>
  );
}

export function SignedOut() {
  const t = useT();
  return (
    <Centre>
      <EmptyState level={2} icon={<KeyRoundIcon />} title={t.app.connection.signedOut}>
        {t.app.connection.signedOutText}
      </EmptyState>
    </Centre>
  );
}
