/** Memory: notes that outlive a chat, in a folder of the person's choice. */
import os from 'node:os';
import path from 'node:path';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { expectOnly, lastOf, pathOption } from '../options.ts';
import type { Options } from '../options.ts';
import { answer, structured, text } from '../tool-result.ts';
import { limits, Note, NoteStore } from './store.ts';

const title = z.string().trim().min(1).max(limits.title).describe('What it is about, in a few words. Unique.');
const reads = { readOnlyHint: true, openWorldHint: false };
const shownAtOnce = 50;

export async function serveMemory(options: Options): Promise<void> {
  expectOnly(options, ['folder']);
  const folder = lastOf(options, 'folder');
  const store = new NoteStore(folder === undefined || folder === '' ? path.join(os.homedir(), '.local/share/portolan-memory') : pathOption(folder));
  serveStdio(() => build(store));
}

function build(store: NoteStore): McpServer {
  const server = new McpServer(
    { name: 'portolan-memory', title: 'Memory', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {} }, instructions: 'Notes that are kept between chats. Search before you save, so that one subject has one note. Save nothing the person would not want kept.' },
  );
  const found = z.object({ notes: z.array(z.object({ title: z.string(), tags: z.array(z.string()), changedAt: z.string(), text: z.string() })), more: z.number() });
  const shown = (notes: Note[]) => {
    const some = notes.slice(0, shownAtOnce).map(({ title: name, tags, changedAt, text: content }) => ({ title: name, tags, changedAt, text: content.slice(0, 2000) }));
    const more = notes.length - some.length;
    const lines = some.map((note) => `## ${note.title}${note.tags.length > 0 ? ` [${note.tags.join(', ')}]` : ''}\n${note.text}`);
    return structured({ notes: some, more }, lines.length === 0 ? 'No note was found.' : [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n\n'));
  };
  server.registerTool('search', { title: 'Search notes', description: 'Notes that contain every word, in title, tags or text.', inputSchema: z.object({ query: z.string().min(1).max(500) }), outputSchema: found, annotations: reads }, ({ query }) => answer(async () => shown(await store.find(query))));
  server.registerTool('list', { title: 'List notes', description: 'The notes changed last.', inputSchema: z.object({}), outputSchema: found, annotations: reads }, () => answer(async () => shown(await store.all())));
  server.registerTool('read', { title: 'Read a note', description: 'One note, whole.', inputSchema: z.object({ title }), outputSchema: Note, annotations: reads }, (input) =>
    answer(async () => {
      const note = await store.get(input.title);
      return structured({ ...note }, note.text);
    }),
  );
  server.registerTool(
    'save',
    { title: 'Save a note', description: 'Keeps a note. One with the same title gets the new text.', inputSchema: z.object({ title, text: z.string().min(1).max(limits.text), tags: z.array(z.string().trim().min(1).max(limits.tag)).max(limits.tags).optional() }), annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false } },
    (input) =>
      answer(async () => {
        const { note, isNew } = await store.save(input.title, input.text, input.tags ?? []);
        server.sendResourceListChanged();
        return text(isNew ? `Kept “${note.title}”.` : `“${note.title}” has the new text.`);
      }),
  );
  server.registerTool('remove', { title: 'Remove a note', description: 'Forgets a note for good.', inputSchema: z.object({ title }), annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false } }, (input) =>
    answer(async () => {
      await store.remove(input.title);
      server.sendResourceListChanged();
      return text(`“${input.title}” is forgotten.`);
    }),
  );
  registerResources(server, store);
  return server;
}

/** Each note as a resource, so that a person can put one into a chat. */
function registerResources(server: McpServer, store: NoteStore): void {
  const uriOf = (note: Note): string => `memory://notes/${encodeURIComponent(note.id)}`;
  const template = new ResourceTemplate('memory://notes/{id}', {
    list: async () => ({ resources: (await store.all()).slice(0, 500).map((note) => ({ uri: uriOf(note), name: note.title, mimeType: 'text/plain', annotations: { lastModified: note.changedAt } })) }),
  });
  server.registerResource('note', template, { title: 'A note', mimeType: 'text/plain' }, async (uri) => {
    const note = (await store.all()).find((each) => uriOf(each) === uri.href);
    if (note === undefined) throw new Error(`There is no note ${uri.href}.`);
    return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: note.text }] };
  });
}
