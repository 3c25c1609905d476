/** The app servers that the authors of MCP Apps publish as examples, installed for the tests so that they need no network. */
import { realpathSync } from 'node:fs';

/** Server → the tool that has the app. */
export const exampleApps = {
  'basic-vanillajs': 'get-time',
  'basic-react': 'get-time',
  'basic-preact': 'get-time',
  'basic-svelte': 'get-time',
  'basic-solid': 'get-time',
  'basic-vue': 'get-time',
  'budget-allocator': 'get-budget-data',
  'cohort-heatmap': 'get-cohort-data',
  'customer-segmentation': 'get-customer-data',
  'scenario-modeler': 'get-scenario-data',
  'system-monitor': 'get-system-info',
  shadertoy: 'render-shadertoy',
  'sheet-music': 'play-sheet-music',
  transcript: 'transcribe',
} as const;
export type ExampleApp = keyof typeof exampleApps;

export function exampleEntry(name: ExampleApp): { command: string; args: string[] } {
  return { command: process.execPath, args: [realpathSync(new URL(`../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url)), '--stdio'] };
}
