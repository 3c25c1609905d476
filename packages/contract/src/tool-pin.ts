/** How a tool stands to what was pinned of it (H03). */
import * as z from 'zod/mini';

/**
 * Why a tool is suspended: its definition is another one; it is what another tool was called before; two tools have exchanged
 * definitions; it holds characters that only models read; or the package it comes in became another one. Texts are in the catalogues.
 */
export const SuspendReason = z.enum(['changed', 'renamed', 'swapped', 'hidden-orders', 'package']);
export type SuspendReason = z.infer<typeof SuspendReason>;

export const ToolPin = z.discriminatedUnion('state', [
  /** As it was first seen, or as the person accepted it. */
  z.object({ state: z.literal('known') }),
  /** It came after the others; nothing else is wrong with it. */
  z.object({ state: z.literal('new') }),
  /** Offered to no model and not callable. `other`: the tool it was, or exchanged with. `isKeptOff`: the person decided so. */
  z.object({ state: z.literal('suspended'), reasons: z.array(SuspendReason), other: z.nullable(z.string()), isKeptOff: z.boolean() }),
]);
export type ToolPin = z.infer<typeof ToolPin>;

/** How many tools of a server the person should look at; whether it says something else of itself than it did, and whether its package became another one. */
export const PinCounts = z.object({ suspended: z.number(), keptOff: z.number(), added: z.number(), removed: z.number(), isServerChanged: z.boolean(), isPackageChanged: z.boolean() });
export type PinCounts = z.infer<typeof PinCounts>;
