import { flagOption, numberOption, textOption } from '../options.ts';
import type { FixtureOptions } from '../options.ts';
import { legacyRevisions, modernRevision } from './types.ts';
import type { Definition, Dict, Era, LegacyRevision, ListKind, Revision } from './types.ts';

/** Somebody who wants to hear of changes: a legacy connection, or one modern `subscriptions/listen`. */
export interface ChangeListener {
  changed(kind: ListKind): void;
  updated(uri: string): void;
  /** The server goes down. */
  end(): void;
}

/** How the engine behaves apart from the preset; every preset accepts these options. */
export interface Behaviour {
  readonly era: Era;
  readonly legacy: readonly LegacyRevision[];
  readonly modern: boolean;
  /** Items per page of a list; 0 means all at once. */
  readonly page: number;
  readonly ttlMs: number;
  readonly cacheScope: string;
  readonly omitResultType: boolean;
  /** Sent in place of `complete`. */
  readonly resultType: string;
  /** How a server without the modern revision meets `server/discover`: error, silent, exit, or an HTTP status. */
  readonly probe: string;
  /** How a modern server answers `server/discover`: ok, or an error code to answer with. */
  readonly discover: string;
  /** Milliseconds before any answer. */
  readonly delayMs: number;
}

/** Option name → meaning, for the options that every preset takes. */
export const commonOptions: Readonly<Record<string, string>> = {
  era: "revision to speak (a legacy one also serves older ones), or 'both' (default)",
  page: 'items per page of every list (default: all at once)',
  ttl: 'ttlMs of modern lists and reads (default 0)',
  'cache-scope': "cacheScope of modern lists and reads (default 'private')",
  'omit-result-type': 'modern results without resultType, as many servers in the field send them',
  'result-type': "modern resultType of every result (default 'complete')",
  probe: "legacy server's way to meet server/discover: error (default), silent, exit, or an HTTP status",
  discover: "modern server's answer to server/discover: ok (default), or an error code such as -32021",
  delay: 'milliseconds before every answer (default 0)',
};

/** A running fixture: its definition, its behaviour, and everybody who listens for changes. */
export class FixtureServer {
  readonly definition: Definition;
  readonly behaviour: Behaviour;
  /** What the server says of itself. */
  readonly info: Dict;
  readonly #listeners = new Set<ChangeListener>();
  /** Subscribed resources, with how many are. */
  readonly #watched = new Map<string, number>();

  constructor(definition: Definition, options: FixtureOptions) {
    this.definition = definition;
    this.info = definition.info ?? { name: 'fixture', version: '1.0.0' };
    this.behaviour = readBehaviour(options);
  }

  /** Registers a listener; the returned function takes it off again. */
  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Somebody subscribed to a resource; the returned function takes that back, once. */
  watch(uri: string): () => void {
    this.#watched.set(uri, (this.#watched.get(uri) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#watched.get(uri) ?? 1) - 1;
      if (left > 0) this.#watched.set(uri, left);
      else this.#watched.delete(uri);
    };
  }

  /** Resources somebody is subscribed to. */
  watched(): string[] {
    return [...this.#watched.keys()];
  }

  changed(kind: ListKind): void {
    for (const listener of this.#listeners) listener.changed(kind);
  }

  updated(uri: string): void {
    for (const listener of this.#listeners) listener.updated(uri);
  }

  /** Ends every subscription in the orderly way of its era. */
  end(): void {
    for (const listener of this.#listeners) listener.end();
    this.#listeners.clear();
  }
}

function readBehaviour(options: FixtureOptions): Behaviour {
  const era = readEra(textOption(options, 'era', 'both'));
  const newest = era === 'both' ? '2025-11-25' : era;
  return {
    era,
    legacy: newest === modernRevision ? [] : legacyRevisions.slice(0, legacyRevisions.indexOf(newest) + 1),
    modern: era === 'both' || era === modernRevision,
    page: numberOption(options, 'page', 0),
    ttlMs: numberOption(options, 'ttl', 0),
    cacheScope: textOption(options, 'cache-scope', 'private'),
    omitResultType: flagOption(options, 'omit-result-type'),
    resultType: textOption(options, 'result-type', 'complete'),
    probe: textOption(options, 'probe', 'error'),
    discover: textOption(options, 'discover', 'ok'),
    delayMs: numberOption(options, 'delay', 0),
  };
}

function readEra(text: string): Era {
  if (text === 'both' || text === modernRevision) return text;
  if (text === 'legacy') return '2025-11-25';
  if (text === 'modern') return modernRevision;
  const legacy = legacyRevisions.find((revision) => revision === text);
  if (legacy === undefined) throw new Error(`--era must be 'both', 'legacy', 'modern' or a revision, got '${text}'`);
  return legacy;
}

/** Whether `revision` is at least `since`; revisions are dates, so text order is time order. */
export function reaches(revision: Revision, since: Revision | undefined): boolean {
  return since === undefined || revision >= since;
}
