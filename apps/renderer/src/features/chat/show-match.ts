/** Brings one occurrence of what is looked for into view and marks it before the others: the message alone may be many screens long. */
import type { Match } from './find-matches.ts';
import { rangesOf } from './highlight-text.ts';

const name = 'portolan-find-current';
/** Rows are drawn and measured, calls unfold: looked at again until it stays, at most so long (milliseconds). */
const everyMs = 50;
const mostLooks = 40;
/** Looks in a row at which nothing had to move. */
const enough = 3;
/** Kept free at the edges, in pixels: the bar for finding lies over the upper one. */
const margin = 64;

/** Returns how to stop looking and take the mark away. The person's own scrolling stops it, too. */
export function showMatch(root: HTMLElement, messageId: string, match: Match, query: string): () => void {
  if (!('highlights' in CSS) || query.trim() === '') return () => undefined;
  let looks = 0;
  let still = 0;
  const look = () => {
    looks += 1;
    const range = rangeOf(root, messageId, match, query.toLocaleLowerCase());
    if (range !== null) {
      const highlight = new Highlight(range);
      highlight.priority = 1;
      CSS.highlights.set(name, highlight);
      still = intoView(range, root) ? 0 : still + 1;
    }
    if (still >= enough || looks >= mostLooks) stop();
  };
  const timer = setInterval(look, everyMs);
  const stop = () => {
    clearInterval(timer);
    root.removeEventListener('wheel', stop);
    root.removeEventListener('pointerdown', stop);
  };
  root.addEventListener('wheel', stop, { passive: true });
  root.addEventListener('pointerdown', stop);
  return () => {
    stop();
    CSS.highlights.delete(name);
  };
}

/** Null while it is not drawn. Where Markdown shows less than was written, the last one there is. */
function rangeOf(root: HTMLElement, messageId: string, { nth, callId }: Match, wanted: string): Range | null {
  const message = root.querySelector(`[data-message="${CSS.escape(messageId)}"]`);
  const place = callId === null ? message : message?.querySelector(`[data-call="${CSS.escape(callId)}"]`);
  if (!(place instanceof HTMLElement)) return null;
  const ranges = rangesOf(place, wanted).filter(({ startContainer: { parentElement } }) => callId !== null || parentElement?.closest('[data-call], [data-approval], h2') === null);
  return ranges[Math.min(nth, ranges.length - 1)] ?? null;
}

/** Scrolls what scrolls around it, from the inside out. Whether anything had to move. */
function intoView(range: Range, root: HTMLElement): boolean {
  let hasMoved = false;
  for (let element = range.startContainer.parentElement; element !== null; element = element === root ? null : element.parentElement) {
    if (element.scrollHeight <= element.clientHeight || !/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
    const place = range.getBoundingClientRect();
    const frame = element.getBoundingClientRect();
    const free = Math.min(margin, element.clientHeight / 4);
    if (place.top >= frame.top + free && place.bottom <= frame.bottom - free) continue;
    const before = element.scrollTop;
    element.scrollTop += place.top - frame.top - element.clientHeight / 2;
    hasMoved ||= Math.abs(element.scrollTop - before) > 1;
  }
  return hasMoved;
}
