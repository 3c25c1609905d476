import type { ReactNode } from 'react';
import type { UiLabels } from '../src/ui-labels.tsx';
import { UiProvider } from '../src/ui-provider.tsx';

/** Words for tests; the product's are in the catalogues. */
export const labels: UiLabels = {
  close: 'Close',
  dismiss: 'Dismiss',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  increase: 'Increase',
  decrease: 'Decrease',
  clear: 'Clear',
  notifications: 'Notifications',
  optional: 'optional',
  required: 'required',
  hiddenCharacters: (count) => `${count} hidden`,
  moreCharacters: (count) => `${count} more`,
};

export function TestProvider({ children }: { children: ReactNode }): ReactNode {
  return (
    <UiProvider labels={labels} theme="light">
      {children}
    </UiProvider>
  );
}
