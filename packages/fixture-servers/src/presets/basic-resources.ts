import type { ResourceFixture, TemplateFixture } from '../engine/types.ts';
import { png } from './media.ts';

export const languages = ['go', 'java', 'javascript', 'python', 'rust', 'typescript'] as const;

const logo = png(32, 32, [200, 60, 60]);

export const basicResources: readonly ResourceFixture[] = [
  {
    definition: {
      uri: 'fixture://notes/welcome.md',
      name: 'welcome.md',
      title: 'Welcome',
      description: 'A short text in Markdown.',
      mimeType: 'text/markdown',
      size: 37,
      annotations: { audience: ['user', 'assistant'], priority: 0.8, lastModified: '2026-01-15T09:00:00Z' },
    },
    read: (uri) => [{ uri, mimeType: 'text/markdown', text: '# Welcome\n\nThis is a **text** file.\n\n' }],
  },
  {
    definition: { uri: 'fixture://images/logo.png', name: 'logo.png', description: 'A red square.', mimeType: 'image/png' },
    read: (uri) => [{ uri, mimeType: 'image/png', blob: logo }],
  },
  {
    definition: { uri: 'fixture://folder', name: 'folder', title: 'A folder', description: 'Reading it gives several contents.' },
    read: () => [
      { uri: 'fixture://folder/a.txt', mimeType: 'text/plain', text: 'first' },
      { uri: 'fixture://folder/b.json', mimeType: 'application/json', text: '{"second":true}' },
      { uri: 'fixture://folder/c.png', mimeType: 'image/png', blob: logo },
    ],
  },
  {
    definition: { uri: 'fixture://clock', name: 'clock', description: 'Changes with every read; touch-clock announces an update.', mimeType: 'text/plain' },
    read: (uri) => [{ uri, mimeType: 'text/plain', text: `read ${++reads} times` }],
  },
];
let reads = 0;

export const basicTemplates: readonly TemplateFixture[] = [
  {
    definition: {
      uriTemplate: 'fixture://samples/{language}/{number}',
      name: 'sample',
      title: 'Code sample',
      description: 'A sample of a language by its number.',
      mimeType: 'text/plain',
    },
    read(uri) {
      const match = /^fixture:\/\/samples\/([^/]+)\/(\d+)$/.exec(uri);
      if (match === null) return undefined;
      return [{ uri, mimeType: 'text/plain', text: `sample ${match[2]} in ${decodeURIComponent(match[1] ?? '')}` }];
    },
  },
  {
    definition: { uriTemplate: 'fixture://search{?q,limit}', name: 'search', description: 'Form-style query expansion.' },
    read(uri) {
      if (!uri.startsWith('fixture://search')) return undefined;
      const query = new URL(uri).searchParams;
      return [{ uri, mimeType: 'text/plain', text: `searched for ${query.get('q') ?? ''}, limit ${query.get('limit') ?? 'none'}` }];
    },
  },
];
