import type { Json, Schema } from './json.ts';
import { planField } from './plan.ts';

/** Deepest level of required objects that is filled in by itself. */
const maxDepth = 8;

/**
 * What a form starts with: defaults, constants that are required, and the empty containers that are required.
 * An optional field without a default is left out, so that what is untouched is not sent.
 */
export function initialValue(schema: Schema, root: Schema = schema, depth = 0): Json | undefined {
  const plan = planField(schema, root);
  if (plan.default !== undefined) return structuredClone(plan.default);
  if (depth > maxDepth) return undefined;
  switch (plan.kind) {
    case 'const':
      return structuredClone(plan.value);
    case 'null':
      return null;
    case 'boolean':
      // An unticked box is seen as "no", so "no" is what it is.
      return false;
    case 'object': {
      const entries: [string, Json][] = [];
      for (const property of plan.properties) {
        const inner = propertyValue(property.schema, property.isRequired, root, depth + 1);
        if (inner !== undefined) entries.push([property.name, inner]);
      }
      return Object.fromEntries(entries);
    }
    case 'array':
      return plan.minItems > 0 && plan.minItems <= 20 && plan.items !== undefined
        ? Array.from({ length: plan.minItems }, (_, index) => initialValue(plan.prefix[index] ?? plan.items ?? true, root, depth + 1) ?? null)
        : [];
    case 'multi-choice':
      return [];
    case 'json':
      if (plan.reason === 'free-object') return {};
      return plan.reason === 'free-array' ? [] : undefined;
    case 'string':
    case 'number':
    case 'choice':
    case 'variants':
      return undefined;
  }
}

function propertyValue(schema: Schema, isRequired: boolean, root: Schema, depth: number): Json | undefined {
  if (!isRequired) {
    const plan = planField(schema, root);
    return plan.default === undefined ? undefined : structuredClone(plan.default);
  }
  return initialValue(schema, root, depth);
}
