/** Compiles a JSON Schema and checks a value against it. Runs in a worker that can be killed, never on the host's own thread. */
import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '@portolan/contract/json';

export type SchemaVerdict =
  | { kind: 'fits' }
  /** The first place where it does not, in words. */
  | { kind: 'misfit'; message: string }
  /** The schema itself can't be used: not valid, another dialect, a reference to somewhere else. */
  | { kind: 'unusable'; message: string };

// No loadSchema: a reference to a network address is an error, never a request (H07, H22). Formats only annotate.
const options = { strict: false, allErrors: false, validateFormats: false, logger: false, messages: true, addUsedSchema: false, unicodeRegExp: true } as const;
const textLimit = 500;

/** Checks `value`. Without `$schema` the dialect is 2020-12, as the specification says; draft-07 is understood as well. */
export function validateAgainst(schema: JsonObject, value: Json): SchemaVerdict {
  let validate: ValidateFunction;
  try {
    const ajv = compilerFor(schema['$schema']);
    if (ajv === null) return { kind: 'unusable', message: `unknown dialect ${JSON.stringify(schema['$schema']).slice(0, 200)}` };
    validate = ajv.compile(schema);
  } catch (error) {
    return { kind: 'unusable', message: (error instanceof Error ? error.message : String(error)).slice(0, textLimit) };
  }
  if (validate(value)) return { kind: 'fits' };
  return { kind: 'misfit', message: describe(validate.errors?.[0]) };
}

/** A fresh compiler each time: `$id`s of one server's schema must not be seen by another's. */
function compilerFor(dialect: Json | undefined): Ajv | Ajv2020 | null {
  if (dialect === undefined || dialect === null) return new Ajv2020(options);
  if (typeof dialect !== 'string') return null;
  if (/^https?:\/\/json-schema\.org\/draft\/(2020-12|2019-09)\/schema#?$/.test(dialect)) return new Ajv2020(options);
  if (/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/.test(dialect)) return new Ajv(options);
  return null;
}

function describe(error: ErrorObject | undefined): string {
  if (error === undefined) return 'does not fit';
  const where = error.instancePath === '' ? 'the value' : error.instancePath;
  return `${where} ${error.message ?? 'does not fit'}`.slice(0, textLimit);
}
