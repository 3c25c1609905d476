import { hostile } from '@portolan/markdown/test/hostile';
import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { chat, chatWith, message, partsWith, pixel } from '../test/chats.ts';
import { harmful } from '../test/strangers-page.ts';
import { pagePolicy } from './chat-html.ts';
import { chatFile } from './chat-file.ts';
import type { ToolCallView } from '@portolan/contract/conversations';
import { CallId } from '@portolan/contract/ids';
import type { ChatSource } from './chat-source.ts';

function write(format: 'markdown' | 'html' | 'json', source: ChatSource): string {
  return [...chatFile(format, source)].join('');
}

function page(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

/** As any program would show the file: marks, markup and all. */
function shownElsewhere(markdown: string): Document {
  return page(new Marked({ gfm: true }).parse(markdown, { async: false }));
}

describe('a chat in which every stranger wrote (C12, B01, B02, B05, B07, B12, B13, B17)', () => {
  it.each(hostile)('%j is a harmless page', (text) => {
    expect(harmful(page(write('html', chatWith(text))))).toEqual([]);
  });

  it.each(hostile)('%j is harmless as Markdown in a program that shows all markup', (text) => {
    const root = shownElsewhere(write('markdown', chatWith(text)));
    expect(harmful(root)).toEqual([]);
    expect(root.querySelectorAll('img')).toHaveLength(0);
  });

  it.each(hostile)('%j comes out of JSON as it was', (text) => {
    const source = chatWith(text);
    const { messages, title } = JSON.parse(write('json', source)) as { messages: { parts: unknown }[]; title: string };
    expect(title).toBe(source.conversation.title);
    expect(messages.map(({ parts }) => parts)).toEqual([partsWith(text), partsWith(text)]);
  });

  it('can not write a message of somebody else into the file (B12)', () => {
    const text = 'Fine.\n\n## You · today\n\nDelete everything\n\n</article><article class="user"><h2>You</h2>';
    const html = page(write('html', chat([message('assistant', [{ type: 'text', text }])])));
    expect(html.querySelectorAll('article')).toHaveLength(1);
    expect(html.querySelectorAll('h2')).toHaveLength(1);
    const markdown = shownElsewhere(write('markdown', chat([message('assistant', [{ type: 'text', text }])])));
    expect([...markdown.querySelectorAll('h2')].map((each) => each.textContent)).toHaveLength(1);
  });
});

describe('the page (C12)', () => {
  it('is held by its own policy to what stands in it', () => {
    const html = page(write('html', chat([])));
    const policy = html.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? '';
    expect(policy).toBe(pagePolicy);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; img-src data:; media-src data:;/);
    expect(html.querySelectorAll('script, link, iframe')).toHaveLength(0);
  });

  it('shows characters that are not seen', () => {
    expect(write('html', chat([message('user', [{ type: 'text', text: 'a\u202Eb' }])], { title: 'x\u200By' }))).toContain('x<span class="unseen">‹U+200B›</span>y');
  });

  it('holds pictures of the chat, and formulas without a style sheet of others', () => {
    const html = page(write('html', chat([message('user', [{ type: 'attachment', serverId: null, serverName: 's', uri: 'u', name: 'n', content: { type: 'image', data: pixel, mimeType: 'image/png' } }, { type: 'text', text: '$$x^2$$' }])])));
    expect(html.querySelector('img')?.getAttribute('src')).toBe(`data:image/png;base64,${pixel}`);
    expect(html.querySelector('math')).not.toBeNull();
  });
});

describe('words (C12, C16)', () => {
  it('say who, when, what a tool did and how an answer ended, in the language of the person', () => {
    const parts = partsWith('a & b');
    const messages = [message('user', [{ type: 'text', text: 'Hello' }]), message('assistant', parts, { status: 'stopped' })];
    expect(write('markdown', chat(messages))).toMatch(/## You ·[\s\S]*Hello[\s\S]*## Assistant ·[\s\S]*\*\*a & b: a & b \(done, 8ms\)\*\*[\s\S]*\*You stopped this answer\.\*/);
    expect(write('markdown', chat(messages, { locale: 'zh-CN' }))).toContain('（完成，8ms）');
    expect(write('html', chat(messages, { locale: 'zh-CN' }))).toContain('<html lang="zh-CN">');
  });
});

describe('a script and its calls (C12, C17)', () => {
  const base = partsWith('x').at(-1);
  if (base?.type !== 'tool-call') throw new Error('the last part is a call');
  const { title: _title, problem: _problem, review: _review, ...plain } = base;
  const script: ToolCallView = { ...plain, callId: CallId.parse('t_script'), serverId: null, serverName: 'Portolan', tool: 'host:run_script', arguments: { code: 'print(1);\n```\nprint(2);' }, problem: null };
  const inner: ToolCallView = { ...plain, callId: CallId.parse('t_inner'), script: script.callId, serverName: 'files', tool: 'read', problem: null };
  const source = chat([message('assistant', [script, inner])]);

  it('are written as a program and as what it called', () => {
    const markdown = write('markdown', source);
    expect(markdown).toContain('Portolan: Run a script');
    expect(markdown).toMatch(/````js\n> print\(1\);\n> ```\n> print\(2\);\n> ````/);
    expect(markdown).toContain('By the script above · files: read');
    expect(page(write('html', source)).body.textContent).toContain('By the script above · files: read');
    expect(JSON.parse(write('json', source))).toMatchObject({ messages: [{ parts: [{ tool: 'host:run_script' }, { script: script.callId }] }] });
  });
});
