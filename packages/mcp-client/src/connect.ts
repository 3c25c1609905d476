/** The door of this package: from a target to a connected client. */
import type { Connect } from './connect-options.ts';
import { open } from './open/open.ts';

export type { Connect, Connection, ConnectOptions, EraVerdict, HttpTarget, StdioTarget } from './connect-options.ts';

/**
 * Opens a connection: starts the transport, finds the era, performs the handshake. Rejects with ConnectError, which says what
 * was tried. https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export const connect: Connect = (options) => open(options);
