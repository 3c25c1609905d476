import { library as contract } from '@portolan/contract/library';
import type { LibraryHit } from '@portolan/contract/library';
import type { Prompt, Tool } from '@portolan/mcp-client/client';
import { describe, expect, it } from 'vitest';
import { Library } from './library.ts';
import type { ServerOffer } from './offers.ts';
import { manyResources, manyTools, offerOf } from './testing/many.ts';

const { signal } = new AbortController();

function tool(name: string, more: Partial<Tool> = {}): Tool {
  return { name, inputSchema: { type: 'object' }, repairs: [], raw: { name }, ...more };
}

function prompt(name: string, more: Partial<Prompt> = {}): Prompt {
  return { name, arguments: [], repairs: [], raw: { name }, ...more };
}

const trip = { uri: 'file:///trips/2026/lisbon.md', name: 'lisbon.md', title: 'Lisbon in May', mimeType: 'text/markdown', size: 812, annotations: { audience: ['user' as const], priority: 0.9 }, repairs: [], raw: {} };
const files = offerOf('files', {
  tools: [tool('read_file', { description: 'Reads one file as text' }), tool('readFileTree'), tool('file'), tool('write_file', { title: 'Datei schreiben' })],
  resources: [trip, { uri: 'file:///发票/三月.pdf', name: '三月发票', description: '客户的发票，三月份', repairs: [], raw: {} }],
  templates: [{ uriTemplate: 'file:///trips/{year}/{name}.md', name: 'trip', description: 'A trip by year', repairs: [], raw: {} }],
});
const tickets = offerOf('tickets', { prompts: [prompt('summarize', { description: 'Summarises a résumé of tickets', arguments: [{ name: 'id', required: true }] })], tools: [tool('close_ticket')] });

function libraryOf(...offers: ServerOffer[]): Library {
  return new Library(() => offers);
}

async function names(library: Library, text: string, more: object = {}): Promise<string[]> {
  return (await library.search({ text, limit: 50, ...more }, signal)).hits.map(({ name }) => name);
}

describe('the library', () => {
  it('finds an entry of any server by its name, title, address or description, and says where the words stand (P08, P10)', async () => {
    const library = libraryOf(files, tickets);
    const answer = await library.search({ text: 'LISBON may', limit: 10 }, signal);
    expect(contract['library/search'].output.parse(answer)).toEqual(answer);
    expect(answer.hits).toEqual([
      expect.objectContaining({ kind: 'resource', serverName: 'files', uri: trip.uri, size: 812, mimeType: 'text/markdown', annotations: trip.annotations, isEnabled: true }),
    ]);
    const [hit] = answer.hits;
    expect(marked(hit)).toEqual({ name: ['lisbon'], title: ['Lisbon', 'May'], uri: ['lisbon'] });
    expect(await names(library, 'trips year')).toEqual(['trip']);
    expect(await names(library, 'résumé')).toEqual(await names(library, 'resume'));
    expect((await library.search({ text: 'summarize', limit: 1 }, signal)).hits[0]).toMatchObject({ kind: 'prompt', arguments: [{ name: 'id', required: true }] });
  });

  it('puts what is called exactly so first, then what begins so, then words within names, then descriptions (P05)', async () => {
    const library = libraryOf(files);
    expect((await names(library, 'file'))[0]).toBe('file');
    expect((await names(library, 'read file'))[0]).toBe('read_file');
    expect((await names(library, 'read')).slice(0, 2).toSorted()).toEqual(['readFileTree', 'read_file']);
    expect((await names(library, trip.uri))[0]).toBe('lisbon.md');
    expect((await names(libraryOf(offerOf('a', { tools: [tool('x', { description: 'about maps' }), tool('roadmap'), tool('map_view')] })), 'map'))).toEqual(['map_view', 'roadmap', 'x']);
  });

  it('finds Chinese by any part of it, and a question by its words (P08)', async () => {
    const library = libraryOf(files, tickets);
    expect(await names(library, '发票')).toEqual(['三月发票']);
    expect(marked((await library.search({ text: '发票', limit: 1 }, signal)).hits[0])).toEqual({ name: ['发票'], uri: ['发票'], description: ['发票'] });
    expect(await names(library, '客户发票')).toEqual(['三月发票']);
    expect(await names(library, 'ＦＩＬＥ')).toContain('file');
  });

  it('looks for what is nearly written so only where nothing is written so, and says what it looked for', async () => {
    const library = libraryOf(files, tickets);
    const answer = await library.search({ text: 'tikcet', limit: 5 }, signal);
    expect(answer.hits.map(({ name }) => name)).toEqual(['close_ticket', 'summarize']);
    expect(answer.instead).toBe('ticket');
    expect(marked(answer.hits[0])['name']).toEqual(['ticket']);
    expect((await library.search({ text: 'ticket', limit: 5 }, signal)).instead).toBeUndefined();
    expect(await names(library, 'qwxyz')).toEqual([]);
    // It is there, only not of this kind: nothing else was meant.
    expect(await library.search({ text: 'lisbon', kinds: ['tool'], limit: 5 }, signal)).toMatchObject({ total: 0, kinds: { resource: 1 } });
  });

  it('narrows by kind and server and still counts the others, and keeps groups together by their best entry', async () => {
    const library = libraryOf(files, tickets);
    const all = await library.search({ text: '', groupBy: 'server', limit: 100 }, signal);
    expect(all).toMatchObject({ total: 9, groups: [{ key: 's-files', count: 7 }, { key: 's-tickets', count: 2 }], kinds: { tool: 5, prompt: 1, resource: 2, template: 1 } });
    expect(all.hits.map(({ serverName }) => serverName)).toEqual([...Array.from({ length: 7 }, () => 'files'), 'tickets', 'tickets']);
    const tools = await library.search({ text: '', kinds: ['tool'], serverIds: [tickets.serverId], limit: 100 }, signal);
    expect(tools).toMatchObject({ total: 1, kinds: { tool: 1, prompt: 1 }, servers: [{ serverId: 's-files', count: 4 }, { serverId: 's-tickets', count: 1 }] });
    const ranked = await library.search({ text: 'ticket', groupBy: 'server', limit: 100 }, signal);
    expect(ranked.groups[0]).toMatchObject({ key: 's-tickets' });
    expect((await library.search({ text: '', groupBy: 'kind', limit: 100 }, signal)).groups.map(({ key }) => key)).toEqual(['tool', 'prompt', 'resource', 'template']);
  });

  it('puts addresses into their folders, each folder right after the one that holds it (P08)', async () => {
    const at = (uri: string) => ({ uri, name: uri, repairs: [], raw: {} });
    const library = libraryOf(offerOf('docs', { tools: [tool('t')], resources: ['d://b/2.md', 'd://a/x/1.md', 'd://a/1.md', 'd://top', 'urn:isbn:1', 'd://a/sub/'].map(at), templates: [{ uriTemplate: 'd://a/{name}/y', name: 'y', repairs: [], raw: {} }] }));
    const answer = await library.search({ text: '', groupBy: 'folder', limit: 100 }, signal);
    expect(answer.groups).toEqual([
      { key: 's-docs ', count: 1 },
      { key: 's-docs d://', count: 1 },
      { key: 's-docs d://a/', count: 3 },
      { key: 's-docs d://a/x/', count: 1 },
      { key: 's-docs d://b/', count: 1 },
      { key: 's-docs urn:', count: 1 },
    ]);
    expect(answer.hits.map(({ uri }) => uri)).toEqual([undefined, 'd://top', 'd://a/1.md', 'd://a/sub/', 'd://a/{name}/y', 'd://a/x/1.md', 'd://b/2.md', 'urn:isbn:1']);
  });

  it('marks what is switched off, and leaves it out for those who may not offer it (S11)', async () => {
    const off = { ...files, isOff: (kind: string, key: string) => kind === 'resource' && key === trip.uri };
    const library = libraryOf(off, { ...tickets, isEnabled: false });
    expect((await library.search({ text: 'lisbon', limit: 1 }, signal)).hits[0]?.isEnabled).toBe(false);
    expect(await names(library, '', { onlyEnabled: true, kinds: ['resource', 'prompt'] })).toEqual(['三月发票']);
  });

  it('gives any page of an answer, and all pages are the whole (P08)', async () => {
    const library = libraryOf(offerOf('many', { tools: manyTools(400) }));
    const whole = await names(library, 'report', { limit: 500 });
    expect(whole.length).toBeGreaterThan(20);
    const pages: string[] = [];
    for (let offset = 0; offset < whole.length; offset += 7) pages.push(...(await names(library, 'report', { offset, limit: 7 })));
    expect(pages).toEqual(whole);
  });

  it('sees a list that changed at the next search, and says so by its stamp (P09)', async () => {
    let offer = files;
    const library = new Library(() => [offer]);
    const before = (await library.search({ text: 'new_one', limit: 1 }, signal)).stamp;
    offer = { ...files, tools: [...files.tools, tool('new_one')] };
    const after = await library.search({ text: 'new_one', limit: 1 }, signal);
    expect(after.total).toBe(1);
    expect(after.stamp).toBeGreaterThan(before);
    expect(library.stamp()).toBe(after.stamp);
  });

  it('searches seven thousand entries without keeping others waiting, and stops for whoever went away', async () => {
    const library = libraryOf(offerOf('tools', { tools: manyTools(2000) }), offerOf('documents', { resources: manyResources(5000) }));
    // A piece of other work that wants its turn whenever there is one.
    let turns = 0;
    let isDone = false;
    const others = (function turn() {
      if (!isDone) setImmediate(() => { turns += 1; turn(); });
    });
    others();
    const answer = await library.search({ text: 'invoice', groupBy: 'server', limit: 50 }, signal);
    isDone = true;
    expect(answer.hits).toHaveLength(50);
    expect(answer.total).toBeGreaterThan(400);
    expect(turns).toBeGreaterThan(0);
    const gone = new AbortController();
    const fresh = libraryOf(offerOf('documents', { resources: manyResources(5000) }));
    const search = fresh.search({ text: 'invoice', limit: 1 }, gone.signal);
    gone.abort();
    await expect(search).rejects.toThrow(/abort/i);
  });

  it('is not led astray by endless or odd texts', async () => {
    const library = libraryOf(offerOf('odd', { tools: [tool('a', { description: 'x'.repeat(100_000) }), tool('constructor'), tool('__proto__'), tool('end', { description: `${'lead '.repeat(200)}needle${' tail'.repeat(200)}` })] }));
    const [hit] = (await library.search({ text: 'needle', limit: 1 }, signal)).hits;
    expect(hit?.description?.length).toBeLessThanOrEqual(240);
    expect(marked(hit)).toEqual({ description: ['needle'] });
    expect(await names(library, '__proto__')).toEqual(['__proto__']);
    expect(await names(library, '\u0000[](*')).toEqual([]);
    expect(await names(library, ' \n ')).toHaveLength(4);
  });
});

/** The marked parts of a hit, by field. */
function marked(hit: LibraryHit | undefined): Record<string, string[]> {
  const parts: Record<string, string[]> = {};
  for (const { field, start, end } of hit?.matches ?? []) (parts[field] ??= []).push((hit?.[field] ?? '').slice(start, end));
  return parts;
}
