/** The proxy that this computer has for its programs: of the environment or, when started from the desktop, the login shell's (S20). */
import { readHop } from '@portolan/mcp-client/network/proxy-route';
import type { ProxySettings } from '@portolan/mcp-client/network/proxy-route';
import type { Platform } from '../servers/launch/platform.ts';
import { variable } from '../servers/launch/platform.ts';
import type { SearchPath } from '../servers/launch/search-path.ts';

export interface SystemProxy {
  source: 'environment' | 'login-shell';
  settings: ProxySettings;
}

/** Undefined when none is set. One that is no http or https address is left out: the doctor tells of it. */
export async function systemProxy(platform: Platform, searchPath: SearchPath): Promise<SystemProxy | undefined> {
  const own = await settingsFrom((name) => Promise.resolve(variable(platform, name)));
  if (own !== undefined) return { source: 'environment', settings: own };
  if (searchPath.isFromTerminal) return undefined;
  const shell = await settingsFrom((name) => searchPath.shellVariable(name));
  return shell === undefined ? undefined : { source: 'login-shell', settings: shell };
}

async function settingsFrom(valueOf: (name: string) => Promise<string | undefined>): Promise<ProxySettings | undefined> {
  // curl's order: the lower-case name wins, and upper-case HTTP_PROXY counts all the same here, where no CGI sets it.
  const first = async (...names: string[]): Promise<string | undefined> => {
    const values = await Promise.all(names.flatMap((name) => [name.toLowerCase(), name]).map(valueOf));
    return values.find((value) => value !== undefined && value !== '');
  };
  const http = usable(await first('HTTP_PROXY', 'ALL_PROXY'));
  const https = usable(await first('HTTPS_PROXY', 'ALL_PROXY'));
  if (http === undefined && https === undefined) return undefined;
  const no = await first('NO_PROXY');
  return { ...(http === undefined ? {} : { http }), ...(https === undefined ? {} : { https }), ...(no === undefined ? {} : { no }) };
}

function usable(value: string | undefined): string | undefined {
  if (value === undefined || readHop(value) === undefined) return undefined;
  return value.includes('://') ? value : `http://${value}`;
}
