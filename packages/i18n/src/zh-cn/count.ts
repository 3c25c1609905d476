const numbers = new Intl.NumberFormat('zh-CN');

/** Chinese has one form for every number, so a count is only the number itself, grouped. */
export function count(value: number): string {
  return numbers.format(value);
}
