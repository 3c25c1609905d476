/** Servers that want a sign-in, with the site that gives it, served by the test. */
import { startAuthFixture, visit } from '@portolan/fixture-servers/auth-server';
import type { AuthFixture, AuthFixtureOptions } from '@portolan/fixture-servers/auth-server';
import { isDesktop } from '../harness/desktop-app.ts';
import type { RunningApp } from '../harness/running-app.ts';

export async function protectedServer(options: AuthFixtureOptions = {}): Promise<AuthFixture & AsyncDisposable> {
  const fixture = await startAuthFixture(options);
  return Object.assign(fixture, { [Symbol.asyncDispose]: () => fixture.close() });
}

/** What the person's browser is sent to from now on, whichever it is. */
export interface Browser {
  /** Addresses, in their order. */
  opened(): Promise<string[]>;
  /** Goes where the last address leads, as a browser that was opened outside does by itself. */
  follow(): Promise<void>;
}

/** Browser mode opens tabs beside its own; the desktop app hands addresses to the system, whose browser a test has to play. */
export async function watchBrowser(app: RunningApp): Promise<Browser> {
  if (isDesktop(app)) {
    await app.electron.evaluate(({ shell }) => {
      const opened: string[] = [];
      Reflect.set(globalThis, 'openedOutside', opened);
      shell.openExternal = (url) => {
        opened.push(url);
        return Promise.resolve();
      };
    });
    const opened = () => app.electron.evaluate(() => Reflect.get(globalThis, 'openedOutside') as string[]);
    return { opened, follow: async () => void (await visit((await opened()).at(-1) ?? '')) };
  }
  const opened: string[] = [];
  app.page.context().on('page', (page) => void page.waitForURL(/^http/).then(() => opened.push(page.url()), () => undefined));
  return { opened: () => Promise.resolve(opened), follow: () => Promise.resolve() };
}
