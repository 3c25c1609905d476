/** JSON in a text, where it is an object or a list; null for everything else. */
import { isJson } from '@portolan/contract/json';
import type { Json } from '@portolan/contract/json';

/** A longer text is not parsed in the window. */
export const longestParsed = 1_000_000;

export function parseJson(text: string): Json | null {
  const start = text.trimStart()[0];
  if ((start !== '{' && start !== '[') || text.length > longestParsed) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : null;
  } catch {
    return null;
  }
}
