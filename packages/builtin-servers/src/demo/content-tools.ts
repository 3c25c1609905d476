/** Tools that answer: every kind of content, structured results, errors, progress, log messages. */
import { setTimeout as wait } from 'node:timers/promises';
import type { CallToolResult, ContentBlock, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answer, Refusal, structured, text } from '../tool-result.ts';
import { icon, picture, tone } from './media.ts';

const kinds = ['text', 'image', 'audio', 'resource-link', 'embedded-text', 'embedded-binary'] as const;
const quiet = { readOnlyHint: true, openWorldHint: false };

const blocks: Record<(typeof kinds)[number], () => ContentBlock> = {
  text: () => ({ type: 'text', text: 'Plain text, meant for **both** of you.', annotations: { audience: ['user', 'assistant'], priority: 0.8 } }),
  image: () => ({ type: 'image', mimeType: 'image/png', data: picture() }),
  audio: () => ({ type: 'audio', mimeType: 'audio/wav', data: tone() }),
  'resource-link': () => ({ type: 'resource_link', uri: 'demo://notes/welcome', name: 'welcome', title: 'A note to read', mimeType: 'text/markdown' }),
  'embedded-text': () => ({ type: 'resource', resource: { uri: 'demo://notes/welcome', mimeType: 'text/markdown', text: '# Embedded\nA resource that came inside a result.' } }),
  'embedded-binary': () => ({ type: 'resource', resource: { uri: 'demo://picture', mimeType: 'image/png', blob: picture(32, 32) } }),
};

export function registerContentTools(server: McpServer): void {
  server.registerTool('show-content', { title: 'Show content', description: 'Answers with one kind of content, or with all of them.', icons: [icon()], inputSchema: z.object({ kind: z.enum(['all', ...kinds]).default('all') }), annotations: quiet }, ({ kind }) => {
    const content = kinds.filter((each) => kind === 'all' || each === kind).map((each) => blocks[each]());
    return { content } satisfies CallToolResult;
  });
  server.registerTool('weather', { title: 'Made-up weather', description: 'Structured output, checked against a schema.', inputSchema: z.object({ city: z.string().min(1).max(100), unit: z.enum(['celsius', 'fahrenheit']).default('celsius') }), outputSchema: z.object({ city: z.string(), temperature: z.number(), unit: z.string(), sky: z.string() }), annotations: { ...quiet, idempotentHint: true } }, ({ city, unit }) => {
    // Made of the name, so that it is the same each time and asks nobody.
    const number = Array.from(city).reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0);
    const celsius = (number % 35) - 5;
    const data = { city, temperature: unit === 'celsius' ? celsius : Math.round(celsius * 1.8 + 32), unit, sky: ['clear', 'cloudy', 'rain', 'snow'][number % 4] ?? 'clear' };
    return structured(data, `${data.city}: ${data.temperature} degrees ${data.unit}, ${data.sky}. (Made up.)`);
  });
  server.registerTool('take-a-while', { title: 'Take a while', description: 'Reports progress and logs while it works; can be cancelled.', inputSchema: z.object({ steps: z.number().int().min(1).max(100).default(5), seconds: z.number().min(0).max(120).default(5) }), annotations: quiet }, async ({ steps, seconds }, context) => {
    const { signal, notify, log, _meta: meta } = context.mcpReq;
    for (let step = 1; step <= steps; step += 1) {
      await wait((seconds * 1000) / steps, undefined, { signal });
      if (meta?.progressToken !== undefined) await notify({ method: 'notifications/progress', params: { progressToken: meta.progressToken, progress: step, total: steps, message: `Step ${step} of ${steps}` } });
      await log('info', { step, of: steps }, 'demo');
    }
    return text(`Done after ${steps} steps.`);
  });
  server.registerTool('log', { title: 'Write to the log', description: 'Sends one log message of each level.', inputSchema: z.object({}), annotations: quiet }, async (_input, context) => {
    for (const level of ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const) await context.mcpReq.log(level, `A message of level ${level}.`, 'demo');
    return text('One message of each level was sent. Which of them arrive is up to the level that was asked for.');
  });
  server.registerTool('fail', { title: 'Fail', description: 'A tool error, which a model reads, or a protocol error, which it does not.', inputSchema: z.object({ how: z.enum(['tool-error', 'protocol-error']).default('tool-error') }), annotations: quiet }, ({ how }) =>
    answer(() => {
      if (how === 'tool-error') throw new Refusal('This failed on purpose. Try another tool.');
      process.stderr.write('a protocol error was asked for\n');
      return text('The official server package turns what a tool throws into a tool error; call a tool that does not exist for a protocol error.');
    }),
  );
  server.registerTool('erase-everything', { title: 'Erase everything (does nothing)', description: 'Says of itself that it is destructive. It does nothing at all.', inputSchema: z.object({ reason: z.string().max(200).optional() }), annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } }, () => text('Nothing was erased.'));
}
