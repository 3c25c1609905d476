/** Languages that can be highlighted, by the names people write after a fence. Each is loaded when it is first used. */
const names = {
  bash: ['sh', 'shell', 'zsh', 'console', 'shellscript', 'shell-session'],
  c: ['h'],
  cpp: ['c++', 'cc', 'cxx', 'hpp'],
  csharp: ['cs', 'c#'],
  css: [],
  csv: [],
  dart: [],
  diff: ['patch'],
  docker: ['dockerfile'],
  elixir: ['ex', 'exs'],
  go: ['golang'],
  graphql: ['gql'],
  haskell: ['hs'],
  html: ['htm'],
  ini: ['properties', 'conf'],
  java: [],
  javascript: ['js', 'mjs', 'cjs', 'node'],
  json: ['json5'],
  jsonc: [],
  jsx: [],
  kotlin: ['kt', 'kts'],
  lua: [],
  make: ['makefile'],
  markdown: ['md'],
  nix: [],
  php: [],
  powershell: ['ps1', 'pwsh'],
  python: ['py', 'python3'],
  r: [],
  ruby: ['rb'],
  rust: ['rs'],
  scala: [],
  scss: ['sass'],
  sql: ['postgres', 'postgresql', 'mysql', 'sqlite'],
  svelte: [],
  swift: [],
  toml: [],
  tsx: [],
  typescript: ['ts', 'mts', 'cts'],
  vue: [],
  xml: ['svg', 'xhtml', 'plist'],
  yaml: ['yml'],
  zig: [],
} as const;

export type LanguageId = keyof typeof names;

const byName = new Map<string, LanguageId>();
for (const [id, others] of Object.entries(names)) {
  for (const name of [id, ...others]) byName.set(name, id as LanguageId);
}

/** The language meant by a word after a fence, or undefined when it is shown without colours. */
export function languageOf(word: string): LanguageId | undefined {
  return byName.get(word.toLowerCase());
}
