/** `roots/list`: what a person permitted, checked before it leaves (https://modelcontextprotocol.io/specification/2026-07-28/client/roots#security-considerations). */
import type { Root } from '../../handlers.ts';
import type * as V2026 from '../../generated/2026-07-28.ts';
import type { JsonObject } from '../../jsonrpc/message.ts';

const ROOTS = 1000;

/** The result for the wire. A root that may not be told is left out and reported, the others go. */
export function writeRoots(roots: readonly Root[], report: (kind: string, message: string) => void): JsonObject {
  const told = new Map<string, JsonObject & V2026.Root>();
  for (const root of roots.slice(0, ROOTS)) {
    const reason = refusalOf(root.uri);
    if (reason !== undefined) report('root-refused', `The root ${JSON.stringify(root.uri).slice(0, 200)} was not told to the server: ${reason}.`);
    else if (!told.has(root.uri)) told.set(root.uri, { uri: root.uri, ...(root.name === undefined ? {} : { name: root.name }), ...(root.meta === undefined ? {} : { _meta: root.meta }) });
  }
  if (roots.length > ROOTS) report('root-refused', `Only the first ${ROOTS} of ${roots.length} roots were told to the server.`);
  return { roots: [...told.values()] } satisfies V2026.ListRootsResult;
}

/** Why a URI cannot be a root, or undefined. Looks at the text itself: the URL parser resolves `..` without a word. */
function refusalOf(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !/^file:\/\/\/?[^/]/i.test(uri)) return uri === 'file:///' ? undefined : 'only file:// URIs are roots';
  if (!URL.canParse(uri)) return 'it is no valid URI';
  const { hostname, search, hash } = new URL(uri);
  // \\server\share is a place on Windows; elsewhere a host in a file URI is a mistake that parsers read differently.
  if (hostname !== '' && process.platform !== 'win32') return 'it names another machine';
  if (search !== '' || hash !== '') return 'it has a query or a fragment';
  let path: string;
  try {
    path = decodeURIComponent(uri.slice('file://'.length));
  } catch {
    return 'it has broken percent-encoding';
  }
  // Also twice encoded: somebody down the line may decode once more than we did.
  if (/%2f|%5c/i.test(uri) || /%(?:2e|2f|5c)/i.test(path)) return 'it hides a dot or a slash in percent-encoding';
  if (/\p{Cc}/u.test(path)) return 'it holds control characters';
  if (path.split(/[/\\]/).some((segment) => segment === '..' || segment === '.')) return 'it holds a . or .. step';
  return undefined;
}
