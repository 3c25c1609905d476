/** The proxy that connections of ours go through, from the environment or, when started from the desktop, the login shell's (S20). */
import type { ProxySettings } from '@portolan/mcp-client/connect';
import type { Platform } from './platform.ts';
import { variable } from './platform.ts';
import type { SearchPath } from './search-path.ts';

/** Undefined when none is set. One that is no http or https address is left out: the doctor tells of it. */
export async function proxySettings(platform: Platform, searchPath: SearchPath): Promise<ProxySettings | undefined> {
  const own = await settingsFrom((name) => Promise.resolve(variable(platform, name)));
  if (own !== undefined || searchPath.isFromTerminal) return own;
  return settingsFrom((name) => searchPath.shellVariable(name));
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
  if (value === undefined) return undefined;
  const address = value.includes('://') ? value : `http://${value}`;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined;
}
