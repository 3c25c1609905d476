/// <reference lib="webworker" />
/**
 * Highlights code away from the page. Shiki's JavaScript engine needs no `wasm-unsafe-eval`; a grammar that runs away
 * is ended by the page killing this worker.
 */
import { createCssVariablesTheme, createHighlighterCore, type GrammarState, type HighlighterCore, type LanguageInput } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { tones, type HighlightReply, type HighlightRequest, type Line, type ReleaseRequest, type Tone } from './highlight-protocol.ts';
import type { LanguageId } from './languages.ts';

const loaders: Record<LanguageId, () => Promise<unknown>> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  csv: () => import('shiki/langs/csv.mjs'),
  dart: () => import('shiki/langs/dart.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  elixir: () => import('shiki/langs/elixir.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  graphql: () => import('shiki/langs/graphql.mjs'),
  haskell: () => import('shiki/langs/haskell.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsonc: () => import('shiki/langs/jsonc.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  make: () => import('shiki/langs/make.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  nix: () => import('shiki/langs/nix.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  scala: () => import('shiki/langs/scala.mjs'),
  scss: () => import('shiki/langs/scss.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  svelte: () => import('shiki/langs/svelte.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  vue: () => import('shiki/langs/vue.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
  zig: () => import('shiki/langs/zig.mjs'),
};

const theme = createCssVariablesTheme({ name: 'portolan', variablePrefix: '--' });
let starting: Promise<HighlighterCore> | undefined;
/** The grammar's state after each part of a session. */
const sessions = new Map<number, GrammarState[]>();

async function highlighter(language: LanguageId): Promise<HighlighterCore> {
  starting ??= createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine({ forgiving: true }) });
  const core = await starting;
  if (!core.getLoadedLanguages().includes(language)) await core.loadLanguage(loaders[language] as LanguageInput);
  return core;
}

async function highlight({ session, part, language, code }: HighlightRequest): Promise<Line[] | null> {
  const states = sessions.get(session) ?? [];
  const before = part === 0 ? undefined : states[part - 1];
  if (part > 0 && !before) return null;
  const core = await highlighter(language);
  // No time limit inside: it would leave a block half coloured on a busy machine. The page ends a worker that holds out.
  const options = { lang: language, theme: 'portolan', tokenizeMaxLineLength: 2_000, tokenizeTimeLimit: 0 };
  const lines = core.codeToTokensBase(code, before ? { ...options, grammarState: before } : options);
  const state = core.getLastGrammarState(lines);
  if (state) states[part] = state;
  sessions.set(session, states);
  return lines.map((line) => line.map(({ content, color }) => ({ text: content, ...toneOf(color) })));
}

/** `var(--token-string-expression)` → `string`. What is not in our set has no colour. */
function toneOf(color: string | undefined): { tone?: Tone } {
  const name = /^var\(--token-([a-z]+)/.exec(color ?? '')?.[1];
  const tone = name === 'parameter' ? undefined : tones.find((known) => known === name);
  return tone ? { tone } : {};
}

self.addEventListener('message', (event: MessageEvent<HighlightRequest | ReleaseRequest>) => {
  const request = event.data;
  if ('release' in request) {
    sessions.delete(request.release);
    return;
  }
  const reply = (lines: Line[] | null): void => {
    const answer: HighlightReply = { id: request.id, lines };
    // A worker's own postMessage has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    self.postMessage(answer);
  };
  highlight(request).then(reply, () => reply(null));
});
