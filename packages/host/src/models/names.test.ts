import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelToolName, ToolNames } from './names.ts';

const pattern = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

describe('modelToolName', () => {
  it('keeps a plain pair readable', () => {
    expect(modelToolName('files', 'read_file')).toBe('files__read_file');
    expect(modelToolName('my_files-2', '_x__y')).toBe('my_files-2___x__y');
  });

  it('shortens a 40-character server with a 60-character tool to a stable name (try-out 10)', () => {
    const name = modelToolName('s'.repeat(40), 't'.repeat(60));
    expect(name).toMatch(pattern);
    expect(name).toBe(modelToolName('s'.repeat(40), 't'.repeat(60)));
    expect(name).not.toBe(modelToolName('s'.repeat(40), `${'t'.repeat(59)}u`));
  });

  it('keeps the same tool of two servers apart (try-out 11)', () => {
    expect(modelToolName('one', 'search')).not.toBe(modelToolName('two', 'search'));
  });

  it('does not let a prefix trick make two pairs one (T:C04)', () => {
    expect(modelToolName('a__b', 'c')).not.toBe(modelToolName('a', 'b__c'));
    expect(modelToolName('a_', '_c')).not.toBe(modelToolName('a', '__c'));
    expect(modelToolName('a', 'send_email')).not.toBe(modelToolName('a', 'ѕend_email'));
    expect(modelToolName('A', 'x')).not.toBe(modelToolName('a', 'x'));
  });

  it('is a bijection of the right shape for any names (T:C04)', () => {
    const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.string({ unit: fc.constantFrom('a', 'b', '_', '-', '.', 'é'), maxLength: 8 }));
    fc.assert(
      fc.property(name, name, name, name, (server1, tool1, server2, tool2) => {
        const one = modelToolName(server1, tool1);
        const two = modelToolName(server2, tool2);
        expect(one).toMatch(pattern);
        expect(one === two).toBe(server1 === server2 && tool1 === tool2);
      }),
      { numRuns: 3000 },
    );
  });

  it('cannot be made to look like the shortened name of another server (T:C04)', () => {
    const victim = modelToolName('my mail', 'send');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: victim.length - 1 }), (cut) => {
        expect(modelToolName(victim.slice(0, cut), victim.slice(cut))).not.toBe(victim);
        expect(modelToolName(victim, '')).not.toBe(victim);
      }),
    );
  });
});

it('finds tools named like properties of every object', () => {
  const names = new ToolNames<number>();
  expect(names.get('__proto__')).toBeUndefined();
  expect(names.get('constructor')).toBeUndefined();
  expect(names.add('__proto__', 1)).toBe(true);
  expect(names.add('__proto__', 2)).toBe(false);
  expect(names.get('__proto__')).toBe(1);
});
