/**
 * The mark of this installation: a small picture and two words that only the app's own questions show. What a server, a model
 * or a web page draws cannot know it (J01). It goes to windows and nowhere else: not to a command line, a model, a server, or
 * an export.
 */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';

/** Rows and columns of the picture. */
export const markSize = 5;
export const markColours = 8;
/** Words that each of the two is one of; the catalogues have them. */
export const markWords = 32;

const below = (limit: number) => z.number().check(z.int(), z.minimum(0), z.maximum(limit - 1));

export const Mark = z.object({
  /** Row by row: what is filled. */
  cells: z.array(z.boolean()).check(z.length(markSize * markSize)),
  colour: below(markColours),
  words: z.tuple([below(markWords), below(markWords)]),
});
export type Mark = z.infer<typeof Mark>;

const none = z.object({});

export const marks = {
  'mark/watch': stream(none, z.object({ mark: Mark })),
  /** Draws another one. Fails with `storage-failed` when it could not be kept; then the old one stands. */
  'mark/renew': request(none, z.object({ mark: Mark })),
} as const;
