/** Checks a value, and says in structured form what is wrong where. */
import { Validator, type OutputUnit } from '@cfworker/json-schema';
import { resolveRef } from './effective.ts';
import { getAt, isObject, own, pathOfPointer, pointerOf, type Json, type Schema } from './json.ts';
import { prepareSchema, type PreparedSchema } from './prepare.ts';
import { isQuickOn } from './safe-pattern.ts';

/** One thing to correct. The words for it come from the catalogue, by `keyword`. */
export interface Problem {
  path: string[];
  keyword: string;
  /** The keyword's value in the schema, for example the limit; for `dependentRequired` the other name. */
  limit: Json | undefined;
}

/** Which variant the person chose at a pointer, as position in the schema's `anyOf` or `oneOf`. */
export type Choices = Readonly<Record<string, number>>;

const maxProblems = 200;
/** Keywords that only say "something inside is wrong". */
const containers = new Set(['properties', 'items', 'prefixItems', 'additionalItems', 'patternProperties', '$ref', 'allOf', 'if', 'dependentSchemas', 'dependencies', 'unevaluatedItems']);

interface Prepared extends PreparedSchema {
  validator: Validator;
}
const cache = new WeakMap<object, Prepared | null>();

/**
 * Everything wrong with a value; empty when nothing is. A schema that cannot be checked here gives one problem
 * `tooComplex` only if it is too large to read; parts that would be unsafe to run are left to the server.
 */
export function validate(schema: Schema, value: Json | undefined, choices: Choices = {}): Problem[] {
  if (value === undefined) return [{ path: [], keyword: 'required', limit: undefined }];
  const prepared = prepare(schema);
  if (!prepared) return [{ path: [], keyword: 'tooComplex', limit: undefined }];
  try {
    const { errors } = prepared.validator.validate(value);
    return explain(errors, prepared.schema, value, choices).slice(0, maxProblems);
  } catch {
    return [{ path: [], keyword: 'tooComplex', limit: undefined }];
  }
}

/** Whether a problem stops the form from being sent. What cannot be checked here is checked by the server. */
export function isBlocking(problem: Problem): boolean {
  return problem.keyword !== 'tooComplex';
}

function prepare(schema: Schema): Prepared | null {
  if (typeof schema === 'boolean') return { schema, draft: '2020-12', leftOut: [], validator: new Validator(schema, '2020-12', false) };
  const known = cache.get(schema);
  if (known !== undefined) return known;
  let made: Prepared | null = null;
  try {
    const ready = prepareSchema(schema);
    made = { ...ready, validator: new Validator(structuredClone(ready.schema), ready.draft, false) };
  } catch {
    made = null;
  }
  cache.set(schema, made);
  return made;
}

function explain(errors: readonly OutputUnit[], root: Schema, value: Json, choices: Choices): Problem[] {
  const kept = keepChosenBranches(errors, root, value, choices);
  const problems = new Map<string, Problem>();
  for (const [index, error] of kept.entries()) {
    const problem = problemOf(error, kept[index - 1], root, value);
    if (problem) problems.set(`${pointerOf(problem.path)} ${problem.keyword}`, problem);
  }
  return [...problems.values()];
}

function problemOf(error: OutputUnit, before: OutputUnit | undefined, root: Schema, value: Json): Problem | null {
  const path = pathOfPointer(withoutHash(error.instanceLocation));
  const limit = keywordValue(root, error.keywordLocation);
  switch (error.keyword) {
    case 'required':
      return { path: [...path, /"([\s\S]*)"\.$/.exec(error.error)?.[1] ?? ''], keyword: 'required', limit: undefined };
    case 'dependentRequired':
    case 'dependencies': {
      const names = /^Instance has "([\s\S]*)" but does not have "([\s\S]*)"\.$/.exec(error.error);
      return names ? { path: [...path, names[2] ?? ''], keyword: 'dependentRequired', limit: names[1] ?? '' } : null;
    }
    case 'false':
      return { path, keyword: isAboutMore(before) ? 'additionalProperties' : 'forbidden', limit: undefined };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return null;
    case 'pattern': {
      const text = getAt(value, path);
      return typeof limit === 'string' && typeof text === 'string' && !isQuickOn(limit, text.length) ? null : { path, keyword: 'pattern', limit };
    }
    default:
      return containers.has(error.keyword) ? null : { path, keyword: error.keyword, limit };
  }
}

function isAboutMore(error: OutputUnit | undefined): boolean {
  return error?.keyword === 'additionalProperties' || error?.keyword === 'unevaluatedProperties';
}

/**
 * A failed union reports the errors of all its branches. Only those of the branch the person chose, or the one the value
 * comes nearest to, are about what they meant.
 */
function keepChosenBranches(errors: readonly OutputUnit[], root: Schema, value: Json, choices: Choices): OutputUnit[] {
  let left = [...errors];
  for (const union of errors) {
    if ((union.keyword !== 'anyOf' && union.keyword !== 'oneOf') || !left.includes(union)) continue;
    const inside = left.filter((error) => error.keywordLocation.startsWith(`${union.keywordLocation}/`));
    const here = pathOfPointer(withoutHash(union.instanceLocation));
    const branches = keywordValue(root, union.keywordLocation);
    if (Array.isArray(branches) && branches.every((branch) => isObject(branch) && own(branch, 'const') !== undefined)) {
      left = left.filter((error) => !inside.includes(error)).map((error) => (error === union ? { ...union, keyword: 'enum' } : error));
      continue;
    }
    const chosen = choices[pointerOf(here)] ?? nearestBranch(inside, union, getAt(value, here));
    const branchErrors = inside.filter((error) => branchOf(error, union) === chosen);
    // The branch itself is right: then it is the union that is broken (more than one fits).
    const replaced = branchErrors.length === 0 ? [] : [union];
    left = left.filter((error) => !replaced.includes(error) && (!inside.includes(error) || branchErrors.includes(error)));
  }
  return left;
}

function branchOf(error: OutputUnit, union: OutputUnit): number {
  return Number(error.keywordLocation.slice(union.keywordLocation.length + 1).split('/')[0]);
}

function nearestBranch(inside: readonly OutputUnit[], union: OutputUnit, value: Json | undefined): number {
  const counts = new Map<number, number>();
  for (const error of inside) {
    const branch = branchOf(error, union);
    const isAboutKind = error.instanceLocation === union.instanceLocation && ['type', 'const', 'enum'].includes(error.keyword);
    // A branch for null is not what someone who wrote something meant.
    const isNullBranch = isAboutKind && value !== null && error.error.includes('Expected "null"');
    counts.set(branch, (counts.get(branch) ?? 0) + (isNullBranch ? 10_000 : isAboutKind ? 100 : 1));
  }
  let best = -1;
  for (const [branch, count] of counts) if (best < 0 || count < (counts.get(best) ?? 0)) best = branch;
  return best;
}

/** The value a keyword has in the schema, found along the validator's location, references included. */
function keywordValue(root: Schema, location: string): Json | undefined {
  let here: Json | undefined = root;
  for (const part of pathOfPointer(withoutHash(location))) {
    if (Array.isArray(here)) here = here[Number(part)];
    else if (isObject(here)) here = own(here, part);
    else return undefined;
    if (part === '$ref' && typeof here === 'string') here = resolveRef(root, here);
  }
  return here;
}

function withoutHash(location: string): string {
  return location.replace(/^#/, '');
}
