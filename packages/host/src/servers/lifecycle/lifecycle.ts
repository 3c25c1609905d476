/**
 * The states of a server and how it goes from one to the next. Pure: an event and the time in, the next state and what is to
 * be done out. The connector does it and reports back; nobody else changes a server's state.
 *
 * ```
 * stopped ──start──▶ starting ──ready──▶ ready ◀──▶ degraded
 *    ▲                ▲   │ ended               │ ended
 *    │            due │   ▼                     ▼
 *    │              backoff ◀───────────────────┤
 *    └─gone─ stopping ◀─stop─ (any)             └──▶ failed (until the person acts)
 * ```
 */
import type { Problem } from '@portolan/contract/errors';
import type { ServerState } from '@portolan/contract/servers';
import type { Policy } from '../policy.ts';
import type { Retry } from '../problems.ts';

export interface Lifecycle {
  readonly state: ServerState;
  readonly problem: Problem | null;
  /** Failures in a row; each doubles the next wait. */
  readonly failures: number;
  /** Starts in a row that came to nothing only because time ran out. */
  readonly timeouts: number;
  /** When it crashed, on a clock that neither jumps nor stops; the oldest first, no more than count. */
  readonly crashes: readonly number[];
  readonly readyAt: number | null;
  /** Wanted while it was still stopping. */
  readonly startsAgain: boolean;
  /** The person stopped it: it does not start for a use of it. */
  readonly isHeld: boolean;
}

/** Who wants a start: the person, the app as it starts, or a use of something the server offers. */
export type StartBy = 'person' | 'launch' | 'use';

export type LifecycleEvent =
  | { type: 'start'; by: StartBy }
  | { type: 'ready' }
  /** A start failed or a connection is over, neither because we stopped it. */
  | { type: 'ended'; problem: Problem; retry: Retry }
  | { type: 'ailing'; problem: Problem }
  | { type: 'well' }
  /** The wait of a backoff is over. */
  | { type: 'due' }
  /** The machine was asleep, or the network changed. */
  | { type: 'resumed' }
  | { type: 'stop'; byPerson: boolean }
  /** After `stop`: nothing of it runs any more. */
  | { type: 'gone' };

export type Effect =
  | { type: 'open' }
  /** Ends the start or the connection and all its processes, then reports `gone`. */
  | { type: 'close' }
  /** Reports `due` after so many milliseconds; takes the place of an earlier wait. */
  | { type: 'wait'; ms: number }
  /** Asks the connection for a sign of life after so many milliseconds. */
  | { type: 'look'; ms: number };

export interface Conditions {
  policy: Pick<Policy, 'firstDelayMs' | 'maxDelayMs' | 'jitter' | 'crashes' | 'crashWindowMs' | 'stableMs' | 'timeouts' | 'resumeSpreadMs'>;
  /** Milliseconds on a clock that neither jumps nor stops. */
  now: number;
  /** From 0 to 1: what is left to chance, so that servers that went together do not come together. */
  chance: number;
  /** False: a crash is told and left to the person. */
  restarts: boolean;
}

export interface Step {
  next: Lifecycle;
  effects: Effect[];
}

export const stoppedLifecycle: Lifecycle = { state: 'stopped', problem: null, failures: 0, timeouts: 0, crashes: [], readyAt: null, startsAgain: false, isHeld: false };

/** What the person asks for forgives everything that was. */
const forgiven = { failures: 0, timeouts: 0, crashes: [] } as const;

/** An event that means nothing in the present state changes nothing: it was overtaken by another. */
export function reduce(life: Lifecycle, event: LifecycleEvent, conditions: Conditions): Step {
  switch (event.type) {
    case 'start':
      return start(life, event.by);
    case 'ready':
      return life.state === 'starting' ? to(life, { state: 'ready', problem: null, timeouts: 0, readyAt: conditions.now }) : same(life);
    case 'ended':
      return isRunning(life) ? ended(life, event, conditions) : same(life);
    case 'ailing':
      return life.state === 'ready' || life.state === 'degraded' ? to(life, { state: 'degraded', problem: event.problem }) : same(life);
    case 'well':
      return life.state === 'degraded' ? to(life, { state: 'ready', problem: null }) : same(life);
    case 'due':
      return life.state === 'backoff' ? to(life, { state: 'starting' }, { type: 'open' }) : same(life);
    case 'resumed':
      return resumed(life, conditions);
    case 'stop':
      return stop(life, event.byPerson);
    case 'gone':
      if (life.state !== 'stopping') return same(life);
      return life.startsAgain ? to(life, { ...forgiven, state: 'starting', startsAgain: false }, { type: 'open' }) : to(life, { state: 'stopped' });
  }
}

/** Crashes that still count. */
export function recentCrashes({ crashes }: Lifecycle, { policy, now }: Pick<Conditions, 'policy' | 'now'>): number[] {
  return crashes.filter((at) => at > now - policy.crashWindowMs);
}

function start(life: Lifecycle, by: StartBy): Step {
  const isPersons = by === 'person';
  const pardon = isPersons ? { ...forgiven, isHeld: false } : {};
  switch (life.state) {
    case 'stopped':
      if (by === 'use' && life.isHeld) return same(life);
      return to(life, { ...pardon, state: 'starting', problem: null }, { type: 'open' });
    case 'starting':
    case 'ready':
    case 'degraded':
      return to(life, pardon);
    case 'backoff':
      // A model that calls in a loop must not undo the waits.
      return isPersons ? to(life, { ...pardon, state: 'starting' }, { type: 'open' }) : same(life);
    case 'failed':
      return isPersons ? to(life, { ...pardon, state: 'starting', problem: null }, { type: 'open' }) : same(life);
    case 'stopping':
      return isPersons ? to(life, { isHeld: false, startsAgain: true }) : same(life);
  }
}

function ended(life: Lifecycle, { problem, retry }: { problem: Problem; retry: Retry }, conditions: Conditions): Step {
  const { policy, now, restarts } = conditions;
  const wasStable = life.readyAt !== null && now - life.readyAt >= policy.stableMs;
  const crashes = retry === 'crash' ? [...recentCrashes(life, conditions), now] : recentCrashes(life, conditions);
  const timeouts = retry === 'timeout' ? life.timeouts + 1 : 0;
  const before = { ...life, problem, crashes, timeouts, readyAt: null, failures: wasStable ? 0 : life.failures };
  const isOver = retry === 'never' || (retry === 'crash' && (crashes.length >= policy.crashes || !restarts)) || timeouts >= policy.timeouts;
  if (isOver) return to(before, { state: 'failed' });
  const plain = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** Math.min(before.failures, 30));
  const ms = Math.round(plain * (1 - policy.jitter * conditions.chance));
  return to(before, { state: 'backoff', failures: before.failures + 1 }, { type: 'wait', ms });
}

function resumed(life: Lifecycle, { policy, chance }: Conditions): Step {
  // Spread: a machine that wakes up has enough to do.
  const ms = Math.round(policy.resumeSpreadMs * chance);
  if (life.state === 'ready' || life.state === 'degraded') return to(life, {}, { type: 'look', ms });
  // Waits grew while there was no network to be had; crashes are remembered.
  return life.state === 'backoff' ? to(life, { failures: 0 }, { type: 'wait', ms }) : same(life);
}

function stop(life: Lifecycle, byPerson: boolean): Step {
  const isHeld = life.isHeld || byPerson;
  switch (life.state) {
    case 'stopped':
      return to(life, { isHeld });
    case 'failed':
      return to(life, { ...forgiven, state: 'stopped', problem: null, isHeld });
    case 'stopping':
      return to(life, { startsAgain: false, isHeld });
    default:
      return to(life, { ...forgiven, state: 'stopping', problem: null, readyAt: null, isHeld }, { type: 'close' });
  }
}

function isRunning({ state }: Lifecycle): boolean {
  return state === 'starting' || state === 'ready' || state === 'degraded';
}

function to(life: Lifecycle, change: Partial<Lifecycle>, ...effects: Effect[]): Step {
  return { next: { ...life, ...change }, effects };
}

function same(life: Lifecycle): Step {
  return { next: life, effects: [] };
}
