/** Images that lie elsewhere and that a person wants to see: asked for by the host, one press each (B07). */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { rasterTypes } from './sniff.ts';

/** Bytes of one image; as base64 it fits into a frame. */
export const mostImageBytes = 5_000_000;

/**
 * Why there is no image. `private`: the address leads into this computer or a network of its own. `drawing`: an SVG, which is a document
 * and no picture. `status`: the site answered with an error.
 */
export const imageRefusals = ['address', 'private', 'redirects', 'unreachable', 'late', 'proxy', 'status', 'too-large', 'drawing', 'no-image', 'pixels'] as const;
export type ImageRefusal = (typeof imageRefusals)[number];

export const images = {
  /**
   * Fetches one image with nothing of the person's. `elsewhere`: another site was named instead, which nobody has agreed to yet and
   * which was not asked.
   */
  'images/load': request(
    z.object({ url: z.string().check(z.maxLength(8192)) }),
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('image'), mimeType: z.enum(rasterTypes), data: z.string().check(z.maxLength(7_000_000)) }),
      z.object({ outcome: z.literal('elsewhere'), url: z.string().check(z.maxLength(8192)) }),
      z.object({ outcome: z.literal('refused'), reason: z.enum(imageRefusals), status: z.optional(z.int()) }),
    ]),
  ),
} as const;
