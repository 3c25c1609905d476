/** Wall clocks of the world, from the tables that come with the runtime. */
import { Refusal } from '../tool-result.ts';

export interface ZonedTime {
  zone: string;
  /** `2026-03-29T03:30:00+02:00`. */
  iso: string;
  weekday: string;
  /** Minutes east of UTC. */
  offsetMinutes: number;
}

/** @throws {Refusal} for a name that is no time zone, with some that are like it */
export function checkZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    const near = similarZones(zone);
    throw new Refusal(`“${zone}” is not a time zone. Use a name such as Europe/Lisbon or UTC.${near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''}`);
  }
}

export function similarZones(text: string): string[] {
  const words = text.toLowerCase().split(/[^a-z]+/).filter((word) => word.length > 2);
  return Intl.supportedValuesOf('timeZone').filter((zone) => words.some((word) => zone.toLowerCase().includes(word))).slice(0, 5);
}

export function timeIn(zone: string, at: Date): ZonedTime {
  const offsetMinutes = offsetOf(zone, at);
  const local = new Date(at.getTime() + offsetMinutes * 60_000);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const hours = String(Math.floor(Math.abs(offsetMinutes) / 60)).padStart(2, '0');
  const minutes = String(Math.round(Math.abs(offsetMinutes)) % 60).padStart(2, '0');
  return {
    zone,
    iso: `${local.toISOString().slice(0, 19)}${sign}${hours}:${minutes}`,
    weekday: new Intl.DateTimeFormat('en', { timeZone: zone, weekday: 'long' }).format(at),
    offsetMinutes,
  };
}

function offsetOf(zone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', era: 'short', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' }).formatToParts(at);
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wall = Date.UTC(number('year'), number('month') - 1, number('day'), number('hour'), number('minute'), number('second'));
  return (wall - Math.trunc(at.getTime() / 1000) * 1000) / 60_000;
}

/**
 * The moment at which a wall clock in a zone shows a time. A time that a change of clocks leaves out is read by the clock
 * that was valid before it, one that comes twice is the first, as RFC 5545 has it.
 * @param local `2026-03-29T02:30` with or without seconds
 */
export function momentOf(local: string, zone: string): { at: Date; note: string | null } {
  const match = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?$/.exec(local.trim());
  if (match === null) throw new Refusal(`“${local}” is not a local time. Write it as 2026-03-29T14:30.`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const real = new Date(wall);
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59) throw new Refusal(`There is no “${local}” on any calendar.`);
  // The offsets of a day before and a day after are all that can be meant.
  const offsets = [...new Set([offsetOf(zone, new Date(wall - 86_400_000)), offsetOf(zone, new Date(wall + 86_400_000))])];
  const fitting = offsets.map((offset) => new Date(wall - offset * 60_000)).filter((at) => at.getTime() + offsetOf(zone, at) * 60_000 === wall);
  const [first] = fitting.toSorted((a, b) => a.getTime() - b.getTime());
  if (first === undefined) return { at: new Date(wall - (offsets[0] ?? 0) * 60_000), note: `The clocks in ${zone} skip ${local}; it is read by the clock that was valid before.` };
  return { at: first, note: fitting.length > 1 ? `${local} comes twice in ${zone}; the first is meant.` : null };
}
