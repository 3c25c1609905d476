import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getCatalogue } from './catalogue.ts';
import { locales, matchLocale } from './locales.ts';
import { en } from './en.ts';
import { zhCn } from './zh-cn.ts';

type Leaf = string | ((...args: unknown[]) => string);

/** Texts that are the same in both languages on purpose: proper nouns, and text that is code. */
const sameInBoth = new Set(['Ollama', 'LM Studio', 'llama-server', 'Jan', 'ChatGPT', 'Claude', 'stderr', '~/Documents/project', 'Portolan', 'JSON', 'Node.js', 'Python', 'OpenAI', 'Anthropic', 'Google', 'Mistral', 'Groq', 'DeepSeek', 'xAI', 'OpenRouter', 'Azure', 'Amazon Bedrock', 'HTTP', '{ "mcpServers": { … } }']);

function leaves(node: object, path = ''): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  for (const [key, value] of Object.entries(node as Record<string, unknown>)) {
    const here = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') found.set(here, value);
    else if (typeof value === 'function') found.set(here, (...args) => String(Reflect.apply(value, undefined, args)));
    else if (typeof value === 'object' && value !== null) for (const [inner, leaf] of leaves(value, here)) found.set(inner, leaf);
  }
  return found;
}

/** A text as it is shown; functions are called with details, a number or a name, whichever they can use. */
function render(path: string, leaf: Leaf): string {
  if (typeof leaf === 'string') return leaf;
  if (path.startsWith('doctor.codes.')) return leaf({ runtime: 'node', version: '1', file: '/f', folders: ['/a'], names: ['HTTP_PROXY'], free: 1, seconds: 1, server: 'S', line: 1, shell: '/bin/sh' });
  if (path.startsWith('activity.events.')) return leaf({ by: 'person', server: 'S', tool: 't', tools: ['t'], fields: ['f'], names: ['n'], count: 2, version: '1', address: 'https://example.com/', outcome: 'done', change: 'added' });
  if (path.startsWith('serverLog.')) return leaf({ pid: 1, exitCode: 1, signal: 'SIGHUP', transport: 'stdio', protocol: '1', seconds: 5, problem: 'p', milliseconds: 2000, what: 'ping', message: '1', count: 3 });
  if (path.startsWith('errors.codes.')) return leaf({ server: 'S', command: 'c', folders: ['/a'], tools: ['t'], seconds: 3, line: 2, status: 500 });
  return leaf(3, 4, 5);
}

const source = leaves(en);
const chinese = leaves(zhCn);

describe('catalogues (C16)', () => {
  it('have the same keys in every language', () => {
    expect([...chinese.keys()].toSorted()).toEqual([...source.keys()].toSorted());
    expect(source.size).toBeGreaterThan(500);
  });

  it('have no empty text and no text left in the other language', () => {
    const empty: string[] = [];
    const broken: string[] = [];
    const untranslated: string[] = [];
    for (const [path, leaf] of source) {
      const english = render(path, leaf);
      const other = render(path, chinese.get(path) ?? '');
      if (english.trim() === '' || other.trim() === '') empty.push(path);
      if (/undefined|NaN|\[object/.test(english + other)) broken.push(path);
      if (english === other && !sameInBoth.has(english) && /[A-Za-z]{2}/.test(english)) untranslated.push(path);
    }
    expect({ empty, broken, untranslated }).toEqual({ empty: [], broken: [], untranslated: [] });
  });

  it('lists as equal only what is', () => {
    const equal = new Set([...source].map(([path, leaf]) => [render(path, leaf), render(path, chinese.get(path) ?? '')]).flatMap(([english = '', other]) => (english === other ? [english] : [])));
    expect([...sameInBoth].filter((text) => !equal.has(text))).toEqual([]);
  });

  it('writes Chinese with full-width punctuation and spaced Latin words', () => {
    const wrong: string[] = [];
    for (const [path, leaf] of chinese) {
      const shown = render(path, leaf);
      if (/[\u4e00-\u9fff][,;:!?]/u.test(shown) || /[\u4e00-\u9fff][A-Za-z]/u.test(shown) || /[A-Za-z][\u4e00-\u9fff]/u.test(shown)) wrong.push(`${path}: ${shown}`);
    }
    expect(wrong).toEqual([]);
  });

  it('explain every error code of the contract, and no other', () => {
    const contract = readFileSync(new URL('../../contract/src/errors.ts', import.meta.url), 'utf8');
    const block = /export const errorCodes = \[([\s\S]*?)\] as const/.exec(contract)?.[1] ?? '';
    const codes = [...block.matchAll(/'([a-z-]+)'/g)].map((match) => match[1] ?? '');
    expect(codes.length).toBeGreaterThan(40);
    expect(Object.keys(en.errors.codes).toSorted((a, b) => a.localeCompare(b))).toEqual(codes.toSorted((a, b) => a.localeCompare(b)));
  });

  it('explain errors without any details too', () => {
    const bad = locales.flatMap((locale) =>
      Object.entries(getCatalogue(locale).errors.codes)
        .filter(([, { what, next }]) => !/\S/.test(what({})) || !/\S/.test(next({})) || /undefined| {2}/.test(what({}) + next({})))
        .map(([code]) => `${locale} ${code}`),
    );
    expect(bad).toEqual([]);
  });

  it('names the folders that were searched (try-out 1)', () => {
    const text = getCatalogue('en').errors.codes['launch-not-found'];
    expect(text.what({ server: 'files', command: 'npx' })).toBe('The program “npx” of files was not found.');
    expect(text.next({ folders: ['/usr/bin', '/opt/bin'] })).toContain('/usr/bin, /opt/bin');
  });
});

describe('matchLocale', () => {
  it.each([
    [['de-DE', 'zh-TW'], 'zh-CN'],
    [['zh_CN.UTF-8'], 'zh-CN'],
    [['en-GB', 'zh-CN'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ] as const)('%j → %s', (preferences, locale) => {
    expect(matchLocale(preferences)).toBe(locale);
  });
});

it.each(locales)('tells of an entry without a name as of one entry, not of the whole file, in %s (R85)', (locale) => {
  const words = getCatalogue(locale).shell.notices['config-broken'];
  expect(words({ server: '', line: '12' })).toContain('12');
  expect(words({ server: '', line: '12' })).not.toBe(words({}));
});
