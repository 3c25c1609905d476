import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';

/** What the person chose. */
export type ThemeChoice = 'system' | 'light' | 'dark';
/** What is shown. */
export type Theme = 'light' | 'dark';
export type Density = 'comfortable' | 'compact';
export type ContrastChoice = 'system' | 'more';
export type MotionChoice = 'system' | 'reduced';

export interface ThemeProviderProps {
  choice: ThemeChoice;
  density?: Density | undefined;
  /** 1 = 16 px root size; kept within 0.8–1.6. */
  fontScale?: number | undefined;
  contrast?: ContrastChoice | undefined;
  motion?: MotionChoice | undefined;
  children: ReactNode;
}

const ThemeContext = createContext<Theme>('light');
const darkQuery = '(prefers-color-scheme: dark)';
const contrastQuery = '(prefers-contrast: more)';
const motionQuery = '(prefers-reduced-motion: reduce)';

/**
 * Sets `data-theme`, `data-density`, `data-contrast`, `data-motion` and the font scale on `<html>`. The choice `system`
 * follows the operating system while the window is open.
 */
export function ThemeProvider({ choice, density = 'comfortable', fontScale = 1, contrast = 'system', motion = 'system', children }: ThemeProviderProps): ReactNode {
  const systemDark = useSystem(darkQuery);
  const systemContrast = useSystem(contrastQuery);
  const systemMotion = useSystem(motionQuery);
  const theme: Theme = choice === 'system' ? (systemDark ? 'dark' : 'light') : choice;
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
  const hasMore = contrast === 'more' || systemContrast;
  useEffect(() => {
    document.documentElement.dataset['contrast'] = hasMore ? 'more' : 'usual';
  }, [hasMore]);
  const isReduced = motion === 'reduced' || systemMotion;
  useEffect(() => {
    document.documentElement.dataset['motion'] = isReduced ? 'reduced' : 'usual';
  }, [isReduced]);
  useEffect(() => {
    const scale = Number.isFinite(fontScale) ? Math.min(1.6, Math.max(0.8, fontScale)) : 1;
    document.documentElement.style.setProperty('--ui-font-scale', String(scale));
  }, [fontScale]);
  return <ThemeContext value={theme}>{children}</ThemeContext>;
}

/** The theme now shown, for the few parts that cannot take it from CSS. */
export function useTheme(): Theme {
  return use(ThemeContext);
}

function useSystem(question: string): boolean {
  const query = useMemo(() => (typeof window.matchMedia === 'function' ? window.matchMedia(question) : null), [question]);
  const [isSo, setIsSo] = useState(query?.matches ?? false);
  useEffect(() => {
    if (!query) return undefined;
    const onChange = (event: MediaQueryListEvent): void => setIsSo(event.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, [query]);
  return isSo;
}
