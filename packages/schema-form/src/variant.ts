import { effective } from './effective.ts';
import { isEqual, isObject, own, type Json, type Schema } from './json.ts';
import type { VariantPlan } from './plan.ts';

/** The position in `variants` of the shape a value has, or -1 when it fits none. */
export function variantOf(variants: readonly VariantPlan[], value: Json | undefined, root: Schema): number {
  if (value === undefined) return -1;
  let best = -1;
  let bestScore = 0;
  for (const [at, variant] of variants.entries()) {
    const found = effective(variant.schema, root);
    const score = found.ok ? fit(found.schema, value) : 1;
    if (score > bestScore) {
      best = at;
      bestScore = score;
    }
  }
  return best;
}

/** 0 = cannot be; more = fits better. Looks at types, constants and names only. */
function fit(schema: Schema, value: Json): number {
  if (typeof schema === 'boolean') return schema ? 1 : 0;
  const constant = own(schema, 'const');
  if (constant !== undefined) return isEqual(constant, value) ? 100 : 0;
  const values = own(schema, 'enum');
  if (Array.isArray(values)) return values.some((one) => isEqual(one, value)) ? 50 : 0;
  const type = own(schema, 'type');
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (types.length > 0 && !types.some((one) => hasType(value, one))) return 0;
  let score = types.length > 0 ? 10 : 2;
  const properties = own(schema, 'properties');
  if (!isObject(value) || !isObject(properties)) return score;
  for (const [name, property] of Object.entries(properties)) {
    const inner = own(value, name);
    if (!isObject(property)) continue;
    const fixed = own(property, 'const');
    if (inner === undefined) continue;
    if (fixed !== undefined) {
      if (!isEqual(fixed, inner)) return 0;
      score += 20;
    } else score += 2;
  }
  const required = own(schema, 'required');
  if (Array.isArray(required)) for (const name of required) score += typeof name === 'string' && Object.hasOwn(value, name) ? 1 : -1;
  return Math.max(1, score);
}

function hasType(value: Json, type: Json): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}
