import { describe, expect, it } from 'vitest';
import { ProjectId } from '@portolan/contract/ids';
import { dayOf, dayText, takeOperators } from './operators.ts';
import { readFilters, writeFilters } from '../../../lib/filter-address.ts';

const known = { projects: [{ id: ProjectId.parse('p1'), name: 'Kitchen garden' }, { id: ProjectId.parse('p2'), name: 'Kites' }], servers: ['files', 'Files of work'], models: ['large'] };
const taken = (typed: string, isDone = false) => takeOperators(typed, known, isDone);

describe('filters that are typed (C10)', () => {
  it.each([
    ['in:kites bread', 'bread', { projectId: 'p2' }],
    ['bread in:"kitchen garden" rye', 'bread rye', { projectId: 'p1' }],
    ['in:none x', 'x', { projectId: null }],
    ['server:"Files of work" model:large ', '', { server: 'Files of work', model: 'large' }],
    ['server:FILES x', 'x', { server: 'files' }],
    ['has:attachment is:pinned x', 'x', { hasAttachment: true, place: 'pinned' }],
    ['after:2026-01-31 before:2026-02-03 x', 'x', { from: dayOf('2026-01-31'), until: dayOf('2026-02-03') }],
  ])('%s', (typed, text, filters) => {
    expect(taken(typed)).toEqual({ text, filters });
  });

  it('wait until they are finished, and stay words where they mean nothing', () => {
    for (const typed of ['is:pinned', 'bread in:ki', 'in:ki x', 'in:nobody x', 'after:2026-02-31 x', 'has:everything x', 'http://in:kites.example ', 'is: pinned ', 'server:nobody x']) expect(taken(typed)).toEqual({ text: typed, filters: {} });
    expect(taken('bread is:pinned', true)).toEqual({ text: 'bread ', filters: { place: 'pinned' } });
    expect(taken('in:"Kites"')).toEqual({ text: '', filters: { projectId: 'p2' } });
  });

  it('stay words where they are hostile, and take no longer for it', () => {
    const one = { projects: known.projects.slice(0, 1), servers: ['files'], models: ['large'] };
    const long = 'in:'.repeat(3_000);
    for (const typed of ['in:"" x', 'in:" " x', 'server:"" x', 'in:"kites', 'in:"Kites"x ', 'in:in:in:kites ', 'in:Kitchen%" x', 'server:f_les x', 'after:"2026-01-01 x', `${'"'.repeat(10_000)} x`, `in:${'a'.repeat(10_000)}" x`, `${long} x`]) expect(takeOperators(typed, one, true), typed.slice(0, 40)).toEqual({ text: typed, filters: {} });
    expect(takeOperators('in:"kitchen  garden" x', one, true).filters).toEqual({});
    expect(takeOperators('IN:KITCHEN x', one, false)).toEqual({ text: 'x', filters: { projectId: 'p1' } });
  });

  it('begin and end days at the midnights of this machine, also where a day has 23 hours', () => {
    for (const text of ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26', '2024-02-29', '2026-12-31']) {
      const [begin, end] = [dayOf(text) ?? 0, dayOf(text, 1) ?? 0];
      expect([dayText(begin), dayText(end - 1), new Date(begin).getHours(), new Date(end).getHours()]).toEqual([text, text, 0, 0]);
      expect(dayText(end)).not.toBe(text);
    }
    for (const text of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1T', '02026-01-01', '2026-01-00', '-2026-01-01', '２０２６-01-01']) expect(dayOf(text), text).toBeNull();
  });

  it('stand in the address and come back from it; what is not understood there is none', () => {
    const filters = { projectId: null, server: 'a & b', model: 'large', hasAttachment: true as const, place: 'archived' as const, from: 5, until: 9 };
    expect(readFilters(new URLSearchParams(writeFilters(filters)))).toEqual(filters);
    expect(readFilters(new URLSearchParams('project=../x&place=nowhere&from=soon&attachment=perhaps&model='))).toEqual({});
    expect(dayText(dayOf('2026-03-01') ?? 0)).toBe('2026-03-01');
    expect(dayText(dayOf('2026-02-28', 1) ?? 0)).toBe('2026-03-01');
  });
});
