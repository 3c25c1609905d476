import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import type { ServerState } from '@portolan/contract/servers';
import { defaultPolicy } from '../policy.ts';
import { recentCrashes, reduce, stoppedLifecycle } from './lifecycle.ts';
import type { Effect, Lifecycle, LifecycleEvent } from './lifecycle.ts';

const { problem } = new HostError('server-exited', { server: 'x', exitCode: 1 });
const conditions = { policy: defaultPolicy, now: 1_000_000, chance: 0, restarts: true };
const states: ServerState[] = ['stopped', 'starting', 'ready', 'degraded', 'backoff', 'failed', 'stopping'];
const at = (state: ServerState, part: Partial<Lifecycle> = {}): Lifecycle => ({ ...stoppedLifecycle, state, ...part });
const crash: LifecycleEvent = { type: 'ended', problem, retry: 'crash' };
const network: LifecycleEvent = { type: 'ended', problem, retry: 'network' };
const timeout: LifecycleEvent = { type: 'ended', problem, retry: 'timeout' };
const never: LifecycleEvent = { type: 'ended', problem, retry: 'never' };
const person: LifecycleEvent = { type: 'start', by: 'person' };
const use: LifecycleEvent = { type: 'start', by: 'use' };
const launch: LifecycleEvent = { type: 'start', by: 'launch' };
const stop: LifecycleEvent = { type: 'stop', byPerson: true };
const ailing: LifecycleEvent = { type: 'ailing', problem };

/** Every state × event: where it leads, and what is done. `·`: nothing changes. */
const table: [LifecycleEvent, string, ...string[]][] = [
  // event, then for each state in the order of `states`
  [person, 'starting open', 'starting', 'ready', 'degraded', 'starting open', 'starting open', 'stopping'],
  [launch, 'starting open', 'starting', 'ready', 'degraded', '·', '·', '·'],
  [use, 'starting open', 'starting', 'ready', 'degraded', '·', '·', '·'],
  [{ type: 'ready' }, '·', 'ready', '·', '·', '·', '·', '·'],
  [crash, '·', 'backoff wait', 'backoff wait', 'backoff wait', '·', '·', '·'],
  [network, '·', 'backoff wait', 'backoff wait', 'backoff wait', '·', '·', '·'],
  [timeout, '·', 'backoff wait', 'backoff wait', 'backoff wait', '·', '·', '·'],
  [never, '·', 'failed', 'failed', 'failed', '·', '·', '·'],
  [ailing, '·', '·', 'degraded', 'degraded', '·', '·', '·'],
  [{ type: 'well' }, '·', '·', '·', 'ready', '·', '·', '·'],
  [{ type: 'due' }, '·', '·', '·', '·', 'starting open', '·', '·'],
  [{ type: 'resumed' }, '·', '·', 'ready look', 'degraded look', 'backoff wait', '·', '·'],
  [stop, 'stopped', 'stopping close', 'stopping close', 'stopping close', 'stopping close', 'stopped', 'stopping'],
  [{ type: 'gone' }, '·', '·', '·', '·', '·', '·', 'stopped'],
];
const cells = table.flatMap(([event, ...row]) => states.map((state, index) => [state, event, row[index] ?? ''] as const));

describe('the states of a server', () => {
  it.each(cells)('%s, %o → %s (S12)', (state, event, expected) => {
    const before = at(state);
    const { next, effects } = reduce(before, event, conditions);
    if (expected === '·') expect({ next, effects }).toEqual({ next: before, effects: [] });
    else expect([next.state, ...effects.map(({ type }) => type)].join(' ')).toBe(expected);
  });

  const run = (events: [number, LifecycleEvent][], chance = 0, restarts = true): { life: Lifecycle; effects: Effect[] } => {
    let life = stoppedLifecycle;
    const all: Effect[] = [];
    for (const [now, event] of events) {
      const { next, effects } = reduce(life, event, { ...conditions, now, chance, restarts });
      life = next;
      all.push(...effects);
    }
    return { life, effects: all };
  };
  const waits = (effects: Effect[]) => effects.flatMap((effect) => (effect.type === 'wait' ? [effect.ms] : []));
  const due: LifecycleEvent = { type: 'due' };
  const ready: LifecycleEvent = { type: 'ready' };

  it('waits 0.5, 1, 2, 4 … and never more than 60 seconds, spread by up to a quarter (R72)', () => {
    const failures = Array.from({ length: 9 }, (): [number, LifecycleEvent][] => [[0, network], [0, due]]).flat();
    expect(waits(run([[0, person], ...failures]).effects)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect(waits(run([[0, person], [0, network]], 1).effects)).toEqual([375]);
  });

  it('gives up at the third crash within five minutes, and not at three in six (S12, R02)', () => {
    expect(run([[0, person], [1, crash], [2, due], [3, crash], [4, due], [5, crash]]).life).toMatchObject({ state: 'failed', crashes: [1, 3, 5] });
    const slow = run([[0, person], [0, crash], [1, due], [170_000, crash], [170_001, due], [340_000, crash]]).life;
    expect(slow.state).toBe('backoff');
    expect(recentCrashes(slow, { policy: defaultPolicy, now: 340_000 })).toHaveLength(2);
  });

  it('counts no start that only ran out of time as a crash: once more with more patience, then the person is asked (S12, R10)', () => {
    expect(run([[0, person], [1, timeout]]).life).toMatchObject({ state: 'backoff', timeouts: 1, crashes: [] });
    expect(run([[0, person], [1, timeout], [2, due], [3, timeout]]).life).toMatchObject({ state: 'failed', crashes: [] });
    expect(run([[0, person], [1, timeout], [2, due], [3, ready], [4, timeout]]).life.state).toBe('backoff');
  });

  it('begins anew with the waits after a stable minute, and with everything when the person acts (S12)', () => {
    expect(waits(run([[0, person], [0, network], [0, due], [0, network], [0, due], [0, ready], [60_000, network]]).effects)).toEqual([500, 1000, 500]);
    expect(waits(run([[0, person], [0, network], [0, due], [0, ready], [10_000, network]]).effects)).toEqual([500, 1000]);
    const again = run([[0, person], [1, crash], [2, due], [3, crash], [4, person], [5, crash], [6, due], [7, crash]]);
    expect(again.life).toMatchObject({ state: 'backoff', crashes: [5, 7] });
    expect(run([[0, person], [1, never], [2, stop], [3, person], [4, crash]]).life).toMatchObject({ state: 'backoff', crashes: [4] });
  });

  it('leaves a crash to the person where restarts are off', () => {
    expect(run([[0, person], [1, crash]], 0, false).life.state).toBe('failed');
    expect(run([[0, person], [1, network]], 0, false).life.state).toBe('backoff');
  });

  it('is not started by a use of it while the person keeps it stopped, and is by the person (S16)', () => {
    const held = run([[0, person], [1, stop], [2, { type: 'gone' }], [3, use]]).life;
    expect(held.state).toBe('stopped');
    expect(reduce(held, person, conditions).next).toMatchObject({ state: 'starting', isHeld: false });
  });

  it('starts again when that was asked for while it stopped, and not when it was stopped once more', () => {
    expect(run([[0, person], [1, stop], [2, person], [3, { type: 'gone' }]]).life).toMatchObject({ state: 'starting', startsAgain: false });
    expect(run([[0, person], [1, stop], [2, person], [2, stop], [3, { type: 'gone' }]]).life.state).toBe('stopped');
  });

  it('keeps its promises whatever happens in whatever order (S12, R73)', () => {
    const event = fc.constantFrom<LifecycleEvent>(person, launch, use, ready, crash, network, timeout, never, ailing, { type: 'well' }, due, { type: 'resumed' }, stop, { type: 'stop', byPerson: false }, { type: 'gone' });
    fc.assert(
      fc.property(fc.array(fc.tuple(event, fc.nat(400_000), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 60 }), (steps) => {
        let life = stoppedLifecycle;
        let now = 0;
        // One start or connection at most, from `open` to `ended` or `gone`.
        let isOpen = false;
        for (const [each, passed, chance] of steps) {
          now += passed;
          const before = life;
          const { next, effects } = reduce(life, each, { ...conditions, now, chance });
          life = next;
          expect(states).toContain(next.state);
          if (each.type === 'ended' && ['starting', 'ready', 'degraded'].includes(before.state)) isOpen = false;
          if (each.type === 'gone' && before.state === 'stopping') isOpen = false;
          for (const effect of effects) {
            if (effect.type === 'open') {
              expect(isOpen).toBe(false);
              expect(next.state).toBe('starting');
              isOpen = true;
            }
            if (effect.type === 'wait') expect(effect.ms >= 0 && effect.ms <= defaultPolicy.maxDelayMs).toBe(true);
          }
          // What the person has not asked for never leaves `failed`, and never starts what the person keeps stopped.
          if (before.state === 'failed' && next.state !== 'failed') expect(each === person || each.type === 'stop').toBe(true);
          if (before.state === 'stopped' && before.isHeld && each === use) expect(next.state).toBe('stopped');
          // Nobody is left waiting for nothing.
          if (next.state === 'backoff' && before.state !== 'backoff') expect(effects).toMatchObject([{ type: 'wait' }]);
          expect(recentCrashes(next, { policy: defaultPolicy, now }).length).toBeLessThanOrEqual(defaultPolicy.crashes);
          // A problem is told as long as it stands, and not longer.
          if (next.state === 'ready' || next.state === 'stopped') expect(next.problem).toBeNull();
          if (next.state === 'failed' || next.state === 'backoff' || next.state === 'degraded') expect(next.problem).not.toBeNull();
        }
      }),
      { numRuns: 500 },
    );
  });
});
