/** Where two values differ, field by field. */
import { isJsonObject } from '../../src/jsonrpc/message.ts';
import type { Json } from '../../src/jsonrpc/message.ts';

export interface Difference {
  /** As `tools[].annotations.title`; positions in lists are left out. */
  path: string;
  ours: Json | undefined;
  theirs: Json | undefined;
}

export function differences(ours: Json | undefined, theirs: Json | undefined, path = ''): Difference[] {
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    if (ours.length !== theirs.length) return [{ path: `${path}.length`, ours, theirs }];
    return ours.flatMap((item, index) => differences(item, theirs[index], `${path}[]`));
  }
  if (isJsonObject(ours) && isJsonObject(theirs)) {
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].toSorted();
    return keys.flatMap((key) => differences(ours[key], theirs[key], path === '' ? key : `${path}.${key}`));
  }
  return ours === theirs ? [] : [{ path, ours, theirs }];
}

const CHANGING: [RegExp, string][] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '(time)'],
  [/\d{1,2}:\d\d:\d\d(?: [AP]M)?/g, '(time)'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(id)'],
];

/** A value without what is another each time. Base64 is left alone unless it hides a time. */
export function steady(value: Json): Json {
  if (typeof value === 'string') return CHANGING.reduce((text, [pattern, word]) => text.replace(pattern, word), value);
  if (Array.isArray(value)) return value.map(steady);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, key === 'blob' && typeof item === 'string' ? steady(Buffer.from(item, 'base64').toString('utf8')) : steady(item)]));
}
