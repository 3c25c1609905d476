/** What differs between two launches, in the words of the window. */
import type { Catalogue } from '@portolan/i18n/catalogue-type';

/** @param differences paths as the host names them: `command`, `env.TOKEN` */
export function differenceWords({ sources: { link } }: Pick<Catalogue, 'sources'>, differences: readonly string[]): string {
  const words = differences.map((path) => {
    const [, kind, name = ''] = /^(env|headers)\.(.+)$/s.exec(path) ?? [];
    if (kind !== undefined) return kind === 'env' ? link.variable(name) : link.header(name);
    return Object.hasOwn(link.fields, path) ? link.fields[path as keyof typeof link.fields] : path;
  });
  return link.replaceText(words.join(', '));
}
