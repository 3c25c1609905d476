/** Where a key leads in a list of rows; undefined for keys that lead nowhere. `page`: rows that are seen at once. */
export function nextIndex(key: string, at: number, count: number, page: number): number | undefined {
  const clamp = (index: number) => Math.min(count - 1, Math.max(0, index));
  if (key === 'ArrowDown') return clamp(at + 1);
  if (key === 'ArrowUp') return clamp(at - 1);
  if (key === 'PageDown') return clamp(at + page);
  if (key === 'PageUp') return clamp(at - page);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
