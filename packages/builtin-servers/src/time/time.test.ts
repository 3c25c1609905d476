import { describe, expect, it } from 'vitest';
import { eras, start } from '../../test/start.ts';
import { momentOf, timeIn } from './zones.ts';

describe.each(eras)('time (%s)', (era) => {
  it('tells the time here and elsewhere, and what one is in the other (S17)', async () => {
    await using server = await start('time', ['--zone=Europe/Lisbon'], { era });
    expect(server.client.instructions).toContain('Europe/Lisbon');
    expect(await server.call('now')).toContain('(Europe/Lisbon)');
    expect(await server.call('now', { zone: 'Asia/Shanghai' })).toContain('+08:00');
    const { structuredContent } = await server.client.callTool('convert', { time: '2026-07-01T09:30', from: 'Europe/Lisbon', to: 'Asia/Shanghai' });
    expect(structuredContent).toMatchObject({ to: { iso: '2026-07-01T16:30:00+08:00', weekday: 'Wednesday' }, differenceMinutes: 420 });
    expect(await server.call('find-zones', { query: 'shanghai' })).toBe('Asia/Shanghai');
    expect(await server.call('now', { zone: 'Atlantis' })).toContain('refused: “Atlantis” is not a time zone');
    expect(await server.call('convert', { time: '2026-02-30T10:00', from: 'UTC', to: 'UTC' })).toContain('no “2026-02-30T10:00” on any calendar');
  });
});

describe('wall clocks', () => {
  it('are right where clocks change (S17)', () => {
    expect(momentOf('2026-03-29T02:30', 'Europe/Berlin')).toMatchObject({ note: expect.stringContaining('skip') as string });
    expect(timeIn('Europe/Berlin', momentOf('2026-03-29T02:30', 'Europe/Berlin').at).iso).toBe('2026-03-29T03:30:00+02:00');
    const twice = momentOf('2026-10-25T02:30', 'Europe/Berlin');
    expect(twice.note).toContain('twice');
    expect(timeIn('Europe/Berlin', twice.at).iso).toBe('2026-10-25T02:30:00+02:00');
    expect(timeIn('Asia/Kathmandu', new Date('2026-01-01T00:00:00Z')).iso).toBe('2026-01-01T05:45:00+05:45');
    expect(timeIn('America/St_Johns', new Date('2026-01-01T00:00:00Z')).iso).toBe('2025-12-31T20:30:00-03:30');
    expect(timeIn('UTC', new Date('2026-01-01T00:00:00.900Z')).iso).toBe('2026-01-01T00:00:00+00:00');
  });
});
