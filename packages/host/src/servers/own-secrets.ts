/**
 * Takes secrets of ours out of what a server answered, before a model, a window or a file has it (T:C18). A tool that prints
 * its environment would otherwise hand a key to the model's provider and to the conversation's file.
 */
import type { ContentView, ProgressView, ResourceContentView, ToolResultView } from '@portolan/contract/content';
import { HostError } from '@portolan/contract/errors';
import type { Json, JsonObject } from '@portolan/contract/json';

/** What stands in the place of a secret. For models as much as for people, so it is a word and no sign. */
export const secretRemoved = '[secret removed]';

const deepest = 300;

/** Strikes out of texts, and counts what it struck out. Bytes (images, audio, blobs) are left as they are. */
export class StrikeOut {
  readonly #secrets: readonly string[];
  /** Places struck out so far. */
  count = 0;

  /** @param secrets the values in every form they may stand in a text, longest first */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  text(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) {
      if (!clean.includes(secret)) continue;
      const parts = clean.split(secret);
      this.count += parts.length - 1;
      clean = parts.join(secretRemoved);
    }
    return clean;
  }

  /** A copy; names of fields are looked at as well. */
  json(value: Json): Json {
    return this.#json(value, deepest);
  }

  object(value: JsonObject): JsonObject {
    return this.#fields(value, deepest);
  }

  #json(value: Json, room: number): Json {
    if (typeof value === 'string') return this.text(value);
    if (value === null || typeof value !== 'object') return value;
    // Deeper than any answer that is read: nothing goes by unlooked at.
    if (room === 0) return '…';
    if (Array.isArray(value)) return value.map((item) => this.#json(item, room - 1));
    return this.#fields(value, room - 1);
  }

  /** Names that are the same once struck out are numbered: no value is lost. */
  #fields(value: JsonObject, room: number): JsonObject {
    const fields = new Map<string, Json>();
    for (const [name, child] of Object.entries(value)) {
      const clean = this.text(name);
      let free = clean;
      for (let number = 2; fields.has(free); number += 1) free = `${clean} (${String(number)})`;
      fields.set(free, this.#json(child, room));
    }
    return Object.fromEntries(fields);
  }

  resource(resource: ResourceContentView): ResourceContentView {
    const uri = this.text(resource.uri);
    return resource.kind === 'text' ? { ...resource, uri, text: this.text(resource.text) } : { ...resource, uri };
  }

  progress(progress: ProgressView): ProgressView {
    return progress.message === undefined ? progress : { ...progress, message: this.text(progress.message) };
  }

  /** The same failure in clean words; the very same one when there is nothing to strike out. */
  error(error: unknown): unknown {
    const before = this.count;
    if (!(error instanceof HostError)) {
      if (!(error instanceof Error)) return error;
      const message = this.text(error.message);
      return this.count === before ? error : new Error(message);
    }
    const details = Object.fromEntries(Object.entries(error.problem.details).map(([name, detail]) => [name, typeof detail === 'string' ? this.text(detail) : Array.isArray(detail) ? detail.map((each) => this.text(each)) : detail]));
    const log = error.problem.log === undefined ? {} : { log: this.text(error.problem.log) };
    return this.count === before ? error : new HostError(error.problem.code, details, log);
  }

  /** `secretsRemoved` is set when there were some. */
  result(result: ToolResultView): ToolResultView {
    const before = this.count;
    const clean: ToolResultView = {
      ...result,
      content: result.content.map((block) => this.#block(block)),
      ...(result.structuredContent === undefined ? {} : { structuredContent: this.json(result.structuredContent) }),
      ...(result.meta === undefined ? {} : { meta: this.object(result.meta) }),
      ...(result.schemaMismatch === undefined ? {} : { schemaMismatch: this.text(result.schemaMismatch) }),
      repairs: result.repairs.map(({ path, reason }) => ({ path: this.text(path), reason: this.text(reason) })),
    };
    return this.count === before ? result : { ...clean, secretsRemoved: this.count - before };
  }

  #block(block: ContentView): ContentView {
    switch (block.type) {
      case 'text':
        return { ...block, text: this.text(block.text) };
      case 'image':
      case 'audio':
        return block;
      case 'resource':
        return { ...block, resource: this.resource(block.resource) };
      case 'resource_link':
        return {
          ...block,
          uri: this.text(block.uri),
          name: this.text(block.name),
          ...(block.title === undefined ? {} : { title: this.text(block.title) }),
          ...(block.description === undefined ? {} : { description: this.text(block.description) }),
        };
      case 'unknown':
        return { ...block, reason: this.text(block.reason), raw: this.object(block.raw) };
    }
  }
}
