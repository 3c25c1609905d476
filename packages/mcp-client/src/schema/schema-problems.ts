/** Where a value does not fit its schema, as places and keywords: the words for it are for whoever shows it. */
import type { ErrorObject } from 'ajv';
import type { Json } from '../jsonrpc/message.ts';

export interface SchemaProblem {
  /** Property names and item numbers, outermost first. Of something that is missing, where it should be. */
  path: string[];
  /** The JSON Schema keyword that is not kept; `forbidden` where the schema allows nothing. */
  keyword: string;
  /** The value of the keyword, where it says something to a person. */
  limit?: Json;
}

const mostProblems = 50;

/** Of a union that nothing fits only the union is told, not what each of its branches would have wanted. */
export function problemsIn(errors: readonly ErrorObject[]): SchemaProblem[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf').map(({ schemaPath }) => `${schemaPath}/`);
  const problems = new Map<string, SchemaProblem>();
  for (const error of errors) {
    // "if" only says that one of the two others was not kept.
    if (error.keyword === 'if' || unions.some((union) => error.schemaPath.startsWith(union))) continue;
    const problem = problemOf(error);
    problems.set(JSON.stringify([problem.path, problem.keyword]), problem);
    if (problems.size >= mostProblems) break;
  }
  return [...problems.values()];
}

function problemOf({ keyword, instancePath, params }: ErrorObject): SchemaProblem {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const named = (name: unknown): string[] => (typeof name === 'string' ? [...path, name] : path);
  const given = params as Record<string, Json | undefined>;
  switch (keyword) {
    case 'required':
      return { path: named(given['missingProperty']), keyword };
    case 'dependentRequired':
    case 'dependencies':
      return { path: named(given['missingProperty']), keyword: 'dependentRequired', ...limit(given['property']) };
    case 'additionalProperties':
      return { path: named(given['additionalProperty']), keyword };
    case 'unevaluatedProperties':
      return { path: named(given['unevaluatedProperty']), keyword: 'additionalProperties' };
    case 'propertyNames':
      return { path: named(given['propertyName']), keyword };
    case 'false schema':
      return { path, keyword: 'forbidden' };
    case 'const':
      return { path, keyword, ...limit(given['allowedValue']) };
    default:
      return { path, keyword, ...limit(given['limit'] ?? given['type'] ?? given['pattern'] ?? given['format'] ?? given['multipleOf']) };
  }
}

function limit(value: Json | undefined): { limit?: Json } {
  return value === undefined ? {} : { limit: value };
}
