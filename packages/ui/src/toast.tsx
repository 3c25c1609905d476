import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, TriangleAlertIcon, XIcon } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { useUiLabels } from './ui-labels.tsx';

export type ToastTone = 'info' | 'success' | 'warn' | 'danger';

export interface ToastOptions {
  title: ReactNode;
  description?: ReactNode;
  tone?: ToastTone | undefined;
  /** One thing that can be done about it, such as Undo; the toast then stays longer. */
  action?: { label: string; onPress: () => void } | undefined;
  /** Milliseconds on screen; 0 stays until dismissed. Left out: 5 s, 10 s with an action, stays for `danger`. */
  duration?: number | undefined;
  /** A second toast with the same id replaces the first. */
  id?: string | undefined;
}

export interface ToastApi {
  /** Shows a toast and returns its id. */
  show: (options: ToastOptions) => string;
  close: (id: string) => void;
}

interface ToastData {
  tone: ToastTone;
  action: { label: string; onPress: () => void } | undefined;
}

const toneIcons = { info: InfoIcon, success: CircleCheckIcon, warn: TriangleAlertIcon, danger: CircleAlertIcon };

/** Holds the window's toasts; F6 moves focus to them. */
export function ToastProvider({ children }: { children: ReactNode }): ReactNode {
  const labels = useUiLabels();
  return (
    <Base.Provider limit={4}>
      {children}
      <Base.Portal>
        <Base.Viewport className="ui-toasts" aria-label={labels.notifications}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** Shows and closes toasts. */
export function useToast(): ToastApi {
  const { add, close } = Base.useToastManager<ToastData>();
  return useMemo(
    () => ({
      show: ({ title, description, tone = 'info', action, duration, id }) =>
        add({
          ...(id === undefined ? {} : { id }),
          title,
          description,
          timeout: duration ?? (tone === 'danger' ? 0 : action ? 10_000 : 5_000),
          priority: tone === 'danger' ? 'high' : 'low',
          data: { tone, action },
        }),
      close,
    }),
    [add, close],
  );
}

function ToastList(): ReactNode {
  const labels = useUiLabels();
  const { toasts, close } = Base.useToastManager<ToastData>();
  return toasts.map((toast) => {
    const { tone, action } = toast.data ?? { tone: 'info' as const, action: undefined };
    const Icon = toneIcons[tone];
    return (
      <Base.Root key={toast.id} toast={toast} className="ui-toast" swipeDirection="right">
        <Base.Content className="ui-toast-content" data-tone={tone}>
          <Icon aria-hidden="true" />
          <div className="ui-toast-text">
            <Base.Title className="ui-toast-title" />
            <Base.Description className="ui-toast-description" />
          </div>
          {action ? (
            <Button
              size="sm"
              onClick={() => {
                action.onPress();
                close(toast.id);
              }}
            >
              {action.label}
            </Button>
          ) : null}
          <Base.Close render={<IconButton label={labels.dismiss} tooltip={false} size="sm" icon={<XIcon aria-hidden="true" />} />} />
        </Base.Content>
      </Base.Root>
    );
  });
}
