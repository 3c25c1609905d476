import { describe, expect, it } from 'vitest';
import { matchScore, rank } from './command-match.ts';

const labels = (query: string, items: { label: string; keywords?: string[] }[]): string[] => rank(query, items).map((item) => item.label);

describe('finding commands', () => {
  const items = [{ label: 'Open settings' }, { label: 'Settings' }, { label: 'Reset session' }, { label: 'Add server…', keywords: ['mcp', 'connect'] }, { label: '切换到简体中文' }];

  it('puts a name that starts with the query first', () => {
    expect(labels('set', items)).toEqual(['Settings', 'Open settings', 'Reset session']);
  });

  it('wants every word, in any order, in the name or its keywords', () => {
    expect(labels('server add', items)).toEqual(['Add server…']);
    expect(labels('mcp', items)).toEqual(['Add server…']);
    expect(labels('server zzz', items)).toEqual([]);
  });

  it('ignores case, accents and width, and finds Chinese', () => {
    expect(matchScore('ÓPEN', { label: 'open' })).toBeGreaterThan(0);
    expect(labels('中文', items)).toEqual(['切换到简体中文']);
  });

  it('keeps the order for an empty query and for equals', () => {
    expect(labels('  ', items)).toHaveLength(5);
    expect(labels('x', [{ label: 'x1' }, { label: 'x2' }])).toEqual(['x1', 'x2']);
  });
});
