/** What is watched inside the page while it scrolls or grows. Positions are those that were painted: the browser hands them out after layout. */

export interface Travel {
  /** Frames in which something that had been in view moved up although everything is scrolled down, and the worst of it in pixels. */
  jumps: number;
  largest: number;
  frames: number;
  /** Frames of which more than half showed nothing. */
  blank: number;
  /** Pixels. */
  travelled: number;
}

/** Milliseconds from going to a chat until its end stands still in view. */
export function openChat(hash: string): Promise<number> {
  const began = performance.now();
  location.hash = hash;
  return new Promise((resolve) => {
    let calm = 0;
    let shownAt = 0;
    const look = (): void => {
      const log = document.querySelector('[role=log]');
      const isAtEnd = log !== null && log.querySelector('article') !== null && log.scrollTop > 0 && log.scrollHeight - log.scrollTop - log.clientHeight < 2;
      shownAt = isAtEnd ? shownAt || performance.now() : 0;
      calm = isAtEnd ? calm + 1 : 0;
      if (calm >= 5) resolve(shownAt - began);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Rows of the transcript in each frame, for so many milliseconds, while it is scrolled up. */
export function watchTravel(forMs: number): Promise<Travel> {
  const log = document.querySelector('[role=log]');
  if (!log) throw new Error('no transcript');
  const result: Travel = { jumps: 0, largest: 0, frames: 0, blank: 0, travelled: 0 };
  const end = performance.now() + forMs;
  let before = new Map<Element, number>();
  const count = (entries: IntersectionObserverEntry[]): void => {
    const box = log.getBoundingClientRect();
    const now = new Map<Element, number>();
    let covered = 0;
    for (const { target, boundingClientRect: { top, bottom } } of entries) {
      if (bottom < box.top || top > box.bottom) continue;
      now.set(target, top);
      covered += Math.min(bottom, box.bottom) - Math.max(top, box.top);
    }
    result.frames += 1;
    if (covered < box.height / 2) result.blank += 1;
    const moves = [...now].flatMap(([row, top]) => (before.has(row) ? [top - (before.get(row) ?? 0)] : []));
    const least = Math.min(0, ...moves);
    result.travelled += Math.max(0, ...moves);
    if (least < -1) {
      result.jumps += 1;
      result.largest = Math.max(result.largest, -least);
    }
    before = now;
  };
  return new Promise((resolve) => {
    const look = (): void => {
      // A row that is not measured yet is not shown.
      const rows = [...log.querySelectorAll('article')].filter((row) => getComputedStyle(row).visibility !== 'hidden');
      const observer = new IntersectionObserver((entries) => {
        observer.disconnect();
        count(entries);
        if (performance.now() > end) resolve(result);
        else requestAnimationFrame(look);
      });
      for (const row of rows) observer.observe(row);
      if (rows.length === 0) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Worst distance between the end of what is written and the lower edge, in pixels, as it was painted. */
export function watchEnd(forMs: number): Promise<{ worst: number; frames: number }> {
  const log = document.querySelector('[role=log]');
  const content = log?.firstElementChild;
  if (!log || !content) throw new Error('no transcript');
  const result = { worst: 0, frames: 0 };
  const end = performance.now() + forMs;
  return new Promise((resolve) => {
    const look = (): void => {
      const observer = new IntersectionObserver(([entry]) => {
        observer.disconnect();
        result.frames += 1;
        if (entry) result.worst = Math.max(result.worst, entry.boundingClientRect.bottom - log.getBoundingClientRect().bottom);
        if (performance.now() > end) resolve(result);
        else requestAnimationFrame(look);
      });
      observer.observe(content);
    };
    requestAnimationFrame(look);
  });
}
