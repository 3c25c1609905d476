/** What the window shows while there is nothing of the host to show. */
import type { Problem } from '@portolan/contract/errors';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Spinner } from '@portolan/ui/spinner';
import { KeyRoundIcon, UnplugIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFirstT } from '../lib/i18n.tsx';
import { ProblemCallout } from '../lib/problem.tsx';
import { useDelayed } from '../lib/use-delayed.ts';

function Centre({ children }: { children: ReactNode }) {
  return <main className="grid h-full place-items-center overflow-auto p-6">{children}</main>;
}

/** Nothing for a moment, then a quiet sign: most starts are faster than a flash of a spinner. */
export function Loading() {
  const t = useFirstT();
  const isLate = useDelayed(true, 400);
  return (
    <Centre>
      <p className="flex items-center gap-2 text-sm text-muted" role="status">
        {isLate ? (
          <>
            <Spinner />
            {t.app.loading}
          </>
        ) : null}
      </p>
    </Centre>
  );
}

export function Away() {
  const t = useFirstT();
  return (
    <Centre>
      <EmptyState level={2} icon={<UnplugIcon />} title={t.app.connection.gone} actions={<Reload />}>
        {t.app.connection.goneText}
      </EmptyState>
    </Centre>
  );
}

export function SignedOut() {
  const t = useFirstT();
  return (
    <Centre>
      <EmptyState level={2} icon={<KeyRoundIcon />} title={t.app.connection.signedOut}>
        {t.app.connection.signedOutText}
      </EmptyState>
    </Centre>
  );
}

/** The host is there and cannot say even what the settings are. */
export function Failed({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  return (
    <Centre>
      <div className="max-w-lg">
        <ProblemCallout problem={problem} onRetry={onRetry} actions={<Reload />} />
      </div>
    </Centre>
  );
}

function Reload() {
  const t = useFirstT();
  return <Button onClick={() => location.reload()}>{t.shell.reload}</Button>;
}
