/** What the person lets one server ask: elicitation, sampling, roots. */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ServerId } from './ids.ts';
import { RootCheck } from './server-asks-view.ts';
import { ServerView } from './servers.ts';

export const serverAsks = {
  /** Only what is given is changed. A server hears at its next start what it may ask; a no holds at once. */
  'servers/setAsks': request(z.object({ serverId: ServerId, elicitation: z.optional(z.enum(['ask', 'off'])), sampling: z.optional(z.enum(['ask', 'off'])) }), ServerView),
  /**
   * The folders a server is told about, replacing those before; one that runs hears of it at once. Null: it is not told that
   * there could be any, from its next start on. A path that `servers/checkRoot` would not give back is left out; one that stood there
   * before stays as it was chosen, wherever it leads by now.
   */
  'servers/setRoots': request(z.object({ serverId: ServerId, roots: z.nullable(z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(100))) }), ServerView),
  /** Adds one folder or takes one out, whatever else changes meanwhile. The one added is looked at as by `servers/checkRoot`; the others are as they were chosen. */
  'servers/changeRoots': request(z.object({ serverId: ServerId, add: z.optional(z.string().check(z.maxLength(4096))), remove: z.optional(z.string().check(z.maxLength(4096))) }), ServerView),
  /** Looks at a folder that the person typed; tells nobody. */
  'servers/checkRoot': request(z.object({ path: z.string().check(z.maxLength(4096)) }), RootCheck),
  /** Lets a server ask again that was told to stop; what was denied may be asked again, too. */
  'servers/letAsk': request(z.object({ serverId: ServerId }), ServerView),
} as const;
