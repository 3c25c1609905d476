/** The proxy of the settings, or those named by the environment: whether they can be understood, and which of them servers get (S20). */
import { proxyNames } from '../../servers/launch/environment.ts';
import { variable } from '../../servers/launch/platform.ts';
import { finding } from '../check.ts';
import type { Check } from '../check.ts';

export const proxyCheck: Check = {
  name: 'proxy',
  run: async ({ launch: { platform }, network }) => {
    const settings = (await network?.())?.settings;
    if (settings?.mode === 'none') return [finding({ id: 'proxy', area: 'network', level: 'ok', code: 'proxy-off' })];
    if (settings?.mode === 'address') return [finding({ id: 'proxy', area: 'network', level: 'ok', code: 'proxy-chosen', details: { name: settings.proxy } })];
    const names = platform.os === 'win32' ? proxyNames.slice(0, 4) : proxyNames;
    const set = names.flatMap((name) => {
      const value = variable(platform, name);
      return value === undefined || value === '' ? [] : [{ name, value }];
    });
    const proxies = set.filter(({ name }) => name.toLowerCase() !== 'no_proxy');
    if (proxies.length === 0) return [finding({ id: 'proxy', area: 'network', level: 'ok', code: 'proxy-none' })];
    const invalid = proxies.filter(({ value }) => !isProxy(value)).map(({ name }) => name);
    if (invalid.length > 0) return [finding({ id: 'proxy', area: 'network', level: 'warn', code: 'proxy-invalid', details: { names: invalid } })];
    const withPassword = proxies.filter(({ value }) => value.includes('@')).map(({ name }) => name);
    if (withPassword.length > 0) return [finding({ id: 'proxy', area: 'network', level: 'info', code: 'proxy-with-password', details: { names: withPassword } })];
    return [finding({ id: 'proxy', area: 'network', level: 'ok', code: 'proxy-used', details: { names: set.map(({ name }) => name) } })];
  },
};

function isProxy(value: string): boolean {
  const address = value.includes('://') ? value : `http://${value}`;
  return URL.canParse(address) && /^(https?|socks[45]?[ah]?):$/.test(new URL(address).protocol) && new URL(address).hostname !== '';
}
