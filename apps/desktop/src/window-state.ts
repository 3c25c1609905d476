/** Where the window was, kept beside the window's own data; whatever is found there is checked before use. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface WindowState {
  x?: number;
  y?: number;
  width: number;
  height: number;
  isMaximized: boolean;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const leastWidth = 420;
export const leastHeight = 480;
const usual: WindowState = { width: 1280, height: 832, isMaximized: false };

/** A state that can be seen: on one of the screens there are now, no larger than it. */
export function readWindowState(file: string, screens: Area[]): WindowState {
  const kept = parse(file);
  const place = kept.x === undefined || kept.y === undefined ? undefined : { x: kept.x, y: kept.y };
  // Its title bar must be reachable: enough of the top edge inside a screen.
  const screen = place && screens.find((each) => place.x + kept.width - 100 > each.x && place.x + 100 < each.x + each.width && place.y >= each.y && place.y + 40 < each.y + each.height);
  const room = screen ?? screens[0];
  const size = {
    width: Math.max(leastWidth, Math.min(kept.width, room?.width ?? kept.width)),
    height: Math.max(leastHeight, Math.min(kept.height, room?.height ?? kept.height)),
    isMaximized: kept.isMaximized,
  };
  return screen && place ? { ...size, ...place } : size;
}

function parse(file: string): WindowState {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof found !== 'object' || found === null) return usual;
    const { x, y, width, height, isMaximized } = found as Record<string, unknown>;
    if (!isSide(width) || !isSide(height)) return usual;
    return { width, height, isMaximized: isMaximized === true, ...(isSide(x) && isSide(y) ? { x, y } : {}) };
  } catch {
    return usual;
  }
}

function isSide(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) <= 100_000;
}

/** Loses nothing worth an error: a place that cannot be kept is forgotten. */
export function keepWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // The disk is full or read-only; the host reports that where it matters.
  }
}
