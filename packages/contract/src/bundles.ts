/**
 * MCP bundles (`.mcpb`, formerly `.dxt`): a server with its files in one archive (S05). The archive goes to the host in
 * chunks, is looked at there, and is installed only as it was shown.
 */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ServerId } from './ids.ts';
import { SecretName } from './launch-secrets.ts';
import { LaunchFlag, LaunchView, ServerView } from './servers.ts';
import { appendUpload, beginUpload, discardUpload, StagedId as stagedId } from './uploads.ts';

/** Largest archive, in bytes. */
export const maxBundle = 256 * 1024 * 1024;

export const BundleValue = z.union([z.string().check(z.maxLength(32_768)), z.number(), z.boolean(), z.array(z.string().check(z.maxLength(32_768))).check(z.maxLength(100))]);
export type BundleValue = z.infer<typeof BundleValue>;

/** One thing a bundle asks for. Texts are the bundle's. */
export const BundleField = z.object({
  key: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: z.string(),
  description: z.optional(z.string()),
  isRequired: z.boolean(),
  /** Goes to the secret store and never comes back. */
  isSensitive: z.boolean(),
  isMultiple: z.boolean(),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  /** What was answered before, else the bundle's default. */
  value: z.nullable(BundleValue),
  /** A secret is stored already; leaving the field alone keeps it. */
  isSet: z.boolean(),
});
export type BundleField = z.infer<typeof BundleField>;

export const BundleFault = z.object({
  key: z.string(),
  reason: z.enum(['required', 'not-a-number', 'below', 'above', 'wrong-type', 'not-absolute', 'missing', 'not-a-folder', 'not-a-file']),
});
export type BundleFault = z.infer<typeof BundleFault>;

const Named = z.object({ name: z.string(), description: z.optional(z.string()) });

/** What a bundle says of itself: for display only. */
export const BundleFacts = z.object({
  name: z.string(),
  displayName: z.optional(z.string()),
  version: z.string(),
  description: z.string(),
  longDescription: z.optional(z.string()),
  author: z.object({ name: z.string(), email: z.optional(z.string()), url: z.optional(z.string()) }),
  license: z.optional(z.string()),
  links: z.array(z.object({ kind: z.enum(['homepage', 'documentation', 'support', 'repository', 'privacy']), url: z.string() })),
  tools: z.array(Named),
  /** More than are listed may appear while it runs. */
  hasMoreTools: z.boolean(),
  prompts: z.array(Named),
  hasMorePrompts: z.boolean(),
  serverType: z.enum(['node', 'python', 'binary', 'uv']),
  platforms: z.array(z.string()),
  isPlatformSupported: z.boolean(),
  /** Program → version range it asks for. */
  runtimes: z.array(z.object({ name: z.string(), range: z.string() })),
});
export type BundleFacts = z.infer<typeof BundleFacts>;

/** A server that was installed from a bundle of the same name, and what this one changes. */
export const BundleUpdate = z.object({
  serverId: ServerId,
  serverName: z.string(),
  version: z.string(),
  isSameFile: z.boolean(),
  /** Whoever made the installed one is said to be somebody else. */
  otherAuthor: z.nullable(z.string()),
  /** The installed one was signed by somebody, and this one is not, or by somebody else: who that was. */
  otherSigner: z.nullable(z.string()),
  toolsAdded: z.array(z.string()),
  toolsRemoved: z.array(z.string()),
  fieldsAdded: z.array(z.string()),
  fieldsRemoved: z.array(z.string()),
  /** The fields of this bundle with what was answered for the installed one. */
  fields: z.array(BundleField),
});
export type BundleUpdate = z.infer<typeof BundleUpdate>;

const signer = { /** As its certificate says. */ publisher: z.string(), issuer: z.string(), /** SHA-256 of the certificate, hex. */ fingerprint: z.string(), validTo: z.number() };
/**
 * Who signed a bundle. One whose signature does not fit its bytes is refused, so that it is not among these. `valid`: an
 * authority that this computer trusts for programs knows the signer. `unknown`: made in a way that we do not check.
 */
export const BundleSignature = z.discriminatedUnion('state', [z.object({ state: z.literal('none') }), z.object({ state: z.enum(['valid', 'self-signed', 'untrusted', 'expired', 'unknown']), ...signer })]);
export type BundleSignature = z.infer<typeof BundleSignature>;

export const BundlePreview = z.object({
  stagedId: z.string(),
  fileName: z.string(),
  bytes: z.number(),
  /** Hex. */
  sha256: z.string(),
  signature: BundleSignature,
  facts: BundleFacts,
  fields: z.array(BundleField),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** A free name for the server. */
  serverName: z.string(),
  updates: z.array(BundleUpdate),
});
export type BundlePreview = z.infer<typeof BundlePreview>;

/** What would be written, exactly, for the answers given so far. */
export const BundlePlan = z.object({
  launch: LaunchView,
  launchHash: z.string(),
  flags: z.array(LaunchFlag),
  faults: z.array(BundleFault),
  /** Against the launch that stands, for an update or a new setting: `args`, `env.X`. */
  differences: z.array(z.string()),
});
export type BundlePlan = z.infer<typeof BundlePlan>;

export const InstalledBundle = z.object({ serverId: ServerId, sha256: z.string(), installedAt: z.number(), facts: BundleFacts, fields: z.array(BundleField) });
export type InstalledBundle = z.infer<typeof InstalledBundle>;

const values = z.record(SecretName, BundleValue);
/** Keys of secrets that are being entered; their values are sent once, with the install. */
const secretKeys = z.array(SecretName).check(z.maxLength(200));
const secrets = z.array(z.object({ name: SecretName, value: z.string().check(z.minLength(1), z.maxLength(32_768)) })).check(z.maxLength(200));
const name = z.string().check(z.minLength(1), z.maxLength(128));

export const bundles = {
  /** Fails with `bundle-refused` for one that is too large, or when too many wait. */
  'bundles/begin': beginUpload,
  'bundles/append': appendUpload,
  /** Looks at what was received. Fails with `bundle-refused`; then nothing of it is left. */
  'bundles/read': request(z.object({ stagedId }), BundlePreview),
  /** Changes nothing. `update` names the server whose bundle would be replaced. */
  'bundles/plan': request(z.object({ stagedId, values, secretKeys, update: z.optional(ServerId) }), BundlePlan),
  /** Installs what was planned: fails with `server-changed` when the hash is not that of the plan. Not reviewed, not started. */
  'bundles/install': request(z.object({ stagedId, values, secrets, launchHash: z.string(), name, update: z.optional(ServerId) }), ServerView),
  'bundles/discard': discardUpload,
  /** Null for a server that came from elsewhere. */
  'bundles/ofServer': request(z.object({ serverId: ServerId }), z.object({ bundle: z.nullable(InstalledBundle) })),
  /** The same as `plan` and `install` for other answers to an installed bundle. */
  'bundles/planSettings': request(z.object({ serverId: ServerId, values, secretKeys }), BundlePlan),
  'bundles/saveSettings': request(z.object({ serverId: ServerId, values, secrets, launchHash: z.string() }), ServerView),
} as const;
