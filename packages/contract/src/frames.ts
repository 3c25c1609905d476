/** What actually crosses: numbered frames, the same over a MessagePort, a WebSocket and the pipe to the host process. */
import * as z from 'zod/mini';
import { Problem } from './errors.ts';

const callNumber = z.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));

/** From a window. */
export const ClientFrame = z.discriminatedUnion('t', [
  z.object({ t: z.literal('call'), n: callNumber, m: z.string().check(z.maxLength(64)), i: z.unknown() }),
  z.object({ t: z.literal('cancel'), n: callNumber }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** From the host. */
export const HostFrame = z.discriminatedUnion('t', [
  z.object({ t: z.literal('result'), n: callNumber, v: z.unknown() }),
  z.object({ t: z.literal('error'), n: callNumber, p: Problem }),
  z.object({ t: z.literal('event'), n: callNumber, v: z.unknown() }),
  z.object({ t: z.literal('end'), n: callNumber }),
]);
export type HostFrame = z.infer<typeof HostFrame>;

/** One side of a two-way pipe of JSON text. Adapters are a few lines each. */
export interface FramePort {
  /** `text` is one frame as JSON. */
  send(text: string): void;
  onFrame(listener: (text: string) => void): void;
  onClose(listener: () => void): void;
  /** Bytes not yet taken by the other side; streams pause above a megabyte. */
  buffered?(): number;
}
