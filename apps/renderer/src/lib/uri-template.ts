/** Resource templates (RFC 6570): which variables they ask for, and the address a set of values makes. */
import { parseTemplate } from 'url-template';

export interface UriTemplate {
  /** In order of appearance, each once. Those of `{?…}` and `{&…}` may be left out: they stand for a query. */
  variables: { name: string; isRequired: boolean }[];
  /** Empty values count as left out. */
  expand: (values: Readonly<Record<string, string>>) => string;
}

const expression = /\{([+#./;?&]?)([^{}]*)\}/g;
const variable = /^(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?:\*|:[1-9][0-9]{0,3})?$/;
const maxLength = 8_192;

/** Null when the template is malformed: the library would expand such a text to something else than was meant. */
export function readTemplate(template: string): UriTemplate | null {
  if (template.length > maxLength || /[{}]/.test(template.replace(expression, ''))) return null;
  const variables = new Map<string, boolean>();
  for (const [, operator = '', list = ''] of template.matchAll(expression)) {
    for (const spec of list.split(',')) {
      if (!variable.test(spec)) return null;
      const name = spec.replace(/(\*|:\d+)$/, '');
      const isRequired = operator !== '?' && operator !== '&';
      variables.set(name, isRequired || (variables.get(name) ?? false));
    }
  }
  const parsed = parseTemplate(template);
  return {
    variables: [...variables].map(([name, isRequired]) => ({ name, isRequired })),
    expand: (values) => parsed.expand(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))),
  };
}
