import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';

/** What the person chose. */
export type ThemeChoice = 'system' | 'light' | 'dark';
/** What is shown. */
export type Theme = 'light' | 'dark';
export type Density = 'comfortable' | 'compact';

export interface ThemeProviderProps {
  choice: ThemeChoice;
  density?: Density | undefined;
  /** 1 = 16 px root size; kept within 0.8–1.6. */
  fontScale?: number | undefined;
  children: ReactNode;
}

const ThemeContext = createContext<Theme>('light');
const darkQuery = '(prefers-color-scheme: dark)';

/**
 * Sets `data-theme`, `data-density` and the font scale on `<html>`. The choice `system` follows
 * the operating system while the window is open.
 */
export function ThemeProvider({ choice, density = 'comfortable', fontScale = 1, children }: ThemeProviderProps): ReactNode {
  const systemDark = useSystemDark();
  const theme: Theme = choice === 'system' ? (systemDark ? 'dark' : 'light') : choice;
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
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

function useSystemDark(): boolean {
  const query = useMemo(() => (typeof window.matchMedia === 'function' ? window.matchMedia(darkQuery) : null), []);
  const [isDark, setIsDark] = useState(query?.matches ?? false);
  useEffect(() => {
    if (!query) return undefined;
    const onChange = (event: MediaQueryListEvent): void => setIsDark(event.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, [query]);
  return isDark;
}
