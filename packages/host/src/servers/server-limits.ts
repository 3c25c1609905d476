/** The limits of one server: what is set for it, else what holds for all. */
import { defaultLimits } from '@portolan/contract/servers';
import type { CompleteLimits } from '@portolan/contract/servers';
import type { ServerConfig } from '../ports.ts';

export function completeLimits({ care }: ServerConfig): CompleteLimits {
  const { connectSeconds, callSeconds, callTotalSeconds, callsAtOnce, logLines, restarts } = care?.limits ?? {};
  return {
    connectSeconds: connectSeconds ?? defaultLimits.connectSeconds,
    callSeconds: callSeconds ?? defaultLimits.callSeconds,
    callTotalSeconds: callTotalSeconds ?? defaultLimits.callTotalSeconds,
    callsAtOnce: callsAtOnce ?? defaultLimits.callsAtOnce,
    logLines: logLines ?? defaultLimits.logLines,
    restarts: restarts ?? defaultLimits.restarts,
  };
}
