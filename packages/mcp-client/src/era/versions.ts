/** Protocol revisions this client speaks, newest first. */

export const MODERN_VERSION = '2026-07-28';

/** The newest one is offered in `initialize`; a server may answer with any. The last was a preview, which the next one differs from in nothing we use. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

/** What a server gets that names no version at all. */
export const OLDEST_VERSION = '2024-11-05';

export function isLegacyVersion(version: unknown): version is (typeof LEGACY_VERSIONS)[number] {
  return LEGACY_VERSIONS.some((known) => known === version);
}

/** Error codes of the modern era (https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning). */
export const HEADER_MISMATCH = -32020;
export const MISSING_CLIENT_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;

/** Old and new code for a resource that does not exist. */
export const RESOURCE_NOT_FOUND = -32002;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
