/** The demonstration: every primitive of both eras, offline, touching nothing. */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { expectOnly } from '../options.ts';
import type { Options } from '../options.ts';
import { registerAskingTools } from './asking-tools.ts';
import { registerContentTools } from './content-tools.ts';
import { icon } from './media.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';

export async function serveDemo(options: Options): Promise<void> {
  if (options.length > 0) expectOnly(options, []);
  serveStdio(build);
}

function build(): McpServer {
  const server = new McpServer(
    { name: 'portolan-demo', title: 'Demonstration', version: '1.0.0', description: 'Shows every primitive of the protocol, offline.', websiteUrl: 'https://modelcontextprotocol.io/', icons: [icon()] },
    {
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, prompts: { listChanged: true }, completions: {}, logging: {} },
      instructions: 'A demonstration. Everything it says is made up; nothing it does has an effect.',
    },
  );
  registerContentTools(server);
  registerAskingTools(server);
  registerResources(server);
  registerPrompts(server);
  return server;
}
