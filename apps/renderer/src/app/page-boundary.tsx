/** A page that breaks shows what happened and leaves the rest of the window alone. */
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { CircleAlertIcon } from 'lucide-react';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { useFirstT } from '../lib/i18n.tsx';

interface State {
  error: Error | null;
}

export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <Broken error={error} onRetry={() => this.setState({ error: null })} /> : this.props.children;
  }
}

function Broken({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useFirstT();
  return (
    <div className="grid h-full place-items-center overflow-auto p-6" role="alert">
      <EmptyState
        icon={<CircleAlertIcon />}
        title={t.app.crash.title}
        actions={
          <>
            <Button onClick={onRetry}>{t.app.actions.retry}</Button>
            <Button onClick={() => location.reload()}>{t.shell.reload}</Button>
          </>
        }
      >
        {t.shell.pageBroken(error.message)}
      </EmptyState>
    </div>
  );
}
