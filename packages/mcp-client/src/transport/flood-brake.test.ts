import { describe, expect, it } from 'vitest';
import { FloodBrake } from './flood-brake.ts';

function slice(brake: FloodBrake, notifications: number): number {
  brake.begin();
  for (let count = 0; count < notifications; count += 1) brake.note();
  return brake.end();
}

describe('FloodBrake', () => {
  it('does not pause for what the limit allows, and pauses beyond it (R28, H18)', () => {
    const brake = new FloodBrake(100);
    expect(slice(brake, 60)).toBe(0);
    expect(slice(brake, 40)).toBe(0);
    expect(slice(brake, 40)).toBeGreaterThan(0);
  });

  it('does not pause for slices without notifications, however large (R28)', () => {
    const brake = new FloodBrake(1);
    expect(slice(brake, 50)).toBeGreaterThan(0);
    expect(slice(brake, 0)).toBe(0);
  });

  it('never pauses for long', () => {
    const brake = new FloodBrake(1);
    brake.begin();
    const until = performance.now() + 60;
    while (performance.now() < until) brake.note();
    expect(brake.end()).toBeLessThanOrEqual(100);
  });
});
