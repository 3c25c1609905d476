/** What jsdom lacks of a browser and the window needs: sizes, media queries, observers, scrolling, real input. */
import { cleanup, configure } from '@testing-library/react';
import { firstCatalogues, wholeCatalogues } from '@portolan/i18n/load-texts';
import { locales } from '@portolan/i18n/locales';
import { afterEach, vi } from 'vitest';
import { realInput } from '../lib/real-input.ts';

// Loading texts has a test of its own; everywhere else they are there, as they are a moment after a start.
await Promise.all(locales.flatMap((locale) => [firstCatalogues.load(locale), wholeCatalogues.load(locale)]));

// A page of markup explains nothing that the first lines do not.
configure({ getElementError: (message) => new Error((message ?? '').slice(0, 1_500)), asyncUtilTimeout: 15_000 });

/** Heights in pixels that layout would give: a scroller and a row of a list. */
const viewHeight = 800;
const rowHeight = 100;

class FakeResizeObserver implements ResizeObserver {
  readonly #callback: ResizeObserverCallback;
  readonly #seen = new Set<Element>();
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element): void {
    this.#seen.add(target);
    // As in a browser: told once, a moment after.
    queueMicrotask(() => {
      if (!this.#seen.has(target)) return;
      const isScroller = target instanceof HTMLElement && target.className.includes('overflow-');
      const contentRect = new DOMRect(0, 0, 1_000, isScroller ? viewHeight : rowHeight);
      const size = [{ blockSize: contentRect.height, inlineSize: contentRect.width }];
      this.#callback([{ target, contentRect, borderBoxSize: size, contentBoxSize: size, devicePixelContentBoxSize: size }], this);
    });
  }
  unobserve(target: Element): void {
    this.#seen.delete(target);
  }
  disconnect(): void {
    this.#seen.clear();
  }
}

/**
 * From here on, until the end of the test, input counts as the person's own, as it does when a mouse or a key makes it.
 * Whatever a test dispatches is untrusted otherwise, as it is when a script makes it.
 */
export function trustInput(): void {
  vi.spyOn(realInput, 'isReal').mockReturnValue(true);
}

/** Nothing is laid out: what was pressed is what is seen there. */
let lastPressed: Element | null = null;
addEventListener(
  'click',
  (event) => {
    lastPressed = event.target instanceof Element ? event.target : null;
  },
  { capture: true },
);

let narrow = false;
/** The window is narrower than 760 px until the end of the test. */
export function narrowWindow(): void {
  narrow = true;
}

function matchMedia(query: string): MediaQueryList {
  const matches = query.includes('max-width') ? narrow : query.includes('hover: hover');
  return Object.assign(new EventTarget(), { matches, media: query, onchange: null, addListener: () => undefined, removeListener: () => undefined });
}

/** Everything is on the screen, a moment after it is looked for, until a test says what is not. */
export const offScreen = new Set<(element: Element) => boolean>();
class FakeIntersectionObserver {
  readonly #callback: (entries: { target: Element; isIntersecting: boolean }[]) => void;
  constructor(callback: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    this.#callback = callback;
  }
  observe(target: Element): void {
    queueMicrotask(() => this.#callback([{ target, isIntersecting: ![...offScreen].some((isOff) => isOff(target)) }]));
  }
  unobserve(): void {
    // Told once, like the other.
  }
  disconnect(): void {
    // The same.
  }
}

vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
vi.stubGlobal('ResizeObserver', FakeResizeObserver);
vi.stubGlobal('matchMedia', matchMedia);
Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number): void {
  this.scrollTop = typeof to === 'object' ? (to.top ?? this.scrollTop) : this.scrollTop;
};
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.getAnimations = () => [];
document.elementFromPoint = () => lastPressed;
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentNode;
  },
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  narrow = false;
  offScreen.clear();
  location.hash = '';
  localStorage.clear();
  sessionStorage.clear();
});
