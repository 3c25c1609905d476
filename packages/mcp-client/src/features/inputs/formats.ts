/** The four string formats of elicitation forms. Each check takes time in proportion to the text, whatever the text. */

export function fitsFormat(format: 'email' | 'uri' | 'date' | 'date-time', value: string): boolean {
  switch (format) {
    case 'email':
      return isEmail(value);
    case 'uri':
      // An absolute URI: `mailto:a@b.c` is one, a path is not.
      return /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(value) && URL.canParse(value);
    case 'date':
      return isDate(value);
    case 'date-time':
      return isDateTime(value);
  }
}

/** One @ with something before it and a host after it: what a form can know without sending mail. */
function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  const host = value.slice(at + 1);
  if (at < 1 || at > 64 || host.length > 253 || /\s/.test(value)) return false;
  if (value.slice(0, at).includes('@') && !/^".*"$/.test(value.slice(0, at))) return false;
  return /^\[[0-9a-f:.]+\]$/i.test(host) || host.split('.').every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(label));
}

/** RFC 3339 full-date, with days that exist. */
function isDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  // Day 0 of the next month is the last of this one. Years below 100 are no other century here.
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= last;
}

/** RFC 3339 date-time; second 60 is a leap second. */
function isDateTime(value: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/.exec(value);
  if (match === null || !isDate(match[1] ?? '')) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = match.slice(2).map((part) => Number(part ?? 0));
  return (hour ?? 0) <= 23 && (minute ?? 0) <= 59 && (second ?? 0) <= 60 && (offsetHour ?? 0) <= 23 && (offsetMinute ?? 0) <= 59;
}
