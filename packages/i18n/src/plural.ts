/** Forms of a counted phrase; `#` stands for the formatted number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/**
 * Makes the plural function of one language.
 * @example const count = pluralOf('en'); count(1, { one: '# tool', other: '# tools' }) // "1 tool"
 */
export function pluralOf(locale: string): (value: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (value, forms) => (forms[rules.select(value)] ?? forms.other).replaceAll('#', numbers.format(value));
}
