/** Compiles a JSON Schema and checks a value against it. Runs in a thread that can be killed, never in the client's own. */
import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { problemsIn } from './schema-problems.ts';
import type { SchemaProblem } from './schema-problems.ts';

export type SchemaVerdict =
  | { kind: 'fits' }
  /** The first place where it does not, in words; `problems` are all places where it was asked for them. */
  | { kind: 'misfit'; message: string; problems?: SchemaProblem[] }
  /** The schema itself can't be used: not valid, another dialect, a reference to somewhere else. */
  | { kind: 'unusable'; message: string };

type Compiler = typeof Ajv | typeof Ajv2019 | typeof Ajv2020;

// No loadSchema: a reference to a network address is an error, never a request. Formats only annotate.
const options = { strict: false, allErrors: false, validateFormats: false, logger: false, messages: true, addUsedSchema: false, unicodeRegExp: true } as const;
const textLimit = 500;

/** Kept ready for the next value; the thread that holds them has a bound on its memory. */
const rememberedSchemas = 50;
const ready = new Map<string, ValidateFunction>();

/**
 * Checks `value` against the schema whose JSON text is given. Without `$schema` the dialect is 2020-12, as the specification
 * says (https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage); 2019-09, draft-07 and draft-06 are
 * understood as well. `findsAll` goes on after the first place that does not fit. Never throws.
 */
export function validateAgainst(schemaText: string, value: Json, findsAll = false): SchemaVerdict {
  const key = `${findsAll ? 'all' : 'first'} ${schemaText}`;
  let validate = ready.get(key);
  if (validate === undefined) {
    const compiled = compile(JSON.parse(schemaText) as JsonObject | boolean, findsAll);
    if (typeof compiled === 'string') return { kind: 'unusable', message: compiled.slice(0, textLimit) };
    validate = compiled;
    remember(key, validate);
  }
  try {
    if (validate(value)) return { kind: 'fits' };
  } catch (error) {
    // A schema that refers to itself without taking a step into the value never comes to an end.
    return { kind: 'unusable', message: `the schema leads nowhere: ${messageOf(error)}`.slice(0, textLimit) };
  }
  return { kind: 'misfit', message: describe(validate.errors?.[0]), ...(findsAll ? { problems: problemsIn(validate.errors ?? []) } : {}) };
}

/** @returns the reason, as text, when the schema can't be used. */
function compile(schema: JsonObject | boolean, findsAll = false): ValidateFunction | string {
  const dialect = typeof schema === 'boolean' ? undefined : schema['$schema'];
  const Dialect = compilerOf(dialect);
  if (Dialect === null) return `unknown dialect ${JSON.stringify(dialect).slice(0, 200)}; 2020-12, 2019-09, draft-07 and draft-06 are understood`;
  // The dialect is settled; the name of one that the compiler has no description of would only stop it.
  const plain = typeof schema === 'boolean' ? schema : Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'));
  try {
    const judge = judgeOf(Dialect);
    if (judge.validateSchema(plain) !== true) return `the schema is invalid: ${describe(judge.errors?.[0])}`;
    // A fresh compiler each time: the `$id`s of one server's schema must not be seen by another's.
    return new Dialect({ ...options, allErrors: findsAll, validateSchema: false }).compile(plain);
  } catch (error) {
    return messageOf(error);
  }
}

const judges = new Map<Compiler, Ajv | Ajv2019 | Ajv2020>();

/** The compiler that only judges whether schemas are valid. Making one ready takes longer than most checks, so it is kept. */
function judgeOf(Dialect: Compiler): Ajv | Ajv2019 | Ajv2020 {
  let judge = judges.get(Dialect);
  if (judge === undefined) {
    judge = new Dialect(options);
    judges.set(Dialect, judge);
  }
  return judge;
}

function compilerOf(dialect: Json | undefined): Compiler | null {
  if (dialect === undefined || dialect === null) return Ajv2020;
  if (typeof dialect !== 'string') return null;
  if (/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(dialect)) return Ajv2020;
  if (/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/.test(dialect)) return Ajv2019;
  return /^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/.test(dialect) ? Ajv : null;
}

function remember(key: string, validate: ValidateFunction): void {
  ready.set(key, validate);
  if (ready.size <= rememberedSchemas) return;
  const [oldest] = ready.keys();
  if (oldest !== undefined) ready.delete(oldest);
}

/** Makes the compilers of the usual dialect ready before the first check is timed. */
export function warmUp(): void {
  compile({});
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function describe(error: ErrorObject | undefined): string {
  if (error === undefined) return 'does not fit';
  const where = error.instancePath === '' ? 'the value' : error.instancePath;
  return `${where} ${error.message ?? 'does not fit'}`.slice(0, textLimit);
}
