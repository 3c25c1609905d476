/** Whatever JSON a server sends, reading it ends well: nothing throws, what was sent is kept, and what was read can be sent on. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { readCapabilities } from './capabilities.ts';
import { readContent } from './content.ts';
import { ListReader } from './listing.ts';
import { readImplementation } from './metadata.ts';
import { readPrompt, readPromptMessages } from './prompts.ts';
import { Reader } from './reader.ts';
import { readContents, readResource, readResourceTemplate } from './resources.ts';
import { readToolResult } from './tool-result.ts';
import { readTool } from './tools.ts';

const anything = fc.jsonValue({ maxDepth: 4 }).map((value) => value as Json);

/** An object with these keys, some of them, holding anything or something close to right. */
function near(keys: string[], values: fc.Arbitrary<Json>[] = []): fc.Arbitrary<JsonObject> {
  const fine = fc.constantFrom<Json>('a', '', 'object', 'text', 'image', 0, 1, 2, true, null, [], {}, ['a'], [{}], { type: 'object' }, { src: 'https://h/i' }, '2026-01-01T00:00:00Z');
  return fc.dictionary(fc.constantFrom(...keys), fc.oneof(anything, fine, ...values), { maxKeys: keys.length }).map((value) => ({ ...value }));
}

const schema = near(['type', 'properties', 'required', 'items', '$ref', '$defs', 'x-mcp-header']);
const annotations = near(['audience', 'priority', 'lastModified', 'readOnlyHint', 'destructiveHint', 'title']);
const icons = fc.array(near(['src', 'mimeType', 'sizes', 'theme']), { maxLength: 3 }).map((list): Json => list);
const block = near(['type', 'text', 'data', 'mimeType', 'resource', 'uri', 'name', 'annotations', '_meta'], [annotations, fc.constantFrom<Json>('audio', 'resource', 'resource_link')]);
const tool = near(['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', '_meta', 'x'], [schema, annotations, icons]);
const resource = near(['uri', 'name', 'title', 'mimeType', 'size', 'annotations', 'icons'], [annotations, icons]);
const template = near(['uriTemplate', 'name', 'title', 'mimeType', 'annotations', 'icons'], [annotations, icons]);
const prompt = near(['name', 'title', 'description', 'arguments', 'icons'], [fc.array(near(['name', 'required', 'description']), { maxLength: 3 }).map((list): Json => list), icons]);

/** Reads a copy, and makes sure that what was given is unchanged and what was read is plain JSON. */
function readsWell<T>(raw: Json, read: (raw: Json) => T): T {
  const before = JSON.stringify(raw);
  const result = read(raw);
  expect(JSON.stringify(raw)).toBe(before);
  expect(() => structuredClone(result)).not.toThrow();
  return result;
}

const runs = { numRuns: 200 };

describe('reading any JSON', () => {
  it.each<[string, fc.Arbitrary<JsonObject>, 'name' | 'uri' | 'uriTemplate', (raw: JsonObject) => { item: { raw: JsonObject; repairs: unknown[] } } | { refused: string }]>([
    ['tools', tool, 'name', readTool],
    ['resources', resource, 'uri', (raw) => readResource(raw)],
    ['templates', template, 'uriTemplate', readResourceTemplate],
    ['prompts', prompt, 'name', readPrompt],
  ])('as a list of %s keeps or refuses each item, with its raw form or a reason (row 27, P05)', (_what, item, key, read) => {
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: item }, anything), { maxLength: 6 }), (list) => {
        const reader = new ListReader({ key, read }, 64 * 1024);
        for (const raw of list) readsWell(raw, (value) => reader.add(value));
        expect(reader.items.length + reader.refused.length).toBe(list.length);
        for (const { raw } of reader.items) expect(list).toContainEqual(raw);
        for (const { reason } of reader.refused) expect(reason).toMatch(/\.$/);
        const keys = reader.items.map(({ raw }) => raw[key]);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      runs,
    );
  });

  it('as the result of a tool keeps as many blocks as there were (row 28, P07)', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: block }, anything), { maxLength: 5 }), near(['structuredContent', 'isError', '_meta', 'x']), (content, more) => {
        const result = readsWell({ ...more, content }, (raw) => readToolResult(raw as JsonObject));
        expect(result.content).toHaveLength(content.length);
        expect(typeof result.isError).toBe('boolean');
        expect(result.structuredContent).toEqual(more['structuredContent']);
        for (const each of result.content) if (each.type === 'unknown') expect(each.reason).toMatch(/\.$/);
      }),
      runs,
    );
  });

  it('as anything else never fails (row 1, row 28)', () => {
    fc.assert(
      fc.property(anything, near(['messages', 'role', 'content', 'contents', 'uri', 'text', 'blob', 'name', 'version', 'icons', 'tools', 'resources', 'logging', 'extensions']), (value, object) => {
        readsWell(value, (raw) => readContent(new Reader({}), 'content', raw));
        readsWell({ ...object, content: value }, (raw) => readToolResult(raw as JsonObject));
        readsWell(object, (raw) => readContents(raw as JsonObject, new Reader(raw as JsonObject)));
        readsWell(object, (raw) => readPromptMessages(new Reader(raw as JsonObject)));
        readsWell(object, (raw) => readImplementation(raw as JsonObject));
        expect(readsWell(object, (raw) => readCapabilities(raw as JsonObject)).raw).toEqual(object);
      }),
      runs,
    );
  });
});
