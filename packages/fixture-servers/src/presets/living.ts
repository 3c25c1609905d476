import { asDict } from '../engine/json.ts';
import type { Preset, PromptFixture, ServerControl } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import { objectSchema, text, textResult } from './content.ts';

/** Resources that change by themselves, and a prompt whose arguments depend on each other. */
export const living: Preset = {
  about: 'a resource that changes by itself and says so, one for people only, a prompt of three arguments; tells who is subscribed',
  options: {
    every: 'milliseconds between two changes of fixture://ticker while somebody is subscribed to it (default 1000)',
    outside: 'an address that the links of `point-outside` lead to, besides files and schemes of other programs',
  },
  create(options) {
    const every = numberOption(options, 'every', 1_000);
    let control: ServerControl | undefined;
    const outside = textOption(options, 'outside', 'http://169.254.169.254/latest/meta-data');
    let ticks = 0;
    /** When it changed, in milliseconds of the epoch: the first to 1, the second to 2, … */
    const changes: number[] = [];
    let most = 0;
    let note = 'first words';
    return {
      info: { name: 'living', version: '1.0.0' },
      tools: [
        {
          definition: { name: 'point-outside', description: 'Links to what a client might open by mistake.', inputSchema: objectSchema({}) },
          since: '2025-06-18',
          call: () => ({ content: ['file:///etc/passwd', 'file://host/share', 'ms-msdt:/id', 'portolan://add-server?name=x', outside].map((uri, index) => ({ type: 'resource_link', uri, name: `link-${index}` })) }),
        },
        {
          definition: { name: 'write-note', description: 'Changes fixture://note.', inputSchema: objectSchema({ text: { type: 'string' } }, ['text']) },
          call(args, context) {
            note = String(args['text']);
            context.updated('fixture://note');
            return textResult('Written.');
          },
        },
      ],
      resources: [
        { definition: { uri: 'fixture://ticker', name: 'ticker', description: 'Counts, and says so each time.', mimeType: 'text/plain' }, read: (uri) => [{ uri, mimeType: 'text/plain', text: `A ticker.\nIt stands at ${ticks}.\nThat is all.` }] },
        { definition: { uri: 'fixture://note', name: 'note', description: 'Changes by a tool.', mimeType: 'text/plain' }, read: (uri) => [{ uri, mimeType: 'text/plain', text: note }] },
        { definition: { uri: 'fixture://diary', name: 'diary', description: 'For people, not for models.', mimeType: 'text/plain', annotations: { audience: ['user'], priority: 0.2 } }, read: (uri) => [{ uri, mimeType: 'text/plain', text: 'Dear diary' }] },
      ],
      templates: [
        {
          definition: { uriTemplate: 'fixture://subscriptions{?most}', name: 'subscriptions', description: 'Which resources somebody is subscribed to.' },
          read: (uri) => (uri === 'fixture://subscriptions' ? [{ uri, mimeType: 'application/json', text: JSON.stringify({ now: control?.watched() ?? [], most }) }] : undefined),
        },
        {
          definition: { uriTemplate: 'fixture://changes{?most}', name: 'changes', description: 'When fixture://ticker changed.' },
          read: (uri) => (uri === 'fixture://changes' ? [{ uri, mimeType: 'application/json', text: JSON.stringify(changes) }] : undefined),
        },
      ],
      prompts: [travel],
      complete: (_ref, argument, known) => valuesOf(argument.name, known).filter((value) => value.startsWith(argument.value)),
      script: {
        attach(server) {
          control = server;
          setInterval(() => {
            const watched = server.watched();
            most = Math.max(most, watched.length);
            if (!watched.includes('fixture://ticker')) return;
            ticks += 1;
            changes.push(Date.now());
            server.updated('fixture://ticker');
          }, every).unref();
        },
      },
    };
  },
};

const places: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  France: { Paris: ['Louvre', 'Orsay'], Lyon: ['Confluences'] },
  中国: { 北京: ['故宫博物院', '国家博物馆'], 上海: ['上海博物馆'] },
};

function valuesOf(argument: string, known: Record<string, unknown>): string[] {
  const country = asDict(places)[String(known['country'])];
  if (argument === 'country') return Object.keys(places);
  if (argument === 'city') return Object.keys(asDict(country));
  const museums = asDict(country)[String(known['city'])];
  return argument === 'museum' && Array.isArray(museums) ? museums.map(String) : [];
}

const travel: PromptFixture = {
  definition: {
    name: 'visit',
    title: 'Plan a visit',
    description: 'Each argument depends on those before it.',
    arguments: [
      { name: 'country', title: 'Country', description: 'Where to go', required: true },
      { name: 'city', title: 'City', description: 'In that country', required: true },
      { name: 'museum', title: 'Museum', description: 'In that city', required: true },
    ],
  },
  get: (args) => ({
    messages: [
      { role: 'user', content: text(`Plan a visit to ${String(args['museum'])} in ${String(args['city'])}, ${String(args['country'])}.`) },
      { role: 'assistant', content: text('Gladly. When do you travel?') },
      { role: 'user', content: { type: 'resource', resource: { uri: 'fixture://note', mimeType: 'text/plain', text: 'Travel note' } } },
    ],
  }),
};
