import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import type { Revision } from '../src/engine/types.ts';

/** What is wrong with a value under one definition of a revision's official schema: an empty list when nothing is. */
export type Check = (definition: string, value: unknown) => string[];

const checks = new Map<Revision, Check>();

/** The check against the official schema of a revision, compiled once. */
export function schemaOf(revision: Revision): Check {
  const known = checks.get(revision);
  if (known !== undefined) return known;
  const schema = JSON.parse(readFileSync(new URL(`../../mcp-client/schema/${revision}.schema.json`, import.meta.url), 'utf8'));
  const root = revision >= '2025-11-25' ? '$defs' : 'definitions';
  const ajv = revision >= '2025-11-25' ? new Ajv2020({ strict: false, allErrors: true }) : new Ajv({ strict: false, allErrors: true });
  formats.default.default(ajv);
  ajv.addSchema(schema, 'mcp');
  const check: Check = (definition, value) => {
    const validate = ajv.getSchema(`mcp#/${root}/${definition}`);
    if (validate === undefined) throw new Error(`${revision} defines no ${definition}`);
    return validate(value) === true ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  };
  checks.set(revision, check);
  return check;
}
