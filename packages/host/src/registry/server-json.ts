/** `server.json` and the answers of a registry (registry API v0.1, schema 2025-12). Loose where more may be said, strict in what is used. */
import * as z from 'zod/mini';

const text = (most: number) => z.string().check(z.maxLength(most));
const optional = z.optional;

const inputFields = {
  description: optional(text(4000)),
  isRequired: optional(z.boolean()),
  format: optional(text(50)),
  value: optional(text(8000)),
  isSecret: optional(z.boolean()),
  default: optional(text(8000)),
  placeholder: optional(text(2000)),
  choices: optional(z.array(text(2000)).check(z.maxLength(500))),
};
export const Input = z.object(inputFields);
export type Input = z.infer<typeof Input>;
const withVariables = { ...inputFields, variables: optional(z.record(text(200), Input)) };

export const Argument = z.discriminatedUnion('type', [
  z.object({ type: z.literal('positional'), valueHint: optional(text(200)), isRepeated: optional(z.boolean()), ...withVariables }),
  z.object({ type: z.literal('named'), name: z.string().check(z.minLength(1), z.maxLength(200)), isRepeated: optional(z.boolean()), ...withVariables }),
]);
export type Argument = z.infer<typeof Argument>;

export const KeyValueInput = z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)), ...withVariables });
export type KeyValueInput = z.infer<typeof KeyValueInput>;

const Transport = z.object({ type: text(50), url: optional(text(2048)), headers: optional(z.array(KeyValueInput).check(z.maxLength(50))), variables: optional(z.record(text(200), Input)) });
export type Transport = z.infer<typeof Transport>;

export const Package = z.object({
  registryType: text(50),
  registryBaseUrl: optional(text(2048)),
  identifier: text(2048),
  version: optional(text(255)),
  fileSha256: optional(text(128)),
  runtimeHint: optional(text(50)),
  transport: Transport,
  runtimeArguments: optional(z.array(Argument).check(z.maxLength(100))),
  packageArguments: optional(z.array(Argument).check(z.maxLength(100))),
  environmentVariables: optional(z.array(KeyValueInput).check(z.maxLength(100))),
});
export type Package = z.infer<typeof Package>;

export const ServerDetail = z.object({
  name: z.string().check(z.maxLength(200), z.regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)),
  description: text(4000),
  title: optional(text(500)),
  version: z.string().check(z.minLength(1), z.maxLength(255)),
  repository: optional(z.object({ url: optional(text(2048)) })),
  websiteUrl: optional(text(2048)),
  packages: optional(z.nullable(z.array(Package).check(z.maxLength(30)))),
  remotes: optional(z.nullable(z.array(Transport).check(z.maxLength(30)))),
});
export type ServerDetail = z.infer<typeof ServerDetail>;

const official = z.looseObject({ status: optional(z.string()), publishedAt: optional(z.string()), updatedAt: optional(z.string()), isLatest: optional(z.boolean()) });
export const ServerResponse = z.object({ server: ServerDetail, _meta: optional(z.looseObject({ 'io.modelcontextprotocol.registry/official': optional(official) })) });
export type ServerResponse = z.infer<typeof ServerResponse>;

/** Entries are read one by one: one that is not valid does not take the others with it. */
export const ServerList = z.object({ servers: z.nullable(z.array(z.unknown()).check(z.maxLength(1000))), metadata: optional(z.object({ nextCursor: optional(z.nullable(z.string())) })) });
