/** How the app looks and which keys it takes, as the person chose (C16). All of it is absent until chosen. */
import * as z from 'zod/mini';

/** Percent of the usual size of all text and controls. */
export const textSizes = [80, 90, 100, 110, 125, 140, 160] as const;

/**
 * A key with what is held down with it, as `Mod+Shift+S`: `Mod` is ⌘ on a Mac and Ctrl elsewhere, the key comes last. An empty
 * one means no key.
 */
export const KeyChord = z.string().check(z.maxLength(40), z.regex(/^$|^(?:Mod\+)?(?:Alt\+)?(?:Shift\+)?(?:[^\s+\p{Cc}\p{Cf}\p{M}]|F(?:[1-9]|1\d|2[0-4])|Arrow(?:Up|Down|Left|Right)|PageUp|PageDown|Home|End|Insert|Delete)$/u));
export type KeyChord = z.infer<typeof KeyChord>;

export const appearance = {
  /** Percent, see `textSizes`; the sizes between are taken as well. */
  textSize: z.optional(z.number().check(z.int(), z.minimum(80), z.maximum(160))),
  density: z.optional(z.enum(['comfortable', 'compact'])),
  /** `system` follows what the machine asks for. */
  contrast: z.optional(z.enum(['system', 'more'])),
  motion: z.optional(z.enum(['system', 'reduced'])),
  /** What sends a message: Enter alone, or Ctrl or ⌘ with it. */
  sendKeys: z.optional(z.enum(['enter', 'mod-enter'])),
  /** By the name of what is done; those of which nothing is said keep their usual keys. */
  keys: z.optional(z.record(z.string().check(z.maxLength(64), z.regex(/^[a-z]+(?:\.[a-z-]+)+$/u)), KeyChord).check(z.refine((keys) => Object.keys(keys).length <= 200))),
};
