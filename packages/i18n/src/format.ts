import type { Locale } from './locales.ts';

/** A moment in milliseconds since the epoch, or a Date. */
export type Moment = number | Date;

export interface Format {
  number: (value: number) => string;
  /** 1536 → "1.5 kB" (1 kB = 1000 B as on disks). */
  bytes: (bytes: number) => string;
  percent: (ratio: number) => string;
  /** US dollars; small sums with as many digits as they need. */
  money: (dollars: number) => string;
  /** A length of time in milliseconds, two units at most: 83 000 → "1m 23s". */
  duration: (milliseconds: number) => string;
  /** "3 minutes ago", "in 5 seconds"; a date once it is more than 30 days away. */
  relative: (moment: Moment, now: Moment) => string;
  date: (moment: Moment) => string;
  time: (moment: Moment) => string;
  dateTime: (moment: Moment) => string;
  /** The date, and the time to the second. */
  exactTime: (moment: Moment) => string;
  list: (items: readonly string[]) => string;
  /** Order for names as people of this language expect it; digits by value. */
  compare: (a: string, b: string) => number;
}

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const month = 30 * 86_400_000;
const cache = new Map<Locale, Format>();

/** The formats of a language; made once. */
export function formatOf(locale: Locale): Format {
  const known = cache.get(locale);
  if (known) return known;
  const made = makeFormat(locale);
  cache.set(locale, made);
  return made;
}

function makeFormat(locale: Locale): Format {
  const number = new Intl.NumberFormat(locale);
  const money = (digits: number) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: digits });
  const [coarse, fine] = [money(2), money(4)];
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const exactTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const list = new Intl.ListFormat(locale);
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  return {
    number: (value) => number.format(value),
    bytes: (bytes) => formatBytes(locale, bytes),
    percent: (ratio) => percent.format(ratio),
    money: (dollars) => (dollars !== 0 && Math.abs(dollars) < 0.1 ? fine : coarse).format(dollars),
    duration: (milliseconds) => formatDuration(locale, milliseconds),
    relative: (moment, now) => {
      const difference = Number(moment) - Number(now);
      if (Math.abs(difference) > month) return date.format(moment);
      for (const [unit, size] of units) {
        if (Math.abs(difference) >= size) return relative.format(Math.trunc(difference / size), unit);
      }
      return relative.format(0, 'second');
    },
    date: (moment) => date.format(moment),
    time: (moment) => time.format(moment),
    dateTime: (moment) => dateTime.format(moment),
    exactTime: (moment) => exactTime.format(moment),
    list: (items) => list.format(items),
    compare: (a, b) => collator.compare(a, b),
  };
}

function formatBytes(locale: Locale, bytes: number): string {
  let value = Math.max(0, bytes);
  let index = 0;
  // 999.95 would be rounded to 1,000 of the smaller unit.
  while (value >= 999.95 && index < byteUnits.length - 1) {
    value /= 1000;
    index += 1;
  }
  const digits = index === 0 || value >= 100 ? 0 : 1;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[index] ?? 'byte',
    unitDisplay: index === 0 ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(value);
}

function formatDuration(locale: Locale, milliseconds: number): string {
  const total = Math.max(0, milliseconds);
  const unit = (value: number, name: string, digits = 0): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow', maximumFractionDigits: digits }).format(value);
  if (total < 1_000) return unit(Math.round(total), 'millisecond');
  if (total < 9_950) return unit(Math.round(total / 100) / 10, 'second', 1);
  const seconds = Math.round(total / 1_000);
  if (seconds < 60) return unit(seconds, 'second');
  const gap = locale === 'zh-CN' ? '' : ' ';
  if (seconds < 3_600) return [unit(Math.floor(seconds / 60), 'minute'), seconds % 60 === 0 ? '' : unit(seconds % 60, 'second')].filter(Boolean).join(gap);
  const minutes = Math.round(seconds / 60);
  return [unit(Math.floor(minutes / 60), 'hour'), minutes % 60 === 0 ? '' : unit(minutes % 60, 'minute')].filter(Boolean).join(gap);
}
