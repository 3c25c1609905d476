/** What one server may ask of the person, as a window sees it. */
import * as z from 'zod/mini';

export const ServerAsks = z.object({
  /** `ask`: its forms and pages are shown. `off`: it is not told that it could ask. */
  elicitation: z.enum(['ask', 'off']),
  /** True when what it was told at its start is not what is decided now. */
  needsRestart: z.boolean(),
  /** The person told it to stop asking: whatever it asks is answered with a no, until lifted or the next start. */
  isStopped: z.boolean(),
});
export type ServerAsks = z.infer<typeof ServerAsks>;
