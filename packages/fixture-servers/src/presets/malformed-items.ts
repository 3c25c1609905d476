import type { Preset, PromptFixture, ResourceFixture, TemplateFixture, ToolFixture } from '../engine/types.ts';
import { objectSchema, text, textResult } from './content.ts';

/**
 * Lists and results in which one item is broken in each way seen in the field, with good ones between them.
 * Every good item is called `good-…`; a host that is tolerant keeps exactly these (and may repair others).
 */
export const malformedItems: Preset = {
  about: 'each kind of broken tool, resource, template, prompt and content block among good ones',
  options: {},
  create: () => ({
    info: { name: 'malformed-items', version: 1 },
    verbatim: true,
    tools: [
      good('good-first'),
      ...brokenTools.map((definition): ToolFixture => ({ definition, call: () => textResult('called') })),
      ...Object.entries(brokenBlocks).map(([name, block]): ToolFixture => ({
        definition: { name: `good-returns-${name}`, description: `Its result holds a broken block: ${name}.`, inputSchema: objectSchema({}) },
        call: () => ({ content: [text('before'), block, text('after')] }),
      })),
      ...Object.entries(brokenResults).map(([name, result]): ToolFixture => ({
        definition: { name: `good-result-${name}`, description: `Its result as a whole is broken: ${name}.`, inputSchema: objectSchema({}) },
        call: () => result,
      })),
      good('good-last'),
    ],
    resources: [goodResource('good-first'), ...brokenResources.map((definition): ResourceFixture => ({ definition })), goodResource('good-last')],
    templates: [goodTemplate('good-first'), ...brokenTemplates.map((definition): TemplateFixture => ({ definition })), goodTemplate('good-last')],
    prompts: [goodPrompt('good-first'), ...brokenPrompts.map((definition): PromptFixture => ({ definition })), goodPrompt('good-last')],
  }),
};

function good(name: string): ToolFixture {
  return { definition: { name, description: 'A good tool.', inputSchema: objectSchema({}) }, call: () => textResult(name) };
}

function goodResource(name: string): ResourceFixture {
  return { definition: { uri: `fixture://${name}`, name }, read: (uri) => [{ uri, text: name }, { uri }, { text: 'without uri' }, null, { uri, blob: '*not base64*' }] };
}

function goodTemplate(name: string): TemplateFixture {
  return { definition: { uriTemplate: `fixture://${name}/{id}`, name } };
}

function goodPrompt(name: string): PromptFixture {
  const message = { role: 'user', content: text(name) };
  const broken = [{ role: 'wizard', content: text('x') }, { role: 'user' }, { role: 'user', content: 'a bare string' }, null];
  return { definition: { name, description: 'Its messages hold broken ones.' }, get: () => ({ messages: [message, ...broken, message] }) };
}

const schema = objectSchema({});

export const brokenTools: readonly unknown[] = [
  null,
  42,
  'a string',
  [],
  {},
  { description: 'no name', inputSchema: schema },
  { name: 7, inputSchema: schema },
  { name: '', inputSchema: schema },
  { name: 'no-input-schema' },
  { name: 'input-schema-null', inputSchema: null },
  { name: 'input-schema-string', inputSchema: 'object' },
  { name: 'description-null', description: null, inputSchema: schema },
  { name: 'hint-not-boolean', inputSchema: schema, annotations: { readOnlyHint: 'yes' } },
  { name: 'annotations-array', inputSchema: schema, annotations: [] },
  { name: 'required-null', inputSchema: { type: 'object', properties: {}, required: null } },
  { name: 'output-schema-string', inputSchema: schema, outputSchema: 'object' },
  { name: 'icons-null', inputSchema: schema, icons: null },
  { name: 'icon-theme', inputSchema: schema, icons: [{ src: 'https://example.com/i.png', theme: 'sepia' }] },
  { name: 'icon-sizes-string', inputSchema: schema, icons: [{ src: 'https://example.com/i.png', sizes: '16x16' }] },
  { name: 'title-number', title: 5, inputSchema: schema },
  { name: 'unknown-fields', inputSchema: schema, 'x-vendor': { keep: true } },
  { name: 'good-first', description: 'The name of another tool.', inputSchema: schema },
];

export const brokenResources: readonly unknown[] = [
  null,
  {},
  { uri: 'fixture://no-name' },
  { name: 'no-uri' },
  { uri: 5, name: 'uri-number' },
  { uri: 'not a uri', name: 'uri-invalid' },
  { uri: 'fixture://size', name: 'size-string', size: '12' },
  { uri: 'fixture://priority', name: 'priority-two', annotations: { priority: 2 } },
  { uri: 'fixture://audience', name: 'audience-unknown', annotations: { audience: ['everyone'] } },
  { uri: 'fixture://modified', name: 'modified-free-text', annotations: { lastModified: 'last tuesday' } },
  { uri: 'fixture://mime', name: 'mime-null', mimeType: null },
];

export const brokenTemplates: readonly unknown[] = [null, { name: 'no-template' }, { uriTemplate: 'fixture://{unclosed', name: 'unclosed' }, { uriTemplate: 5, name: 'number' }];

export const brokenPrompts: readonly unknown[] = [
  null,
  {},
  { name: 9 },
  { name: 'arguments-object', arguments: { a: true } },
  { name: 'argument-without-name', arguments: [{ description: 'x' }] },
  { name: 'required-string', arguments: [{ name: 'a', required: 'yes' }] },
];

/** Name → a content block that is broken in that way. */
export const brokenBlocks: Readonly<Record<string, unknown>> = {
  null: null,
  string: 'text',
  'no-type': { text: 'x' },
  'unknown-type': { type: 'hologram', data: 'AA==' },
  'text-number': { type: 'text', text: 5 },
  'text-missing': { type: 'text' },
  'image-no-data': { type: 'image', mimeType: 'image/png' },
  'image-base64url': { type: 'image', data: '_-_-', mimeType: 'image/png' },
  'image-not-base64': { type: 'image', data: 'not base64!', mimeType: 'image/png' },
  'image-no-mime': { type: 'image', data: 'AAAA' },
  'audience-unknown': { type: 'text', text: 'x', annotations: { audience: ['robot'] } },
  'priority-two': { type: 'text', text: 'x', annotations: { priority: 2 } },
  'resource-empty': { type: 'resource', resource: {} },
  'resource-missing': { type: 'resource' },
  'link-no-name': { type: 'resource_link', uri: 'fixture://x' },
  'link-no-uri': { type: 'resource_link', name: 'x' },
};

const brokenResults: Readonly<Record<string, Record<string, unknown>>> = {
  'content-missing': {},
  'content-null': { content: null },
  'content-string': { content: 'just text' },
  'content-object': { content: text('not in an array') },
  'is-error-string': { content: [text('x')], isError: 'true' },
  'structured-string': { content: [], structuredContent: 'text' },
};
