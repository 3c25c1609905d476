/** The limits of one server: what is set for it, else what holds for all. */
import { defaultLimits } from '@portolan/contract/servers';
import type { CompleteLimits, ServerLimits } from '@portolan/contract/servers';
import type { ServerConfig } from '../ports.ts';

export function completeLimits({ care }: ServerConfig): CompleteLimits {
  const { connectSeconds, callSeconds, callTotalSeconds, toolSeconds, callsAtOnce, logLines, restarts } = care?.limits ?? {};
  return {
    connectSeconds: connectSeconds ?? defaultLimits.connectSeconds,
    callSeconds: callSeconds ?? defaultLimits.callSeconds,
    callTotalSeconds: callTotalSeconds ?? defaultLimits.callTotalSeconds,
    toolSeconds: toolSeconds ?? defaultLimits.toolSeconds,
    callsAtOnce: callsAtOnce ?? defaultLimits.callsAtOnce,
    logLines: logLines ?? defaultLimits.logLines,
    restarts: restarts ?? defaultLimits.restarts,
  };
}

/** How long one call may take: a tool with a limit of its own may say or not say what it likes until then. */
export function limitsOfTool(limits: CompleteLimits, tool: string | undefined): Pick<CompleteLimits, 'callSeconds' | 'callTotalSeconds'> {
  const own = tool !== undefined && Object.hasOwn(limits.toolSeconds, tool) ? limits.toolSeconds[tool] : undefined;
  return own === undefined ? limits : { callSeconds: own, callTotalSeconds: own };
}

/** What is kept when some of them are changed; null goes back to what holds for all. */
export function mergeLimits(before: ServerLimits, { toolSeconds, ...change }: LimitsChange): ServerLimits {
  const tools = withoutNull({ ...before.toolSeconds, ...toolSeconds });
  return withoutNull<NonNullable<ServerLimits[keyof ServerLimits]>>({ ...before, ...change, toolSeconds: Object.keys(tools).length === 0 ? null : tools });
}

export type LimitsChange = { [K in Exclude<keyof ServerLimits, 'toolSeconds'>]?: ServerLimits[K] | null | undefined } & { toolSeconds?: Record<string, number | null> | undefined };

function withoutNull<V>(record: Record<string, V | null | undefined>): Record<string, V> {
  return Object.fromEntries(Object.entries(record).filter((entry): entry is [string, V] => entry[1] !== null && entry[1] !== undefined));
}
