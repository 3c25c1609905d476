/** Handing a `portolan://` link to the running app, as the system of each shell does. */
import { ended, startProgram } from '../harness/browser-app.ts';
import type { RunningDesktopApp } from '../harness/desktop-app.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { expect } from '../harness/test.ts';

export async function handLink(app: RunningApp, link: string): Promise<void> {
  if (isDesktop(app)) {
    await app.electron.evaluate(({ app: electron }, sent) => {
      electron.emit('open-url', { preventDefault: () => undefined }, sent);
    }, link);
    return;
  }
  const second = startProgram(app.data.path, [link], { HOME: app.data.home });
  await ended(second.process);
  expect(second.process.exitCode, second.output()).toBe(0);
}

function isDesktop(app: RunningApp): app is RunningDesktopApp {
  return app.shell === 'desktop';
}
