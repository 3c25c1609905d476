/** What one server may ask of the person, as a window sees it. */
import * as z from 'zod/mini';
import { SamplingBudget } from './sampling.ts';

export const ServerAsks = z.object({
  /** `ask`: its forms and pages are shown. `off`: it is not told that it could ask. */
  elicitation: z.enum(['ask', 'off']),
  /** `ask`: it may ask for answers of a model, each of which the person reads. Off unless the person says otherwise. */
  sampling: z.enum(['ask', 'off']),
  /** What it may have of models. */
  budget: SamplingBudget,
  /** Folders it is told about, as they are on the disk; null when it is not told that there could be any. */
  roots: z.nullable(z.array(z.string())),
  /** True when what it was told at its start is not what is decided now. */
  needsRestart: z.boolean(),
  /** The person told it to stop asking: whatever it asks is answered with a no, until lifted or the next start. */
  isStopped: z.boolean(),
});
export type ServerAsks = z.infer<typeof ServerAsks>;

/** What a typed folder is found to be. `path` is where it really is, links followed; null when it can't be used. */
export const RootCheck = z.object({
  path: z.nullable(z.string()),
  problem: z.nullable(z.enum(['not-absolute', 'missing', 'not-a-folder'])),
  /** All of the disk, or all that the person has. */
  isWide: z.boolean(),
});
export type RootCheck = z.infer<typeof RootCheck>;
