/** The shape of the house as data: which package may import which, and what must never be reached. */

/** Folder → its package name and what of ours its production code may import. Anything not listed is forbidden. */
export const packages: Record<string, { name: string; may: string[]; testsMay?: string[] }> = {
  'packages/contract': { name: '@portolan/contract', may: [] },
  'packages/mcp-client': { name: '@portolan/mcp-client', may: [], testsMay: ['@portolan/fixture-servers'] },
  'packages/i18n': { name: '@portolan/i18n', may: [] },
  'packages/ui': { name: '@portolan/ui', may: [] },
  'packages/markdown': { name: '@portolan/markdown', may: [] },
  'packages/schema-form': { name: '@portolan/schema-form', may: ['@portolan/ui', '@portolan/i18n'] },
  'packages/chat-export': { name: '@portolan/chat-export', may: ['@portolan/contract', '@portolan/i18n', '@portolan/markdown'] },
  'packages/fixture-servers': { name: '@portolan/fixture-servers', may: [] },
  'packages/builtin-servers': { name: '@portolan/builtin-servers', may: ['@portolan/mcp-client'] },
  'packages/host': { name: '@portolan/host', may: ['@portolan/contract', '@portolan/chat-export', '@portolan/mcp-client', '@portolan/builtin-servers'], testsMay: ['@portolan/fixture-servers'] },
  'apps/browser': { name: '@portolan/browser', may: ['@portolan/host', '@portolan/contract', '@portolan/i18n'] },
  'apps/cli': { name: '@portolan/cli', may: ['@portolan/host', '@portolan/contract', '@portolan/i18n'], testsMay: ['@portolan/fixture-servers'] },
  'apps/desktop': { name: '@portolan/desktop', may: ['@portolan/host', '@portolan/contract', '@portolan/i18n'] },
  'apps/renderer': { name: '@portolan/renderer', may: ['@portolan/contract', '@portolan/ui', '@portolan/markdown', '@portolan/schema-form', '@portolan/i18n'] },
  'bench/renderer': { name: '@portolan/bench-renderer', may: ['@portolan/markdown'] },
  e2e: { name: '@portolan/e2e', may: ['@portolan/fixture-servers', '@portolan/contract', '@portolan/host', '@portolan/markdown', '@portolan/bench-renderer'] },
};

/** What a folder's production code never imports, whatever its package.json says. A trailing slash stands for a scope or a prefix. */
export const never: { from: string; what: string[]; why: string }[] = [
  { from: 'packages/', what: ['electron'], why: 'packages know no shell' },
  { from: 'apps/browser/', what: ['electron'], why: 'browser mode knows no Electron' },
  { from: 'apps/cli/', what: ['electron', 'react', 'react-dom'], why: 'a command line has neither Electron nor a window' },
  { from: 'packages/host/', what: ['react', 'react-dom'], why: 'the host has no window' },
  { from: 'packages/mcp-client/', what: ['react', 'react-dom', 'ai', '@ai-sdk/'], why: 'the engine knows neither windows nor models' },
  { from: 'packages/contract/', what: ['node:', 'react', 'react-dom'], why: 'the contract runs everywhere' },
  { from: 'packages/i18n/', what: ['node:', 'react'], why: 'texts run everywhere' },
];

/** What must not be in the graph of a file that runs in a window. */
export const windowRoots = ['apps/renderer/src/', 'packages/ui/src/', 'packages/markdown/src/', 'packages/schema-form/src/'];
export const notInWindow = ['node:', 'electron', 'ws', 'ai', '@ai-sdk/', '@modelcontextprotocol/server', '@modelcontextprotocol/sdk', 'ajv', 'cross-spawn', 'packages/host/', 'packages/mcp-client/', 'packages/fixture-servers/', 'apps/browser/', 'apps/desktop/'];

/** Inside the window: what each folder may import of the others. A feature never imports another feature. */
export const windowFolders: { folder: string; may: string[] }[] = [
  { folder: 'apps/renderer/src/app', may: ['apps/renderer/src/features', 'apps/renderer/src/host', 'apps/renderer/src/lib'] },
  { folder: 'apps/renderer/src/features', may: ['apps/renderer/src/host', 'apps/renderer/src/lib'] },
  { folder: 'apps/renderer/src/lib', may: ['apps/renderer/src/host'] },
  { folder: 'apps/renderer/src/host', may: [] },
];

/** Dependencies that are used without an import of ours, and why they are there. */
export const usedOtherwise: Record<string, string> = {
  '@portolan/renderer': 'its built files are served',
  '@types/node': 'types of Node',
  '@modelcontextprotocol/conformance': 'run as a program',
  '@types/react': 'types of react',
  '@types/react-dom': 'types of react-dom',
  '@testing-library/dom': 'peer of @testing-library/react',
  'react-dom': 'peer of the interface libraries',
  tailwindcss: 'imported by style sheets',
  'node-llama-cpp': 'loaded by the process for model files, which the desktop app carries as a file',
  electron: 'the version that the desktop app is packaged with',
  'electron-builder': 'run to package the desktop app',
  jsdom: 'the environment of window tests',
  oxlint: 'run to lint',
  'oxlint-tsgolint': 'the part of oxlint that knows types',
  typescript: 'run to check types',
  vitest: 'run to test',
  vite: 'run to build',
  '@modelcontextprotocol/server-everything': 'started by tests',
  '@modelcontextprotocol/server-transcript': 'started by tests',
  '@modelcontextprotocol/server-system-monitor': 'started by tests',
  '@modelcontextprotocol/server-sheet-music': 'started by tests',
  '@modelcontextprotocol/server-shadertoy': 'started by tests',
  '@modelcontextprotocol/server-scenario-modeler': 'started by tests',
  '@modelcontextprotocol/server-customer-segmentation': 'started by tests',
  '@modelcontextprotocol/server-cohort-heatmap': 'started by tests',
  '@modelcontextprotocol/server-budget-allocator': 'started by tests',
  '@modelcontextprotocol/server-basic-vanillajs': 'started by tests',
  '@modelcontextprotocol/server-basic-react': 'started by tests',
  '@modelcontextprotocol/server-basic-preact': 'started by tests',
  '@modelcontextprotocol/server-basic-svelte': 'started by tests',
  '@modelcontextprotocol/server-basic-solid': 'started by tests',
  '@modelcontextprotocol/server-basic-vue': 'started by tests',
  '@modelcontextprotocol/server-filesystem': 'started by tests',
  '@modelcontextprotocol/server-memory': 'started by tests',
};
