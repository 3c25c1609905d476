/** Reading `notifications/progress` (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress). */
import type { Progress } from '../client.ts';
import type { JsonObject } from './message.ts';

/** Longest progress message kept, in characters. */
const MESSAGE_LENGTH = 4096;

/** Undefined when there is no usable number; a bad total or message is left out. */
export function readProgress(params: JsonObject): Progress | undefined {
  const { progress, total, message } = params;
  if (typeof progress !== 'number' || !Number.isFinite(progress)) return undefined;
  const read: Progress = { progress };
  if (typeof total === 'number' && Number.isFinite(total) && total > 0) read.total = total;
  if (typeof message === 'string') read.message = message.slice(0, MESSAGE_LENGTH);
  return read;
}
