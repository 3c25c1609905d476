/** Which of several icons fits a place best. */
import type { Icon } from '@portolan/mcp-client/data';

/** Icons tried for one place before it keeps its drawn letters. */
const maxTried = 3;

/** Best first: for this theme before any theme before the other one; then the smallest that is large enough, then the largest. */
export function rankIcons(icons: readonly Icon[], theme: 'light' | 'dark', pixels: number): Icon[] {
  const rank = (icon: Icon) => (icon.theme === theme ? 0 : icon.theme === undefined ? 1 : 2);
  const fit = (icon: Icon) => {
    const edge = edgeOf(icon);
    return edge >= pixels ? edge - pixels : 1_000_000 + pixels - edge;
  };
  return icons.toSorted((a, b) => rank(a) - rank(b) || fit(a) - fit(b)).slice(0, maxTried);
}

/** Pixels of its largest size; what can be drawn at any size fits exactly, what says nothing is taken to fit well enough. */
function edgeOf({ sizes, mimeType, src }: Icon): number {
  if (sizes === undefined || sizes.length === 0) return mimeType === 'image/svg+xml' || src.startsWith('data:image/svg') ? Number.MAX_SAFE_INTEGER / 4 : 64;
  if (sizes.includes('any')) return 256;
  return Math.max(0, ...sizes.map((size) => Number(/^(\d{1,5})x\d{1,5}$/i.exec(size)?.[1] ?? 0)));
}
