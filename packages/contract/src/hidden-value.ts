/** A value of a launch that a window is not shown. */
import * as z from 'zod/mini';

/** Why a value is not shown, and how long it is, in UTF-16 units: its name sounds like a key, it looks like one, or it is made of one. */
export const HiddenValue = z.object({ reason: z.enum(['name', 'look', 'reference']), length: z.number() });
export type HiddenValue = z.infer<typeof HiddenValue>;
