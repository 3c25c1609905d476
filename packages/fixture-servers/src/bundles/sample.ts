/** Bundles as people make them. */
import type { ZipEntry } from './zip.ts';

export const plainManifest = {
  manifest_version: '0.3',
  name: 'weather',
  version: '1.0.0',
  description: 'The weather, anywhere.',
  author: { name: 'Ann' },
  server: { type: 'node', entry_point: 'server/index.js', mcp_config: { command: 'node', args: ['${__dirname}/server/index.js'] } },
};

/** A manifest with some parts changed. */
export function manifest(part: object = {}): string {
  return JSON.stringify({ ...plainManifest, ...part });
}

/** The files of a small bundle, the manifest first. */
export function files(part: object = {}, more: readonly ZipEntry[] = []): ZipEntry[] {
  return [{ name: 'manifest.json', data: manifest(part) }, { name: 'server/index.js', data: 'process.stdin.resume();\n' }, ...more];
}

/** A whole server in one file without dependencies: its one tool tells what it was started with. */
export const serverSource = `
const reply = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (method === 'initialize') reply(id, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'bundled', version: '1' } });
    else if (method === 'tools/list') reply(id, { tools: [{ name: 'started_with', inputSchema: { type: 'object' } }] });
    else if (method === 'tools/call') reply(id, { content: [{ type: 'text', text: JSON.stringify({ argv: process.argv.slice(2), cwd: process.cwd(), key: process.env.API_KEY ?? null, dirs: process.env.DIRS ?? null, script: process.argv[1] }) }] });
    else if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) + '\\n');
  }
});
`;
