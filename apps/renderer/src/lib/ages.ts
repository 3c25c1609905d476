/** How long ago something was, in the words of a history. */
export const ages = ['today', 'yesterday', 'lastWeek', 'lastMonth', 'older'] as const;
export type Age = (typeof ages)[number];

/** By calendar days of this machine, not by hours. */
export function ageOf(moment: number, now: number): Age {
  // Through the calendar, not by 24 hours: a day of a changed clock has 23 or 25.
  const midnight = (daysAgo: number) => {
    const date = new Date(now);
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysAgo).getTime();
  };
  if (moment >= midnight(0)) return 'today';
  if (moment >= midnight(1)) return 'yesterday';
  if (moment >= midnight(7)) return 'lastWeek';
  return moment >= midnight(30) ? 'lastMonth' : 'older';
}
