/** What a client says it works on (https://modelcontextprotocol.io/specification/2025-11-25/client/roots). */
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';

/** The roots that came with this request, after they were asked for; null when none did. */
export function rootsOf({ mcpReq }: ServerContext): string[] | null {
  const given: unknown = mcpReq.inputResponses?.['roots'];
  if (typeof given !== 'object' || given === null) return null;
  const roots: unknown = Reflect.get(given, 'roots');
  if (!Array.isArray(roots)) return null;
  return roots.flatMap((root: unknown) => {
    const uri: unknown = typeof root === 'object' && root !== null ? Reflect.get(root, 'uri') : undefined;
    return typeof uri === 'string' && uri.length <= 4096 ? [uri] : [];
  });
}

/** A client of the newer era says with every request what it has, one of the older once at the beginning. */
export function hasRoots(server: McpServer, { mcpReq }: ServerContext): boolean {
  const here: unknown = mcpReq.envelope === undefined ? undefined : Reflect.get(mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY);
  const declared: unknown = here ?? server.server.getClientCapabilities();
  return typeof declared === 'object' && declared !== null && Reflect.get(declared, 'roots') !== undefined;
}
