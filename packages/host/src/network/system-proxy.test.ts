import { describe, expect, it } from 'vitest';
import type { Platform } from '../servers/launch/platform.ts';
import { SearchPath } from '../servers/launch/search-path.ts';
import { systemProxy } from './system-proxy.ts';

function computer(env: Record<string, string>, shell: Record<string, string> = {}) {
  const platform: Platform = { os: 'linux', env, home: '/home/me', execPath: '/x', isNode: true };
  let reads = 0;
  const searchPath = new SearchPath(platform, () => {
    reads += 1;
    return Promise.resolve(shell);
  });
  return { settings: systemProxy(platform, searchPath).then((found) => found?.settings), reads: () => reads };
}

describe('the proxy of a connection', () => {
  it('comes from the environment, lower case first, with ALL_PROXY for what has none (S20)', async () => {
    expect(await computer({ TERM: 'x' }).settings).toBeUndefined();
    expect(await computer({ TERM: 'x', HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:1', no_proxy: 'x.example' }).settings).toEqual({ https: 'http://b:1', no: 'x.example' });
    expect(await computer({ TERM: 'x', ALL_PROXY: 'proxy.example:8080', HTTPS_PROXY: 'http://c:1' }).settings).toEqual({ http: 'http://proxy.example:8080', https: 'http://c:1' });
    expect(await computer({ TERM: 'x', ALL_PROXY: 'socks5://s:1', HTTP_PROXY: 'not a proxy' }).settings).toBeUndefined();
  });

  it('comes from the login shell when the app was started from the desktop (S10, S20)', async () => {
    const desktop = computer({}, { HTTPS_PROXY: 'http://office.example:3128' });
    expect(await desktop.settings).toEqual({ https: 'http://office.example:3128' });
    const terminal = computer({ TERM: 'xterm' }, { HTTPS_PROXY: 'http://office.example:3128' });
    expect(await terminal.settings).toBeUndefined();
    expect(terminal.reads()).toBe(0);
  });
});
