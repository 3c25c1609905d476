/**
 * `manifest.json` of an MCP bundle (MCPB manifest specification 0.1 to 0.4; `dxt_version` in older ones). What we use is
 * checked strictly, what we do not know is let be: a newer minor revision may say more, and may not mean something else.
 */
import * as z from 'zod/mini';
import { SecretName } from '@portolan/contract/launch-secrets';
import { duplicateKey, JsoncError, parseJsonc } from '../config/jsonc-tree.ts';
import { refuseBundle } from './refusal.ts';

export const manifestFile = 'manifest.json';

const text = (most: number) => z.string().check(z.maxLength(most));
const line = text(512);
const long = text(32_768);
const optional = z.optional;
const Launch = z.object({ command: line, args: optional(z.array(long).check(z.maxLength(1000))), env: optional(z.record(line, long)) });

export const UserConfigOption = z.object({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: line,
  description: optional(text(4000)),
  required: optional(z.boolean()),
  default: optional(z.union([long, z.number(), z.boolean(), z.array(long).check(z.maxLength(100))])),
  multiple: optional(z.boolean()),
  sensitive: optional(z.boolean()),
  min: optional(z.number()),
  max: optional(z.number()),
});
export type UserConfigOption = z.infer<typeof UserConfigOption>;

export const Manifest = z.object({
  manifest_version: optional(z.string()),
  dxt_version: optional(z.string()),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  display_name: optional(line),
  version: z.string().check(z.minLength(1), z.maxLength(100)),
  description: text(4000),
  long_description: optional(long),
  author: z.object({ name: line, email: optional(line), url: optional(text(2048)) }),
  repository: optional(z.object({ url: text(2048) })),
  homepage: optional(text(2048)),
  documentation: optional(text(2048)),
  support: optional(text(2048)),
  license: optional(line),
  keywords: optional(z.array(line).check(z.maxLength(100))),
  privacy_policies: optional(z.array(text(2048)).check(z.maxLength(50))),
  server: z.object({
    type: z.enum(['node', 'python', 'binary', 'uv']),
    entry_point: line,
    mcp_config: optional(z.extend(Launch, { platform_overrides: optional(z.record(line, z.partial(Launch))) })),
  }),
  tools: optional(z.array(z.object({ name: line, description: optional(text(8000)) })).check(z.maxLength(1000))),
  tools_generated: optional(z.boolean()),
  prompts: optional(z.array(z.object({ name: line, description: optional(text(8000)) })).check(z.maxLength(1000))),
  prompts_generated: optional(z.boolean()),
  compatibility: optional(z.looseObject({ platforms: optional(z.array(line).check(z.maxLength(20))), runtimes: optional(z.record(line, line)) })),
  user_config: optional(z.record(SecretName, UserConfigOption)),
});
export type Manifest = z.infer<typeof Manifest>;

/** Refuses the bundle when the manifest is not one, says something twice, or is of a revision we do not know. */
export function parseManifest(bytes: Buffer): Manifest {
  let value: unknown;
  try {
    const source = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const twice = duplicateKey(parseJsonc(source));
    if (twice) refuseBundle('manifest', twice.key);
    value = JSON.parse(source);
  } catch (error) {
    if (error instanceof JsoncError || error instanceof SyntaxError || error instanceof TypeError) refuseBundle('manifest', error instanceof JsoncError ? `${error.reason} ${error.line}:${error.column}` : manifestFile);
    throw error;
  }
  const parsed = Manifest.safeParse(value);
  if (!parsed.success) refuseBundle('manifest', parsed.error.issues[0]?.path.join('.') || manifestFile);
  const version = parsed.data.manifest_version ?? parsed.data.dxt_version;
  if (version === undefined) refuseBundle('manifest', 'manifest_version');
  if (!/^0\.\d{1,4}(?:\.\d{1,4})?$/.test(version)) refuseBundle('newer-version', version);
  return parsed.data;
}
