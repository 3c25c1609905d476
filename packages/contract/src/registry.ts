/**
 * Servers published in an MCP registry (registry API v0.1, `server.json`). Nothing is asked of a registry before the person
 * opens its screen. Every text is the publisher's.
 */
import * as z from 'zod/mini';
import { BundlePreview } from './bundles.ts';
import { request } from './define.ts';
import { Problem } from './errors.ts';
import { LaunchFlag, LaunchView, ServerView } from './servers.ts';

/** The registry that is asked unless the person names another. */
export const officialRegistry = 'https://registry.modelcontextprotocol.io';

export const RegistryStatus = z.enum(['active', 'deprecated', 'deleted', 'unknown']);
export type RegistryStatus = z.infer<typeof RegistryStatus>;

/** One server in a list. */
export const RegistryListing = z.object({
  name: z.string(),
  title: z.optional(z.string()),
  description: z.string(),
  version: z.string(),
  status: RegistryStatus,
  /** Milliseconds since the epoch. */
  updatedAt: z.nullable(z.number()),
  /** `npm`, `pypi`, `oci`, `nuget`, `mcpb` …, and `remote`. */
  kinds: z.array(z.string()),
});
export type RegistryListing = z.infer<typeof RegistryListing>;

/** One thing the person may or must fill in. */
export const RegistryInput = z.object({
  key: z.string(),
  place: z.enum(['environment', 'argument', 'runtime-argument', 'header', 'address']),
  /** Of the variable, option, header or placeholder. */
  name: z.string(),
  description: z.string(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']),
  isRequired: z.boolean(),
  isSecret: z.boolean(),
  isRepeated: z.boolean(),
  default: z.string(),
  placeholder: z.string(),
  choices: z.array(z.string()),
});
export type RegistryInput = z.infer<typeof RegistryInput>;

/** One way to have the server: a package that is run, a bundle, or an address. */
export const RegistryChoice = z.object({
  id: z.string(),
  kind: z.enum(['package', 'bundle', 'remote']),
  registryType: z.string(),
  identifier: z.string(),
  /** Empty when the publisher names none: then each start may fetch another one. */
  version: z.string(),
  transport: z.string(),
  sha256: z.nullable(z.string()),
  /** Why it cannot be installed from here. */
  unsupported: z.nullable(z.enum(['kind', 'identifier', 'version', 'transport', 'address', 'hash', 'variable'])),
  inputs: z.array(RegistryInput),
});
export type RegistryChoice = z.infer<typeof RegistryChoice>;

export const RegistryServer = z.object({
  name: z.string(),
  title: z.optional(z.string()),
  description: z.string(),
  version: z.string(),
  status: RegistryStatus,
  publishedAt: z.nullable(z.number()),
  updatedAt: z.nullable(z.number()),
  isLatest: z.boolean(),
  links: z.array(z.object({ kind: z.enum(['website', 'repository']), url: z.string() })),
  choices: z.array(RegistryChoice),
});
export type RegistryServer = z.infer<typeof RegistryServer>;

export const RegistryFault = z.object({ key: z.string(), reason: z.enum(['required', 'not-a-number', 'not-a-choice', 'wrong-type', 'not-absolute']) });
export type RegistryFault = z.infer<typeof RegistryFault>;

const serverName = z.string().check(z.minLength(1), z.maxLength(200));
const version = z.string().check(z.minLength(1), z.maxLength(255));
const key = z.string().check(z.maxLength(100), z.regex(/^[A-Za-z_][\w.-]*$/));
const choice = { name: serverName, version, choice: z.string().check(z.maxLength(40)) };
/** A repeated input has one value a line. */
const answers = z.record(key, z.string().check(z.maxLength(32_768)));

export const registry = {
  /** A page of servers, newest versions. `cursor` as the page before gave it. When the registry cannot be reached, what was last seen comes with the problem. */
  'registry/list': request(
    z.object({ search: z.string().check(z.maxLength(200)), cursor: z.optional(z.string().check(z.maxLength(2048))) }),
    z.object({
      registry: z.string(),
      servers: z.array(RegistryListing),
      nextCursor: z.nullable(z.string()),
      /** Entries that are no valid `server.json`. */
      refused: z.number(),
      /** When it was asked; earlier than now when it could not be. */
      at: z.number(),
      problem: z.nullable(Problem),
    }),
  ),
  /** Newest first. */
  'registry/versions': request(z.object({ name: serverName }), z.object({ versions: z.array(z.object({ version: z.string(), status: RegistryStatus, publishedAt: z.nullable(z.number()), isLatest: z.boolean() })) })),
  /** `version` may be `latest`. */
  'registry/server': request(z.object({ name: serverName, version }), RegistryServer),
  /** Exactly what would be written for these answers. Changes nothing. */
  'registry/plan': request(
    z.object({ ...choice, answers, secretKeys: z.array(key).check(z.maxLength(200)) }),
    z.object({ launch: LaunchView, launchHash: z.string(), flags: z.array(LaunchFlag), faults: z.array(RegistryFault), serverName: z.string() }),
  ),
  /** Adds it as planned, not reviewed and not started. Fails with `server-changed` when the plan would be another one now. */
  'registry/install': request(
    z.object({
      ...choice,
      answers,
      secrets: z.array(z.object({ name: key, value: z.string().check(z.minLength(1), z.maxLength(32_768)) })).check(z.maxLength(200)),
      serverName: z.string().check(z.minLength(1), z.maxLength(128)),
      launchHash: z.string(),
    }),
    ServerView,
  ),
  /** Fetches the bundle of a choice, checks its hash, and shows it like one from a file. */
  'registry/bundle': request(z.object(choice), BundlePreview),
} as const;
