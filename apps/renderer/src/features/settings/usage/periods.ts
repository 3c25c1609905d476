/** The times that usage is shown for. Bounds stand still within a day, so that a question is asked once. */

export const periods = ['week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** `until` is the end of today; both are milliseconds since the epoch, by this computer's calendar. */
export function boundsOf(period: Period, now: Date): { since: number; until: number; by: 'day' | 'month' } {
  const until = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  if (period === 'year') return { since: new Date(now.getFullYear(), now.getMonth() - 11, 1).getTime(), until, by: 'month' };
  return { since: new Date(now.getFullYear(), now.getMonth(), now.getDate() - (period === 'week' ? 6 : 29)).getTime(), until, by: 'day' };
}

/** Every day or month of the time, also those in which nothing was used, as the host names them. */
export function stepsOf(period: Period, now: Date): string[] {
  const two = (value: number): string => String(value).padStart(2, '0');
  if (period === 'year') {
    return Array.from({ length: 12 }, (_, index) => new Date(now.getFullYear(), now.getMonth() - 11 + index, 1)).map((day) => `${day.getFullYear()}-${two(day.getMonth() + 1)}`);
  }
  const days = period === 'week' ? 7 : 30;
  return Array.from({ length: days }, (_, index) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1 + index)).map((day) => `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`);
}

/** The first moment of a day or month as the host names it. */
export function momentOf(step: string): Date {
  const [year = 1970, month = 1, day = 1] = step.split('-').map(Number);
  return new Date(year, month - 1, day);
}
