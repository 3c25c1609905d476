import { Script, createContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { appFrameHeaders, appFramePage } from './app-frame-page.ts';
import { relayScript } from './app-frame-relay.ts';

const host = 'http://127.0.0.1:4000';

/** The page as its script sees it, with what it sent to the window and to the app. */
function page(limits: { burst: number; perSecond: number; longest: number } = { burst: 5, perSecond: 0, longest: 500 }) {
  const toHost: { message: { method?: string; params?: unknown }; origin: string }[] = [];
  const toApp: unknown[] = [];
  let frame: { attributes: Record<string, string>; srcdoc?: string; isGone: boolean; load: () => void } | null = null;
  const parent = { postMessage: (message: never, origin: string) => void toHost.push({ message, origin }) };
  const contentWindow = { postMessage: (message: unknown) => void toApp.push(message) };
  let hear: (event: object) => void = () => undefined;
  const window = { parent };
  const context = createContext({
    window,
    performance,
    addEventListener: (_name: string, listener: typeof hear) => (hear = listener),
    document: {
      title: 'App',
      body: { append: () => undefined },
      createElement: () => {
        const made = { attributes: {} as Record<string, string>, isGone: false, load: () => undefined, contentWindow, setAttribute: (name: string, value: string) => (made.attributes[name] = value), addEventListener: (_name: string, listener: () => void) => (made.load = listener as never), remove: () => (made.isGone = true) };
        frame = made;
        return made;
      },
    },
  });
  // What is structured-cloned into a page is of that page's own realm.
  const own = (value: unknown): unknown => new Script(`(${JSON.stringify(value)})`).runInContext(context);
  new Script(relayScript({ window: host, ...limits })).runInContext(context);
  const fromHost = (data: unknown, origin = host) => hear({ source: parent, origin, data: own(data) });
  const fromApp = (data: unknown, from: { source?: object; origin?: string } = {}) => hear({ source: contentWindow, origin: 'null', data: own(data), ...from });
  const show = () => fromHost({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: { html: '<p>' } });
  return { toHost, toApp, fromHost, fromApp, show, hear, contentWindow, frame: () => frame };
}
const methods = (sent: { message: { method?: string } }[]) => sent.map(({ message }) => message.method);

describe('the page between the window and an app', () => {
  it('shows the app without an origin, once, and passes messages on both ways (I12)', () => {
    const { toHost, toApp, fromHost, fromApp, show, frame } = page();
    fromHost({ jsonrpc: '2.0', method: 'early' });
    expect(toApp).toEqual([]);
    show();
    expect(frame()).toMatchObject({ attributes: { sandbox: 'allow-scripts allow-forms' }, srcdoc: '<p>' });
    fromHost({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: { html: '<script>' } });
    expect(frame()?.srcdoc).toBe('<p>');
    fromHost({ jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: {} });
    fromApp({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: {} });
    expect(toApp).toEqual([{ jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: {} }]);
    expect(methods(toHost)).toEqual(['ui/notifications/sandbox-proxy-ready', 'ui/initialize']);
    expect(toHost.every(({ origin }) => origin === host)).toBe(true);
  });

  it('listens to nobody else, and the app cannot speak for it (I12)', () => {
    const { toHost, toApp, fromHost, fromApp, show } = page({ burst: 100, perSecond: 0, longest: 500 });
    fromHost({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: { html: '<p>' } }, 'https://evil.test');
    show();
    const before = toHost.length;
    fromHost({ jsonrpc: '2.0', method: 'x' }, 'https://evil.test');
    fromApp({ jsonrpc: '2.0', method: 'x' }, { source: {} });
    fromApp({ jsonrpc: '2.0', method: 'x' }, { origin: 'https://evil.test' });
    for (const what of ['resource-ready', 'proxy-ready', 'left', 'limited']) fromApp({ jsonrpc: '2.0', method: `ui/notifications/sandbox-${what}`, params: { html: 'x' } });
    for (const data of [null, 7, 'x', [], { method: 'x' }, { jsonrpc: '2.0', method: 7 }]) fromApp(data);
    expect(toHost.slice(before)).toEqual([]);
    expect(toApp).toEqual([]);
  });

  it('keeps the rest of a flood and of what is too large, says so once, and answers who asked (I14)', () => {
    const { toHost, toApp, fromApp, show } = page();
    show();
    fromApp({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { text: 'x'.repeat(600) } });
    fromApp({ jsonrpc: '2.0', method: 'big', params: { list: Array.from({ length: 100 }, () => 1) } });
    for (let n = 0; n < 2500; n++) fromApp({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: n } });
    expect(methods(toHost)).toEqual(['ui/notifications/sandbox-proxy-ready', 'ui/notifications/sandbox-limited', ...Array.from({ length: 3 }, () => 'ui/notifications/size-changed'), 'ui/notifications/sandbox-limited', 'ui/notifications/sandbox-limited']);
    expect(toApp).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'message too large' } }]);
  });

  it('takes an app out that went to another page, and hears nothing of it any more (I12)', () => {
    const { toHost, fromApp, show, frame } = page();
    show();
    frame()?.load();
    expect(frame()?.isGone).toBe(false);
    frame()?.load();
    expect(frame()?.isGone).toBe(true);
    fromApp({ jsonrpc: '2.0', method: 'x' });
    expect(methods(toHost)).toEqual(['ui/notifications/sandbox-proxy-ready', 'ui/notifications/sandbox-left']);
  });

  it('may be shown by the window alone, under the app’s policy (I12)', () => {
    expect(appFrameHeaders("default-src 'none'", host)['Content-Security-Policy']).toBe(`default-src 'none'; frame-ancestors ${host}`);
    expect(appFramePage('x</script><script>')).not.toContain('x</script>');
  });
});
