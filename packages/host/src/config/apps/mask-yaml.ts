/** Goose's YAML as a window may see it: values of variables and headers, and of what is named after a secret, replaced by marks. */
import { isPossibleSecretName } from '@portolan/contract/secret-names';
import { isMap, isScalar, parseDocument, visit } from 'yaml';

const valueKeys = new Set(['envs', 'env', 'headers']);

/** The same value gets the same mark in all of the texts. What does not parse is hidden as a whole. */
export function maskYaml(texts: readonly string[]): string[] {
  const numbers = new Map<string, number>();
  return texts.map((text) => {
    const document = parseDocument(text);
    if (document.errors.length > 0) return '';
    const hidden: { start: number; end: number; value: string }[] = [];
    visit(document, {
      Pair(_, pair, path) {
        const found: unknown = isScalar(pair.value) ? pair.value.value : null;
        if (!isScalar(pair.value) || !pair.value.range || (typeof found !== 'string' && typeof found !== 'number') || found === '') return;
        const key = isScalar(pair.key) ? String(pair.key.value) : '';
        const parent = path.findLast((each) => typeof each === 'object' && each !== null && 'key' in each);
        const parentKey = parent && 'key' in parent && isScalar(parent.key) ? String(parent.key.value) : '';
        const isUnder = valueKeys.has(parentKey) && path.some((each) => isMap(each));
        const isTelling = isPossibleSecretName(key) && key !== 'env_keys';
        const value = String(found);
        if ((isUnder || isTelling) && !/^\$\{[^}]+\}$/.test(value)) hidden.push({ start: pair.value.range[0], end: pair.value.range[1], value });
      },
    });
    let masked = text;
    for (const { start, end, value } of hidden.toSorted((a, b) => b.start - a.start)) {
      const number = numbers.get(value) ?? numbers.size + 1;
      numbers.set(value, number);
      masked = `${masked.slice(0, start)}"••• ${number}"${masked.slice(end)}`;
    }
    return masked;
  });
}
