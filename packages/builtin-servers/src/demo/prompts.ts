/** Prompts: without arguments, with arguments that complete, and with messages of several kinds. */
import { completable } from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { icon, picture } from './media.ts';
import { countriesLike, portsLike } from './places.ts';

export function registerPrompts(server: McpServer): void {
  server.registerPrompt('tour', { title: 'Show me around', description: 'Asks the model to use this server’s tools.', icons: [icon()] }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Use two or three tools of the demo server and tell me what they show.' } }],
  }));
  const argsSchema = z.object({
    country: completable(z.string().describe('Where to'), (value) => countriesLike(value)),
    port: completable(z.string().describe('Which port; depends on the country'), (value, context) => portsLike(value, context?.arguments?.['country'])),
    days: z.string().optional().describe('How long'),
  });
  server.registerPrompt('voyage', { title: 'Plan a voyage', description: 'Arguments that complete; the second depends on the first.', argsSchema }, ({ country, port, days }) => ({
    description: `A voyage to ${port}`,
    messages: [
      { role: 'user', content: { type: 'text', text: `Plan a voyage to ${port} in ${country}${days === undefined || days === '' ? '' : ` for ${days} days`}.` } },
      { role: 'user', content: { type: 'image', mimeType: 'image/png', data: picture(32, 32) } },
      { role: 'user', content: { type: 'resource', resource: { uri: `demo://ports/${encodeURIComponent(country)}/${encodeURIComponent(port)}`, mimeType: 'text/plain', text: `${port} is one of the ports of ${country} in this demonstration.` } } },
      { role: 'assistant', content: { type: 'text', text: 'Gladly. Which month do you have in mind?' } },
    ],
  }));
}
