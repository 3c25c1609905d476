/** Packages that a launch names without a fixed version: which one really ran, and making it stay (A14). */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ServerId } from './ids.ts';
import { ServerView } from './servers.ts';

export const packages = {
  /** What ran last, as it lies on this computer; null when the launch is pinned or it cannot be told. */
  'packages/resolved': request(z.object({ serverId: ServerId }), z.object({ resolved: z.nullable(z.object({ spec: z.string(), version: z.string(), integrity: z.nullable(z.string()) })) })),
  /** Writes this version into the launch, which is then reviewed again. Fails with `server-changed` when it is not the one that lies here any more. */
  'packages/pin': request(z.object({ serverId: ServerId, version: z.string().check(z.maxLength(100)) }), ServerView),
} as const;
