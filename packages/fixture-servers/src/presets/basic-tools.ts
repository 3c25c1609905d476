import { setTimeout as wait } from 'node:timers/promises';
import type { ToolFixture } from '../engine/types.ts';
import { errorResult, objectSchema, text, textResult } from './content.ts';
import { png, svg, wav } from './media.ts';

const readOnly = { readOnlyHint: true, openWorldHint: false };

export const basicTools: readonly ToolFixture[] = [
  {
    definition: {
      name: 'echo',
      title: 'Echo',
      description: 'Repeats a message.',
      inputSchema: objectSchema({ message: { type: 'string', description: 'What to repeat' } }, ['message']),
      annotations: readOnly,
      icons: [{ src: svg('<circle cx="12" cy="12" r="12" fill="#57534e"/><path d="M7 9v6M10.5 6.5v11M14 9v6M17 10.5v3" stroke="#fff" stroke-width="1.8" stroke-linecap="round"/>'), mimeType: 'image/svg+xml', sizes: ['any'] }],
    },
    call: (args) => (typeof args['message'] === 'string' ? textResult(`Echo: ${args['message']}`) : errorResult('message must be a string')),
  },
  {
    definition: {
      name: 'get-sum',
      title: 'Sum',
      description: 'Adds two numbers.',
      inputSchema: objectSchema({ a: { type: 'number', description: 'First' }, b: { type: 'number', description: 'Second' } }, ['a', 'b']),
      annotations: { ...readOnly, idempotentHint: true },
    },
    call(args) {
      const { a, b } = args;
      if (typeof a !== 'number' || typeof b !== 'number') return errorResult('a and b must be numbers');
      return textResult(`The sum of ${a} and ${b} is ${a + b}.`);
    },
  },
  {
    definition: {
      name: 'slow',
      description: 'Works in steps and reports progress.',
      inputSchema: objectSchema({ steps: { type: 'integer', minimum: 1, default: 5 }, ms: { type: 'integer', minimum: 0, default: 100, description: 'Milliseconds a step' } }),
    },
    async call(args, context) {
      const steps = typeof args['steps'] === 'number' ? args['steps'] : 5;
      const ms = typeof args['ms'] === 'number' ? args['ms'] : 100;
      for (let step = 1; step <= steps; step++) {
        await wait(ms, undefined, { signal: context.signal });
        context.progress(step, steps, `step ${step} of ${steps}`);
      }
      return textResult(`Done after ${steps} steps.`);
    },
  },
  {
    definition: { name: 'fail', description: 'Always reports an error that a model may read.', inputSchema: objectSchema({}) },
    call: () => errorResult('This tool fails on purpose.'),
  },
  {
    definition: { name: 'get-image', description: 'Returns a picture between two texts.', inputSchema: objectSchema({}) },
    call: () => ({
      content: [text('A blue square:'), { type: 'image', data: png(64, 64, [30, 80, 220]), mimeType: 'image/png' }, text('That was it.', { annotations: { audience: ['user'], priority: 0.2 } })],
    }),
  },
  {
    definition: { name: 'get-audio', description: 'Returns a short tone.', inputSchema: objectSchema({}) },
    since: '2025-03-26',
    call: () => ({ content: [{ type: 'audio', data: wav(200), mimeType: 'audio/wav' }] }),
  },
  {
    definition: { name: 'get-resource-link', description: 'Points to a resource of this server.', inputSchema: objectSchema({}) },
    since: '2025-06-18',
    call: () => ({
      content: [
        text('See:'),
        { type: 'resource_link', uri: 'fixture://notes/welcome.md', name: 'welcome.md', title: 'Welcome', mimeType: 'text/markdown', size: 37 },
      ],
    }),
  },
  {
    definition: { name: 'get-embedded-resource', description: 'Returns resources inside the result.', inputSchema: objectSchema({}) },
    call: () => ({
      content: [
        { type: 'resource', resource: { uri: 'fixture://notes/inline.txt', mimeType: 'text/plain', text: 'embedded text' } },
        { type: 'resource', resource: { uri: 'fixture://images/inline.png', mimeType: 'image/png', blob: png(8, 8, [250, 200, 0]) } },
      ],
    }),
  },
  {
    definition: {
      name: 'get-weather',
      description: 'Structured weather of a city.',
      inputSchema: objectSchema({ city: { type: 'string' } }, ['city']),
      outputSchema: objectSchema({ city: { type: 'string' }, celsius: { type: 'number' }, sky: { enum: ['clear', 'cloudy', 'rain'] } }, ['city', 'celsius', 'sky']),
    },
    since: '2025-06-18',
    call(args) {
      const structuredContent = { city: String(args['city']), celsius: 21.5, sky: 'clear' };
      return { content: [text(JSON.stringify(structuredContent))], structuredContent };
    },
  },
  {
    definition: { name: 'log', description: 'Writes one log message of each level.', inputSchema: objectSchema({}) },
    call(_args, context) {
      for (const level of ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']) {
        context.log(level, { message: `a ${level} message` }, 'basic');
      }
      return textResult('Logged.');
    },
  },
  {
    definition: { name: 'touch-clock', description: 'Announces that fixture://clock was updated.', inputSchema: objectSchema({}) },
    call(_args, context) {
      context.updated('fixture://clock');
      return textResult('Touched.');
    },
  },
  {
    definition: {
      name: 'region-echo',
      description: 'Mirrors its argument into an HTTP header (x-mcp-header).',
      inputSchema: objectSchema({ region: { type: 'string', 'x-mcp-header': 'Region' } }, ['region']),
    },
    call: (args) => textResult(`Region: ${String(args['region'])}`),
  },
];
