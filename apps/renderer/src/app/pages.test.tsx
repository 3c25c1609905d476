import { HostError } from '@portolan/contract/errors';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../test/fake-host.ts';
import { openWindow, settled } from '../test/render-app.tsx';
import * as views from '../test/views.ts';

/** Something of every kind, so that as many texts as possible are drawn. */
function fullHost(locale: 'en' | 'zh-CN'): FakeHost {
  const problem = new HostError('server-exited', { server: 'gone', code: 1 }, { log: 'last words' }).problem;
  const parts = [
    { type: 'reasoning' as const, text: 'Hm.' },
    { type: 'text' as const, text: '# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\n1\n```\n[link](https://a.example)' },
    views.call('done', { state: 'done', decidedBy: 'person', startedAt: 1, endedAt: 2_000, result: { content: [{ type: 'text', text: '{"a":1}' }], isError: false, repairs: [] } }),
    views.call('denied', { state: 'denied', denyReason: 'no' }),
    views.call('unknown', { state: 'unknown' }),
    views.call('running', { state: 'running', startedAt: Date.now(), progress: { progress: 1, total: 2 } }),
  ];
  return new FakeHost({
    settings: { theme: 'system', locale, isOnboarded: true },
    notices: [{ id: 'n', kind: 'config-broken', problem: new HostError('config-broken', { file: '/data/config.json', line: 7, column: 3 }).problem, details: { file: '/data/config.json' } }],
    servers: [
      views.server('files', {
        counts: { tools: 1, resources: 1, resourceTemplates: 1, prompts: 1, refused: 1 },
        info: { name: 'files', version: '1.0', title: 'Files', description: 'd', websiteUrl: 'https://a.example' },
        instructions: 'Be kind.',
        warnings: [{ kind: 'w', message: 'odd', sample: 'x', count: 2 }],
        flags: [{ kind: 'unpinned-package', subject: 'x' }],
      }),
      views.server('gone', { state: 'failed', problem, launch: { kind: 'http', url: 'http://a.example/mcp', headers: [{ name: 'A', value: null }], transport: 'auto' } }),
      views.server('new', { isReviewed: false, state: 'stopped' }),
      views.server('off', { isEnabled: false, state: 'stopped' }),
      views.server('again', { state: 'backoff', retryAt: Date.now() + 5_000, crashes: 3 }),
    ],
    tools: [views.tool('echo', { title: 'Echo', description: 'd', annotations: { destructiveHint: true, openWorldHint: true }, model: { name: 'f__echo', changes: ['a → b'], excluded: 'why' } })],
    resources: [{ uri: 'file:///a', name: 'a', mimeType: 'text/plain', size: 3, annotations: { audience: ['user'], lastModified: '2026' }, isEnabled: true, repairs: [] }],
    templates: [{ uriTemplate: 'file:///{n}', name: 'n', isEnabled: true, repairs: [] }],
    prompts: [{ name: 'greet', description: 'd', arguments: [{ name: 'who', required: true }], isEnabled: true, repairs: [] }],
    log: [{ seq: 1, at: 1, source: 'stderr', level: 'error', logger: 'l', text: 'line' }],
    conversations: [views.chat('first', { isRunning: true, messageCount: 2 }), views.chat('second', { title: '' })],
    messages: [views.message('ask', { role: 'user', parts: [{ type: 'text', text: 'Hi' }] }), views.message('answer', { parts, status: 'stopped', usage: { inputTokens: 1, outputTokens: 2 } })],
    interactions: [views.approval('x', { conversationId: views.ids.chat('second'), conversationTitle: '' })],
    providers: [views.provider('one', { hasKey: true, problem: new HostError('model-key-refused', { provider: 'one' }).problem })],
  });
}

const server = '#/servers/s-files';
const places = ['#/', '#/servers', '#/add-server', '#/add-server/form', '#/add-server/bundle', '#/add-server/registry', '#/add-server/link', `${server}/overview`, `${server}/tools/echo`, `${server}/resources/${encodeURIComponent('file:///a')}`, `${server}/resources/${encodeURIComponent('file:///{n}')}`, `${server}/prompts/greet`, `${server}/log`, '#/servers/s-gone/overview', '#/servers/s-new/overview', '#/servers/s-again/tools', '#/servers/s-none/overview', '#/chat/c-first', '#/chat/c-second', '#/chat/c-none', '#/history', '#/history?q=x', '#/library', '#/library?q=echo&kind=tool&of=s-files&as=tool&item=echo', '#/library?of=s-files&as=resource&item=file:///a', '#/library?q=nowhere', '#/settings/general', '#/settings/providers', '#/settings/permissions', '#/settings/about'];

/** What a text looks like when it was forgotten, or a function that was not called. */
const forgotten = /undefined|\[object|NaN|=>|function/;

describe.each(['en', 'zh-CN'] as const)('in %s', (locale) => {
  it('every page is drawn without a text missing, with one heading of the first level, and nothing complains', { timeout: 120_000 }, async () => {
    const complaints: string[] = [];
    const error = console.error;
    console.error = (...args: unknown[]) => complaints.push(args.map(String).join(' ').slice(0, 300));
    await openWindow(fullHost(locale));
    for (const place of places) {
      location.hash = place;
      // One page after the other is what is looked at.
      // oxlint-disable-next-line no-await-in-loop
      await settled();
      // oxlint-disable-next-line no-await-in-loop
      await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1));
      const text = document.body.textContent;
      expect(forgotten.exec(text)?.[0], place).toBeUndefined();
      const unnamed = [...document.querySelectorAll('button, a, input, textarea, [role="tab"], [role="switch"], [role="checkbox"], [role="combobox"]')].filter((each) => each.closest('[aria-hidden="true"], [hidden]') === null && nameOf(each) === '');
      expect(unnamed.map((each) => `${place}: ${each.outerHTML.slice(0, 200)}`)).toEqual([]);
    }
    console.error = error;
    expect(complaints).toEqual([]);
    expect(document.documentElement.lang).toBe(locale);
  });
});

/** Enough of the rules for names to find a control that has none. */
function nameOf(element: Element): string {
  const labelled = element.getAttribute('aria-labelledby')?.split(' ').map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '').join('');
  const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLButtonElement ? [...(element.labels ?? [])].map((label) => label.textContent).join('') : '';
  return [element.getAttribute('aria-label'), labelled, labels, element.textContent].join('').trim();
}
