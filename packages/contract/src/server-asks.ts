/** What the person lets one server ask: elicitation. */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ServerId } from './ids.ts';
import { ServerView } from './servers.ts';

export const serverAsks = {
  /** Only what is given is changed. A server hears at its next start what it may ask; a no holds at once. */
  'servers/setAsks': request(z.object({ serverId: ServerId, elicitation: z.optional(z.enum(['ask', 'off'])) }), ServerView),
  /** Lets a server ask again that was told to stop. */
  'servers/letAsk': request(z.object({ serverId: ServerId }), ServerView),
} as const;
