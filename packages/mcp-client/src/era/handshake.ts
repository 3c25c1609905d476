/** What both eras' handshakes take and give. */
import type { Implementation, ServerCapabilities } from '../client.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Era } from '../transport/transport.ts';

export interface HandshakeOptions {
  client: JsonObject;
  /** What we declare, in each era's words. */
  capabilities: { legacy: JsonObject; modern: JsonObject };
  /** When the whole handshake must be over, on the clock of `performance.now()`. */
  deadline: number;
  signal: AbortSignal | undefined;
  /** What was tried, in order, for the person who reads the failure. */
  attempts: string[];
}

export interface Handshake {
  era: Era;
  protocolVersion: string;
  server: Implementation;
  instructions: string | undefined;
  capabilities: ServerCapabilities;
  /** The era to try first at the next connect, when it is another one than this connection came to speak. */
  nextEra?: Era;
}

/** Our own description as it goes on the wire. */
export function implementationJson(client: Implementation): JsonObject {
  return JSON.parse(JSON.stringify(client)) as JsonObject;
}

/** Instructions longer than this are cut: they go to the model, and no honest text is so long. In characters. */
export const INSTRUCTIONS_LENGTH = 64 * 1024;

export function readInstructions(result: JsonObject): string | undefined {
  const text = result['instructions'];
  return typeof text === 'string' && text !== '' ? text.slice(0, INSTRUCTIONS_LENGTH) : undefined;
}

/** Limits of one handshake request: what is left of the whole. */
export function handshakeLimits(deadline: number): { idleMs: number; totalMs: number } {
  const left = Math.max(1, deadline - performance.now());
  return { idleMs: left, totalMs: left };
}
