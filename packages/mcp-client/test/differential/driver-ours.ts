/** Our client, its typed views written back in the specification's shape. */
import type { ContentBlock, Prompt, Resource, ResourceContents, ResourceTemplate, Tool } from '../../src/client.ts';
import { connect } from '../../src/connect.ts';
import { LocalError, ServerError } from '../../src/errors.ts';
import type { ElicitResult, SampleResult } from '../../src/handlers.ts';
import type { Json, JsonObject } from '../../src/jsonrpc/message.ts';
import { answers, fill, plain } from './driver.ts';
import type { Driver, Era, Target } from './driver.ts';

export async function openOurs(target: Target, era: Era, callMs?: number): Promise<Driver> {
  const { client } = await connect({
    target: target.kind === 'stdio' ? { ...target, env: { PATH: process.env['PATH'] ?? '' } } : { kind: 'http', url: target.url, headers: {} },
    client: { name: 'differential', version: '1.0.0' },
    era,
    // As the others, which know neither tasks of their own nor pages to open.
    tasks: { receives: false },
    capabilities: { elicitation: { form: {} }, sampling: {} },
    handlers: {
      elicit: (request): Promise<ElicitResult> => Promise.resolve(request.mode === 'form' ? { action: 'accept', content: fill(request.schema['properties']) } : { action: 'decline' }),
      sample: (): Promise<SampleResult> => Promise.resolve({ action: 'accept', model: answers.sample.model, content: [{ type: 'text', text: answers.sample.text }] }),
      roots: () => Promise.resolve([answers.root]),
    },
  });
  return {
    identity: () => ({ protocolVersion: client.protocolVersion, serverInfo: plain(client.server), capabilities: client.capabilities.raw, ...(client.instructions === undefined ? {} : { instructions: client.instructions }) }),
    listTools: async () => plain({ tools: (await client.listTools()).items.map(wireTool) }),
    async callTool(name, args, onProgress, signal) {
      const result = await client.callTool(name, args, { ...(onProgress === undefined ? {} : { onProgress: (progress) => onProgress({ ...progress }) }), ...(signal === undefined ? {} : { signal }), ...(callMs === undefined ? {} : { limits: { idleMs: callMs, totalMs: callMs } }) });
      return plain({ content: result.content.map(wireBlock), structuredContent: result.structuredContent, isError: result.isError, _meta: result.meta });
    },
    listResources: async () => plain({ resources: (await client.listResources()).items.map(wireResource) }),
    listResourceTemplates: async () => plain({ resourceTemplates: (await client.listResourceTemplates()).items.map(wireResource) }),
    async readResource(uri) {
      const { contents, meta } = await client.readResource(uri);
      return plain({ contents: contents.map(wireContents), _meta: meta });
    },
    listPrompts: async () => plain({ prompts: (await client.listPrompts()).items.map(wirePrompt) }),
    async getPrompt(name, args) {
      const { description, messages, meta } = await client.getPrompt(name, args);
      return plain({ description, _meta: meta, messages: messages.map(({ role, content }) => ({ role, content: wireBlock(content) })) });
    },
    complete: async (prompt, argument, value) => plain({ completion: await client.complete({ type: 'ref/prompt', name: prompt }, { name: argument, value }, {}) }),
    async setLogLevel(level) {
      await client.setLogLevel(level);
      return {};
    },
    async ping() {
      await client.ping();
      return {};
    },
    explain(error) {
      if (error instanceof ServerError) return { code: error.code, message: error.message };
      if (error instanceof LocalError) return { local: error.kind };
      return { unexpected: String(error) };
    },
    close: () => client.close(),
  };
}

function metaOf(raw: JsonObject): { _meta?: Json | undefined } {
  return { _meta: raw['_meta'] };
}

function wireTool({ repairs: _repairs, raw, taskSupport, ...tool }: Tool): object {
  return { ...tool, ...(taskSupport === undefined ? {} : { execution: { taskSupport } }), ...metaOf(raw) };
}

function wireResource({ repairs: _repairs, raw, ...resource }: Resource | ResourceTemplate): object {
  return { ...resource, ...metaOf(raw) };
}

function wirePrompt({ repairs: _repairs, raw, ...prompt }: Prompt): object {
  return { ...prompt, ...metaOf(raw) };
}

function wireContents({ kind: _kind, raw, ...contents }: ResourceContents): object {
  return { ...contents, ...metaOf(raw) };
}

function wireBlock(block: ContentBlock): object {
  if (block.type === 'resource') return { type: block.type, resource: wireContents(block.resource), ...(block.annotations === undefined ? {} : { annotations: block.annotations }), ...metaOf(block.raw) };
  if (block.type === 'resource_link') return { type: block.type, ...wireResource(block.resource), ...(block.annotations === undefined ? {} : { annotations: block.annotations }) };
  if (block.type === 'unknown') return block.raw;
  const { raw, ...rest } = block;
  return { ...rest, ...metaOf(raw) };
}
