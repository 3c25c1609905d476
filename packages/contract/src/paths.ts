/** Folders and files of this computer that a person names: a path goes over this line, never what lies there. */
import * as z from 'zod/mini';
import { request } from './define.ts';

export const maxPath = 4096;
const path = z.string().check(z.maxLength(maxPath));

export const paths = {
  /**
   * Opens the system's own dialog and gives back what the person chose there, null when they chose nothing. In browser mode
   * there is no such dialog: the answer is null at once. `start` is what stands in the field.
   */
  'paths/choose': request(z.object({ kind: z.enum(['folder', 'file']), start: path }), z.object({ path: z.nullable(path) })),
  /** Folders that begin with what was typed so far, at most twenty; none where nothing absolute was typed. */
  'paths/complete': request(z.object({ text: path }), z.object({ folders: z.array(path) })),
} as const;
