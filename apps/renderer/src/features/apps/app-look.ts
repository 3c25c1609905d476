/** What an app is told of the window it is shown in: theme, language, size, and our colours under the names apps know. */
import type { McpUiHostContext, McpUiStyleVariableKey } from '@modelcontextprotocol/ext-apps/app-bridge';

export type DisplayMode = 'inline' | 'fullscreen' | 'pip';
export const displayModes: DisplayMode[] = ['inline', 'fullscreen', 'pip'];

/** Least and most height of an app inside a chat, in pixels. */
export const leastHeight = 48;
export const mostHeight = 640;
/** Before it has said how high it wants to be. */
export const usualHeight = 240;

/** As wanted, within what a chat can bear: `1e9`, `-1` and `NaN` are wants as well (I14). */
export function heightFor(wanted: number | undefined, windowHeight: number): number | null {
  if (wanted === undefined || !Number.isFinite(wanted) || wanted <= 0) return null;
  return Math.round(Math.min(Math.max(wanted, leastHeight), Math.max(leastHeight, Math.min(mostHeight, windowHeight * 0.8))));
}

const tokens: Partial<Record<McpUiStyleVariableKey, string>> = {
  '--color-background-primary': '--ui-surface',
  '--color-background-secondary': '--ui-bg',
  '--color-background-tertiary': '--ui-sunken',
  '--color-background-inverse': '--ui-fg',
  '--color-background-ghost': '--ui-hover',
  '--color-background-info': '--ui-accent-soft',
  '--color-background-danger': '--ui-danger-soft',
  '--color-background-success': '--ui-success-soft',
  '--color-background-warning': '--ui-warn-soft',
  '--color-background-disabled': '--ui-sunken',
  '--color-text-primary': '--ui-fg',
  '--color-text-secondary': '--ui-muted',
  '--color-text-tertiary': '--ui-subtle',
  '--color-text-inverse': '--ui-bg',
  '--color-text-ghost': '--ui-muted',
  '--color-text-info': '--ui-accent-fg',
  '--color-text-danger': '--ui-danger-fg',
  '--color-text-success': '--ui-success-fg',
  '--color-text-warning': '--ui-warn-fg',
  '--color-text-disabled': '--ui-subtle',
  '--color-border-primary': '--ui-line-strong',
  '--color-border-secondary': '--ui-line',
  '--color-border-tertiary': '--ui-line',
  '--color-border-inverse': '--ui-fg',
  '--color-border-ghost': '--ui-line',
  '--color-border-info': '--ui-accent-line',
  '--color-border-danger': '--ui-danger-line',
  '--color-border-success': '--ui-success-line',
  '--color-border-warning': '--ui-warn-line',
  '--color-border-disabled': '--ui-line',
  '--color-ring-primary': '--ui-focus',
  '--font-sans': '--ui-font-sans',
  '--font-mono': '--ui-font-mono',
};

export interface LookInput {
  theme: 'light' | 'dark';
  locale: string;
  mode: DisplayMode;
  /** Of its place on the screen, in pixels. */
  width: number;
  platform: 'web' | 'desktop';
}

export function lookOf({ theme, locale, mode, width, platform }: LookInput): McpUiHostContext {
  const root = getComputedStyle(document.documentElement);
  const variables = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, root.getPropertyValue(token).trim()]));
  return {
    theme,
    locale,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    displayMode: mode,
    availableDisplayModes: displayModes,
    containerDimensions: mode === 'inline' ? { width, maxHeight: Math.round(Math.min(mostHeight, innerHeight * 0.8)) } : { width, height: mode === 'pip' ? pipHeight : Math.max(leastHeight, innerHeight - barHeight) },
    // The type wants every name; an app has defaults for those it is not given.
    styles: { variables: variables as NonNullable<NonNullable<McpUiHostContext['styles']>['variables']> },
    userAgent: 'portolan',
    platform,
    deviceCapabilities: { touch: matchMedia('(any-pointer: coarse)').matches, hover: matchMedia('(hover: hover)').matches },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  };
}

/** Of the bar that stays above an app wherever it is, in pixels. */
export const barHeight = 40;
export const pipHeight = 260;
