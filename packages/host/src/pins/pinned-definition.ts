/** What of a tool's definition is pinned, and how two of them are compared (H03, C02). */
import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@portolan/contract/json';
import type { PinnedField } from '@portolan/contract/pins';
import { readToolUi } from '../apps/ui-meta.ts';
import { canonicalJson } from '../interactions/canonical-json.ts';

/**
 * Everything a person or a model goes by; `x-mcp-header` stands inside of inputSchema. Of `_meta` only what is
 * read of an app is kept, as it is understood (MCP Apps, 2026-01-26): servers put timestamps there.
 */
export const pinnedFields = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', 'ui'] as const satisfies readonly PinnedField[];

/** A tool as far as pins need it: its name, and the definition exactly as the server sent it. */
export interface ListedTool {
  name: string;
  raw: JsonObject;
}

/** The pinned fields that are there. */
export function pinnedOf(raw: JsonObject): JsonObject {
  const pinned: JsonObject = {};
  // A field of the name `ui` that stands beside the others is nothing we go by, and must not pass for what stands in `_meta`.
  for (const field of pinnedFields) if (field !== 'ui' && Object.hasOwn(raw, field)) pinned[field] = raw[field] ?? null;
  const ui = readToolUi(raw);
  if (ui !== undefined) pinned['ui'] = { ...(ui.resourceUri === undefined ? {} : { resourceUri: ui.resourceUri }), visibility: ui.visibility };
  return pinned;
}

export interface Fingerprint {
  /** Canonical JSON of the pinned fields. */
  definition: string;
  /** sha256 over all of them. */
  hash: string;
  /** sha256 over all but the name: equal for a tool that was only renamed. */
  bodyHash: string;
}

const fingerprints = new WeakMap<JsonObject, Fingerprint>();

/** Made once for each definition that was read. */
export function fingerprint(raw: JsonObject): Fingerprint {
  let known = fingerprints.get(raw);
  if (known === undefined) {
    const pinned = pinnedOf(raw);
    const definition = canonicalJson(pinned);
    const { name: _name, ...body } = pinned;
    known = { definition, hash: sha256(definition), bodyHash: sha256(canonicalJson(body)) };
    fingerprints.set(raw, known);
  }
  return known;
}

/** One field as a text that can be compared line by line: what is no text is written as JSON with sorted keys. */
export function fieldText(value: Json | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  // The canonical text has its keys sorted already.
  return JSON.stringify(JSON.parse(canonicalJson(value)), null, 2);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
