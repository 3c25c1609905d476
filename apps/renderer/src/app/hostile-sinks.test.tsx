/** Every hostile text at every place of the window where words of a model, a server or a file are shown (T:B02). */
import { HostError } from '@portolan/contract/errors';
import { hostile } from '@portolan/markdown/test/hostile';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browserNotices } from '../lib/notices-of-browser.ts';
import { FakeHost } from '../test/fake-host.ts';
import { openWindow, settled } from '../test/render-app.tsx';
import * as views from '../test/views.ts';

/** Syntax of other programs that names a file, or hands a prompt on: here it is words (T:B10, T:B16). */
const namesFiles = ['MEDIA:/etc/passwd', 'file:///etc/shadow', '![x](file:///root/.ssh/id_rsa)', '<antArtifact src="/etc/passwd"/>', '[[file:/etc/passwd]]', '@/etc/passwd', 'portolan://chat?q=rm%20-rf&send=1', '<a href="portolan://chat?q=x&send=1">go</a>'];
const texts = [...hostile, ...namesFiles];
/** The same, nine at a time: where a place shows plain words in one row, a row a text costs much and shows no more. */
const rows = Array.from({ length: Math.ceil(texts.length / 9) }, (_, at) => texts.slice(at * 9, at * 9 + 9).join(' '));

const forbidden = 'script, iframe, object, embed, link[rel], base, form[action], video, audio[autoplay], svg a, foreignObject, style, meta[http-equiv], [srcset], [srcdoc], [formaction], [ping], [background]';

/** What in the page runs, loads, leads away or styles by itself. */
function dangers(): string[] {
  const found = [...document.body.querySelectorAll(forbidden)].map((element) => element.outerHTML.slice(0, 120));
  for (const element of document.body.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push(`${element.tagName} ${name}`);
      const isAddress = name === 'href' || name === 'src' || name === 'xlink:href' || name === 'action';
      if (isAddress && !/^#|^data:(?:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)|,)|^blob:/.test(value)) found.push(`${name}=${value.slice(0, 80)}`);
      if (name === 'style' && /url\(|expression|@import/i.test(value)) found.push(`style=${value.slice(0, 80)}`);
    }
  }
  return found;
}

const calm = async (): Promise<void> => {
  await settled();
  await settled();
};

beforeEach(() => {
  Object.assign(globalThis, { __pwned: undefined });
  vi.stubGlobal('alert', () => Object.assign(globalThis, { __pwned: true }));
});

function hostWith(part: ConstructorParameters<typeof FakeHost>[0]): FakeHost {
  return new FakeHost({ servers: [views.server('files')], conversations: [views.chat('first')], ...part });
}

const problemOf = (text: string) => new HostError('server-exited', { server: text, code: 1 }, { log: text }).problem;

/** Each opens the window at a place where all of the texts are words. */
const sinks: Record<string, () => Promise<FakeHost>> = {
  'answers in a chat': () => open(hostWith({ messages: texts.map((text, at) => views.message(`a${at}`, { parts: [{ type: 'text', text }] })) }), '#/chat/c-first'),
  'an answer that is being written': () => open(hostWith({ messages: [views.message('a', { status: 'streaming', parts: texts.map((text) => ({ type: 'text' as const, text })) })] }), '#/chat/c-first'),
  'what the model thought': () => open(hostWith({ messages: [views.message('a', { parts: texts.slice(0, 40).map((text) => ({ type: 'reasoning' as const, text })) })] }), '#/chat/c-first'),
  'messages of the person': () => open(hostWith({ messages: texts.map((text, at) => views.message(`a${at}`, { role: 'user', parts: [{ type: 'text', text }] })) }), '#/chat/c-first'),
  'arguments and results of calls': () =>
    open(
      hostWith({
        messages: texts.map((text, at) =>
          views.message(`a${at}`, { parts: [views.call(`c${at}`, { state: 'done', title: text, serverName: text, arguments: { [text]: text }, result: { content: [{ type: 'text', text }], structuredContent: { text }, isError: true, repairs: [] } })] }),
        ),
      }),
      '#/chat/c-first',
    ),
  'a call that waits for permission': () => open(hostWith({ messages: [views.message('a')], interactions: rows.map((text, at) => views.approval(`x${at}`, { serverName: text, tool: views.tool(text, { title: text, description: text }), arguments: { text } })) }), '#/questions'),
  'words a server asks with': () =>
    open(
      hostWith({
        interactions: rows.map((text, at) =>
          views.elicitation(`e${at}`, { serverName: text, message: text, request: { mode: 'form', schema: { type: 'object', properties: { a: { type: 'string', title: text, description: text, default: text } } }, secretFields: [], isSecretAsked: false, repairs: [] } }),
        ),
      }),
      '#/questions',
    ),
  'names, descriptions and instructions of servers': () => open(hostWith({ servers: [views.server('files', { name: texts.join(' '), info: { name: texts.join(' '), version: '1', title: texts.join(' '), description: texts.join(' ') }, instructions: texts.join('\n\n') }), ...texts.slice(0, 40).map((text, at) => views.server(`s${at}`, { name: text }))] }), '#/servers/s-files/overview'),
  'tools of a server': () => open(hostWith({ tools: texts.map((text, at) => views.tool(`t${at} ${text}`.slice(0, 120), { title: text, description: text })) }), '#/servers/s-files/tools'),
  'its log': () => open(hostWith({ log: texts.map((text, at) => ({ seq: at, at, source: 'stderr' as const, level: 'error' as const, logger: text, text })) }), '#/servers/s-files/log'),
  'errors': () => open(hostWith({ servers: texts.slice(0, 30).map((text, at) => views.server(`s${at}`, { name: text, state: 'failed', problem: problemOf(text) })), messages: texts.map((text, at) => views.message(`a${at}`, { status: 'failed', problem: problemOf(text) })) }), '#/chat/c-first'),
  'titles of chats': () => open(hostWith({ conversations: rows.map((text, at) => views.chat(`c${at}`, { title: text })) }), '#/history'),
  'what a search finds': async () => {
    const host = hostWith({});
    host.handlers['conversations/search'] = () => ({ hits: texts.map((text, at) => ({ conversationId: views.ids.chat('first'), messageId: views.ids.message(`m${at}`), title: text, updatedAt: 1, snippet: [{ text, isHit: false }, { text, isHit: true }] })) });
    await open(host, '#/history?q=x');
    await waitFor(() => expect(document.querySelectorAll('mark').length).toBeGreaterThan(50));
    return host;
  },
};

async function open(host: FakeHost, hash: string): Promise<FakeHost> {
  await openWindow(host, hash);
  await calm();
  return host;
}

describe('hostile words', () => {
  it.each(Object.keys(sinks))('stay words in %s, and nothing is asked of the host for them (T:B01, T:B02, T:B10, T:B14)', async (name) => {
    const host = await sinks[name]?.();
    // What is folded is drawn as well.
    // By the attribute: asking for roles makes the names of everything on the page, for seconds.
    await act(async () => {
      for (const summary of [...document.querySelectorAll('button[aria-expanded="false"]')].slice(0, 60)) fireEvent.click(summary);
      await calm();
    });
    expect(dangers()).toEqual([]);
    expect(Reflect.get(globalThis, '__pwned')).toBeUndefined();
    // No file, no address and no prompt in them is acted upon.
    for (const method of ['links/open', 'conversations/send', 'resources/read', 'servers/callTool'] as const) expect(host?.inputs(method as never) ?? []).toEqual([]);
    expect(document.body.textContent.length).toBeGreaterThan(1_000);
  });

  it('are plain names in the title and in notifications (T:B02)', async () => {
    const shown: string[] = [];
    vi.spyOn(browserNotices, 'show').mockImplementation((title, body) => void shown.push(`${title} ${body}`));
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    const host = hostWith({ conversations: [views.chat('first', { title: texts.join(' ') })] });
    host.state.settings = { ...host.state.settings, notifications: 'on' };
    host.handlers['app/info'] = () => ({ version: '1', shell: 'browser' as const, platform: 'linux', node: '24', dataFolder: '/data', configFile: '/data/portolan.json' });
    await open(host, '#/chat/c-first');
    for (const [at, text] of texts.slice(0, 20).entries()) {
      const question = views.approval(`n${at}`, { serverName: text, tool: views.tool(text, { title: text }) });
      // One after the other, as they come.
      // oxlint-disable-next-line no-await-in-loop
      await act(async () => {
        host.state.interactions = [...host.state.interactions, question];
        host.feeds.interactions.publish({ type: 'added', interaction: question });
        await Promise.resolve();
      });
    }
    await act(calm);
    expect(shown.length).toBeGreaterThan(0);
    for (const words of shown) expect(words).not.toMatch(/[<>]|:\/\//);
    expect(document.title.length).toBeLessThan(120);
    expect(dangers()).toEqual([]);
  });
});
