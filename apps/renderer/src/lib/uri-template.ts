/** Resource templates (RFC 6570): which variables they ask for, and the address a set of values makes. */
import { parseTemplate } from 'url-template';

export interface UriTemplate {
  /** In order of appearance, each once. */
  variables: string[];
  expand(values: Record<string, string>): string;
}

const expression = /\{([+#./;?&]?)([^{}]*)\}/g;
const variable = /^(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?:\*|:[1-9][0-9]{0,3})?$/;
const maxLength = 8_192;

/** Null when the template is malformed: the library would expand such a text to something else than was meant. */
export function readTemplate(template: string): UriTemplate | null {
  if (template.length > maxLength || /[{}]/.test(template.replace(expression, ''))) return null;
  const variables: string[] = [];
  for (const [, , list = ''] of template.matchAll(expression)) {
    for (const spec of list.split(',')) {
      if (!variable.test(spec)) return null;
      const name = spec.replace(/(\*|:\d+)$/, '');
      if (!variables.includes(name)) variables.push(name);
    }
  }
  const parsed = parseTemplate(template);
  return { variables, expand: (values) => parsed.expand(values) };
}
