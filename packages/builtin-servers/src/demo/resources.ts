/** Resources: text, a picture, one that changes and can be watched, and a template whose variables complete. */
import { ResourceTemplate } from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from '../tool-result.ts';
import { icon, picture } from './media.ts';
import { countriesLike, places, portsLike } from './places.ts';

const clockUri = 'demo://clock';
const clockMs = 2000;

export function registerResources(server: McpServer): void {
  server.registerResource('welcome', 'demo://notes/welcome', { title: 'A note to read', description: 'Markdown.', mimeType: 'text/markdown', icons: [icon()], annotations: { audience: ['user'], priority: 1 } }, (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/markdown', text: '# Welcome\n\nThis server shows **every primitive** of the protocol. Nothing of it leaves your computer.' }] }));
  server.registerResource('picture', 'demo://picture', { title: 'A picture', mimeType: 'image/png' }, (uri) => ({ contents: [{ uri: uri.href, mimeType: 'image/png', blob: picture() }] }));
  server.registerResource('clock', clockUri, { title: 'A clock', description: `Changes every ${clockMs / 1000} seconds; watch it.`, mimeType: 'text/plain' }, (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: new Date().toISOString() }] }));
  const template = new ResourceTemplate('demo://ports/{country}/{port}', {
    list: undefined,
    complete: { country: (value) => countriesLike(value), port: (value, context) => portsLike(value, context?.arguments?.['country']) },
  });
  server.registerResource('port', template, { title: 'A port', description: 'One port of a country; both complete as you type.', mimeType: 'application/json' }, (uri, { country, port }) => {
    const isKnown = places[String(country)]?.includes(String(port)) === true;
    if (!isKnown) throw new Error(`There is no port ${String(port)} in ${String(country)} here.`);
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify({ country, port, berths: String(port).length * 3 }, null, 2) }] };
  });
  tick(server);
  registerGrowing(server);
}

/** Tells of the clock's changes, to those who asked for it. */
function tick(server: McpServer): void {
  // The older era subscribes by request, which the official package leaves to the server; of the newer it keeps count itself.
  const watched = new Set<string>();
  let isOlder = false;
  server.server.oninitialized = () => {
    isOlder = true;
  };
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (watched.size < 100) watched.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
  setInterval(() => {
    const isWanted = server.isConnected() && (!isOlder || watched.has(clockUri));
    if (isWanted) void server.server.sendResourceUpdated({ uri: clockUri }).catch(() => undefined);
  }, clockMs).unref();
}

/** Lists that change while somebody looks. */
function registerGrowing(server: McpServer): void {
  let made = 0;
  server.registerTool('grow', { title: 'Grow', description: 'Adds a tool, a prompt and a resource; hosts that watch the lists see them appear.', inputSchema: z.object({}), annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false } }, () => {
    if (made >= 20) return text('Twenty times is enough.');
    made += 1;
    const name = `grown-${made}`;
    server.registerTool(name, { title: `Grown ${made}`, description: 'Was not here before.', inputSchema: z.object({}), annotations: { readOnlyHint: true, openWorldHint: false } }, () => text(`I am ${name}.`));
    server.registerPrompt(name, { title: `Grown ${made}`, description: 'Was not here before.' }, () => ({ messages: [{ role: 'user', content: { type: 'text', text: `Say hello to ${name}.` } }] }));
    server.registerResource(name, `demo://grown/${made}`, { title: `Grown ${made}`, mimeType: 'text/plain' }, (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: `I am ${name}.` }] }));
    return text(`Added ${name} to the tools, the prompts and the resources.`);
  });
}
