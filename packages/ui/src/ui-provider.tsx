import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { LiveRegionProvider } from './live-region.tsx';
import { ThemeProvider, type ContrastChoice, type Density, type MotionChoice, type ThemeChoice } from './theme-provider.tsx';
import { ToastProvider } from './toast.tsx';
import { UiLabelsProvider, type UiLabels } from './ui-labels.tsx';

export interface UiProviderProps {
  labels: UiLabels;
  theme?: ThemeChoice | undefined;
  density?: Density | undefined;
  fontScale?: number | undefined;
  contrast?: ContrastChoice | undefined;
  motion?: MotionChoice | undefined;
  children: ReactNode;
}

/**
 * Everything the primitives expect above them, once per window: labels, theme, toasts, announcements.
 * Style elements are switched off because the page's policy is `style-src 'self'`.
 */
export function UiProvider({ labels, theme = 'system', density, fontScale, contrast, motion, children }: UiProviderProps): ReactNode {
  return (
    <CSPProvider disableStyleElements>
      <UiLabelsProvider value={labels}>
        <ThemeProvider choice={theme} density={density} fontScale={fontScale} contrast={contrast} motion={motion}>
          <Tooltip.Provider delay={450} closeDelay={60}>
            <LiveRegionProvider>
              <ToastProvider>{children}</ToastProvider>
            </LiveRegionProvider>
          </Tooltip.Provider>
        </ThemeProvider>
      </UiLabelsProvider>
    </CSPProvider>
  );
}
