/** One app per data folder; a second start brings the first one's window to the front and ends (E28). */
import type { App } from 'electron';

/** False when another one runs. What the second start was given on its command line is not looked at. */
export function isOnlyInstance(app: Pick<App, 'requestSingleInstanceLock' | 'on'>, showWindow: () => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', () => showWindow());
  return true;
}
