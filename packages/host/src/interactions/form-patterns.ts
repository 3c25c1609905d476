/** Patterns of a form, which are a server's own and may take for ever: tried in a thread that is ended when they do (E08). */
import type { FieldProblemView, FormValues } from '@portolan/contract/elicitation';
import type { JsonObject } from '@portolan/contract/json';
import type { SchemaChecker } from '@portolan/mcp-client/schema/schema-checker';

/** Fields whose text does not have the shape that the server asked for. A pattern that can't be tried refuses nothing: the server has the last word. */
export async function patternProblems(schemas: Pick<SchemaChecker, 'check'>, schema: JsonObject, content: FormValues): Promise<FieldProblemView[]> {
  const properties = asObject(schema['properties']);
  const tried = Object.entries(properties).map(async ([field, property]): Promise<FieldProblemView[]> => {
    const { pattern, default: proposed } = asObject(property);
    const value = Object.hasOwn(content, field) ? content[field] : proposed;
    if (typeof pattern !== 'string' || typeof value !== 'string') return [];
    const { kind } = await schemas.check({ type: 'string', pattern }, value);
    return kind === 'misfit' ? [{ field, code: 'pattern' }] : [];
  });
  return (await Promise.all(tried)).flat();
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
