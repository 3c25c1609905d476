/** What a server says of its apps in `_meta`, read from anything it may have sent (MCP Apps, 2026-01-26). */
import { appMimeType } from '@portolan/contract/apps';
import type { Json, JsonObject } from '@portolan/contract/json';
import type { ToolView } from '@portolan/contract/servers';

/** What we declare at the handshake, in both eras. */
export const appsExtension = 'io.modelcontextprotocol/ui';
export const appsCapability = { [appsExtension]: { mimeTypes: [appMimeType] } };

const longestUri = 2048;
const mostEntries = 100;

/** Of a tool's raw definition. A tool that says nothing is for models, and for its server's apps. */
export function readToolUi(raw: JsonObject): ToolView['ui'] {
  const meta = object(raw['_meta']);
  const ui = object(meta?.['ui']);
  const uri = ui?.['resourceUri'] ?? meta?.['ui/resourceUri'];
  const resourceUri = typeof uri === 'string' && uri.startsWith('ui://') && uri.length <= longestUri ? uri : undefined;
  const wanted = ui?.['visibility'];
  const visibility = (['model', 'app'] as const).filter((each) => !Array.isArray(wanted) || wanted.includes(each));
  if (resourceUri === undefined && visibility.length === 2) return undefined;
  return { ...(resourceUri === undefined ? {} : { resourceUri }), visibility };
}

export const isForModels = (ui: ToolView['ui']): boolean => ui === undefined || ui.visibility.includes('model');
export const isForApps = (ui: ToolView['ui']): boolean => ui === undefined || ui.visibility.includes('app');

/** What an app asks for, as it stands there: nothing of it is granted by being read. */
export interface ResourceUi {
  connect: string[];
  resource: string[];
  frame: string[];
  baseUri: string[];
  permissions: string[];
  domain?: string;
  prefersBorder?: boolean;
}

/** Of `_meta` of a resource's contents, else of its entry in the list. */
export function readResourceUi(...metas: (JsonObject | undefined)[]): ResourceUi {
  const ui = metas.map((meta) => object(meta?.['ui'])).find((each) => each !== undefined);
  const csp = object(ui?.['csp']);
  const domain = ui?.['domain'];
  const prefersBorder = ui?.['prefersBorder'];
  return {
    connect: strings(csp?.['connectDomains']),
    resource: strings(csp?.['resourceDomains']),
    frame: strings(csp?.['frameDomains']),
    baseUri: strings(csp?.['baseUriDomains']),
    permissions: Object.keys(object(ui?.['permissions']) ?? {}).slice(0, 20).map((each) => each.slice(0, 100)),
    ...(typeof domain === 'string' ? { domain: domain.slice(0, 300) } : {}),
    ...(typeof prefersBorder === 'boolean' ? { prefersBorder } : {}),
  };
}

/** `text/html` with the one profile, however it is spaced and quoted. */
export function isAppMimeType(type: string | undefined): boolean {
  const [essence = '', ...parameters] = (type ?? '').split(';').map((part) => part.trim().toLowerCase());
  return essence === 'text/html' && parameters.some((each) => /^profile\s*=\s*"?mcp-app"?$/.test(each));
}

function strings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.slice(0, mostEntries).map((each) => (typeof each === 'string' ? each : JSON.stringify(each))) : [];
}

function object(value: Json | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
