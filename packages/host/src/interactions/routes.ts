/** What windows may do with questions. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { interactions } from '@portolan/contract/interactions';
import type { Asks } from './asks.ts';
import type { InteractionQueue } from './interaction-queue.ts';

export interface InteractionRouteDeps {
  queue: InteractionQueue;
  asks: Asks;
}

export function interactionRoutes({ queue, asks }: InteractionRouteDeps): HandlersFor<typeof interactions> {
  return {
    'interactions/watch': (_input, { signal }) => queue.watch(signal),
    'interactions/resolve': (input) => asks.resolve(input),
    'interactions/resolveRound': (input) => asks.resolveRound(input),
    'interactions/openPage': ({ id, hash }) => asks.openPage(id, hash),
  };
}
