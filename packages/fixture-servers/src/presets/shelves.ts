import type { Dict, Preset, PromptFixture, ResourceFixture, ToolFixture } from '../engine/types.ts';
import { numberOption } from '../options.ts';
import { objectSchema, textResult } from './content.ts';
import { png, wav } from './media.ts';
import { chineseLine, line, pdf } from './pdf.ts';

const readme = '# The garden guide\n\nHow the beds are kept through the year.\n\n| bed | crop | sown |\n|---|---|---|\n| north | beans | May |\n| south | 番茄 | April |\n\n```ts\nconst beds = [\'north\', \'south\'];\n```\n\n![plan](https://canary.invalid/steal.png) [more](https://garden.example/more)\n';
const code = 'export function area(width: number, length: number): number {\n  // In square metres.\n  return width * length;\n}\n';
const cities = `city,country,people,note\n${Array.from({ length: 250 }, (_, i) => `City ${i},Country ${i % 7},${1000 * i},"a, b"`).join('\n')}\n`;
const report = pdf([
  { content: `0.06 0.46 0.43 rg 0 782 595 60 re f 1 g ${line('The garden report', 40, 802, 26)} 0 g ${line('What grew in the beds this year, and what did not.', 40, 740)}${line('North bed: beans, 12 kilos.', 40, 710)}${line('South bed: tomatoes, 30 kilos.', 40, 690)}` },
  { content: `${line('Rain by month', 40, 790, 20)}0.2 0.4 0.8 rg ${[40, 72, 55, 90, 120, 64].map((height, i) => `${60 + i * 80} 500 50 ${height * 2} re f `).join('')}0 g ${line('The wettest month was May.', 40, 450)}` },
  { content: `${line('In Chinese', 40, 790, 20)}${chineseLine('番茄和豆角', 40, 740, 24)}` },
]);
const noise = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 73) % 256));
noise.set([0, 1, 2, 3]);

const sections: Readonly<Record<string, readonly string[]>> = { garden: ['beans', 'beds', 'compost'], kitchen: ['bread', 'soup'], 'workshop 工坊': ['saws', '锤子'] };

function resource(path: string, more: Dict, content: Dict): ResourceFixture {
  const uri = `docs://${path}`;
  return { definition: { uri, name: path.split('/').at(-1), ...more }, read: () => [{ uri, ...(more['mimeType'] === undefined ? {} : { mimeType: more['mimeType'] }), ...content }] };
}

const shelf: readonly ResourceFixture[] = [
  resource('guide/readme.md', { title: 'The garden guide', description: 'How the beds are kept.', mimeType: 'text/markdown', size: Buffer.byteLength(readme), annotations: { audience: ['user', 'assistant'], priority: 0.9, lastModified: '2026-05-02T08:00:00Z' } }, { text: readme }),
  resource('guide/code/area.ts', { description: 'A function.', mimeType: 'application/typescript' }, { text: code }),
  resource('data/config.json', { description: 'Settings of the pump.', mimeType: 'application/json', annotations: { audience: ['assistant'], priority: 0.2 } }, { text: JSON.stringify({ pump: { on: true, hours: [6, 7, 20] }, beds: Array.from({ length: 150 }, (_, i) => ({ bed: i, litres: i * 2 })) }) }),
  resource('data/cities.csv', { description: 'A table.', mimeType: 'text/csv' }, { text: cities }),
  resource('media/plan.png', { description: 'A drawing.', mimeType: 'image/png' }, { blob: png(640, 400, [15, 118, 110]) }),
  resource('media/bell.wav', { description: 'A short tone.', mimeType: 'audio/wav' }, { blob: wav(600) }),
  resource('media/report.pdf', { description: 'A document.', mimeType: 'application/pdf' }, { blob: report }),
  resource('media/seed.bin', { description: 'Measurements as bytes.' }, { blob: noise.toString('base64') }),
  {
    definition: { uri: 'docs://media/', name: 'media', title: 'Everything drawn and recorded', description: 'Several contents at once.' },
    read: () => [{ uri: 'docs://media/a.txt', mimeType: 'text/plain', text: 'first' }, { uri: 'docs://media/b.json', mimeType: 'application/json', text: '{"second":true}' }, { uri: 'docs://media/c.png', mimeType: 'image/png', blob: png(32, 32, [180, 83, 9]) }],
  },
];

const verbs = ['read', 'list', 'create', 'update', 'delete', 'search', 'export', 'merge', 'query', 'watch'];
const things = ['user', 'invoice', 'report', 'ticket', 'branch', 'metric', 'alert', 'customer', 'folder', 'calendar', 'contract', 'shipment'];
const words = ['weekly', 'summary', 'of', 'the', 'north', 'region', 'archive', 'with', 'all', 'comments', '发票', '客户', '报告'];
const pick = (list: readonly string[], a: number, b: number): string => list[(Math.imul((a + 1) * 2_654_435_761, b + 7) >>> 8) % list.length] ?? '';
const sentence = (i: number): string => Array.from({ length: 20 }, (_, at) => pick(words, i, at)).join(' ');

function manyResources(count: number): ResourceFixture[] {
  return Array.from({ length: count }, (_, i) => resource(`archive/${pick(words, i, 4)}/${pick(things, i, 5)}/${i}.md`, { title: `${pick(words, i, 6)} ${pick(things, i, 7)} ${i}`, description: sentence(i), mimeType: 'text/markdown', size: 100 + i }, { text: `# ${i}\n\n${sentence(i)}\n` }));
}

function manyTools(count: number): ToolFixture[] {
  return Array.from({ length: count }, (_, i) => ({ definition: { name: `${pick(verbs, i, 1)}_${pick(things, i, 2)}_${i}`, description: sentence(i), inputSchema: objectSchema({ id: { type: 'string' } }) }, call: () => textResult(String(i)) }));
}

const tools: readonly ToolFixture[] = [
  {
    definition: { name: 'harvest', title: 'Harvest table', description: 'What was harvested, as rows.', inputSchema: objectSchema({}), annotations: { readOnlyHint: true } },
    call: () => ({ content: [{ type: 'text', text: 'The harvest of the year.' }, { type: 'resource_link', uri: 'docs://guide/readme.md', name: 'readme.md', title: 'The garden guide', mimeType: 'text/markdown' }], structuredContent: { rows: [{ crop: 'beans', kilos: 12, isDone: true }, { crop: '番茄', kilos: 30, isDone: false }] } }),
  },
];

const prompts: readonly PromptFixture[] = [
  { definition: { name: 'plan-bed', title: 'Plan a bed', description: 'Plans one page of a section.', arguments: [{ name: 'section', required: true }, { name: 'page', required: true }, { name: 'tone' }] }, get: (args) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Plan ${String(args['page'])} in ${String(args['section'])}.` } }] }) },
];

/** A library of documents: every kind of content, in folders, and as many more as are wanted. */
export const shelves: Preset = {
  about: 'documents of every kind in folders, a template and a prompt whose values depend on each other, and any number more',
  options: { resources: 'number of further resources (default 0)', tools: 'number of further tools (default 0)' },
  create: (options) => ({
    info: { name: 'shelves', version: '1.0.0', title: 'Shelves' },
    tools: [...tools, ...manyTools(numberOption(options, 'tools', 0))],
    prompts,
    resources: [...shelf, ...manyResources(numberOption(options, 'resources', 0))],
    templates: [
      {
        definition: { uriTemplate: 'docs://pages/{section}/{page}', name: 'page', title: 'A page of a section', description: 'Choose the section first.', mimeType: 'text/markdown' },
        read: (uri) => (uri.startsWith('docs://pages/') ? [{ uri, mimeType: 'text/markdown', text: `# ${decodeURIComponent(uri.split('/').at(-1) ?? '')}\n\nread from \`${uri}\`\n` }] : undefined),
      },
      {
        definition: { uriTemplate: 'docs://find{?q,limit}', name: 'find', title: 'Find', description: 'Both may be left out.' },
        read: (uri) => (uri.startsWith('docs://find') ? [{ uri, mimeType: 'text/plain', text: `looked for ${uri}` }] : undefined),
      },
    ],
    complete: (_ref, { name, value }, known) => {
      const values = name === 'section' ? Object.keys(sections) : name === 'page' ? (sections[String(known['section'])] ?? []) : [];
      return values.filter((each) => each.toLowerCase().startsWith(value.toLowerCase()));
    },
  }),
};
