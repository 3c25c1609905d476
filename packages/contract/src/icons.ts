/** Icons of servers and of what they offer. The host fetches and cleans them; a window gets a picture and never an address (H26–H32). */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ServerId } from './ids.ts';

const name = z.string().check(z.maxLength(8192));

/** Whose icon: the server's own, or that of one thing it offers. */
export const IconOwner = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('server') }),
  z.object({ kind: z.literal('tool'), name }),
  z.object({ kind: z.literal('prompt'), name }),
  z.object({ kind: z.literal('resource'), uri: name }),
  z.object({ kind: z.literal('template'), uriTemplate: name }),
]);
export type IconOwner = z.infer<typeof IconOwner>;

export const icons = {
  /**
   * A picture of at most 256 kB as a `data:` URL (png, jpeg, webp, or an svg that was written anew); null where there is none
   * that may be shown. `pixels` is the edge of its place on the screen.
   */
  'icons/get': request(
    z.object({ serverId: ServerId, of: IconOwner, theme: z.enum(['light', 'dark']), pixels: z.int().check(z.minimum(8), z.maximum(512)) }),
    z.object({ picture: z.nullable(z.string().check(z.maxLength(400_000))) }),
  ),
} as const;
