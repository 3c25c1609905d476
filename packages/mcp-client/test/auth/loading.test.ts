import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startProtected } from './person.ts';

/** Says which of the two big packages were loaded after one request. */
const script = `
import { registerHooks } from 'node:module';
const seen = new Set();
registerHooks({ resolve(specifier, context, next) { if (/^(@modelcontextprotocol\\/client|jose)$/.test(specifier)) seen.add(specifier); return next(specifier, context); } });
const { createAuthorizer } = await import('@portolan/mcp-client/auth/authorizer');
const { createMemoryTokenStore } = await import('@portolan/mcp-client/auth/token-store');
await import('@portolan/mcp-client/connect');
const authorizer = createAuthorizer({ serverUrl: process.argv[1], store: createMemoryTokenStore(), clientMetadata: { name: 'x' }, onAuthorize: async () => 'later', openUrl: async () => {} });
await authorizer.fetch(process.argv[1], { method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) }).catch(() => undefined);
await authorizer.close();
console.log(JSON.stringify([...seen]));
`;

async function loadedAfterRequest(url: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, url], { cwd: new URL('../..', import.meta.url) });
  return JSON.parse(stdout);
}

it('the official package is loaded when a server asks for a token, and not before', async () => {
  const open = await startProtected({ protection: { openMethods: ['ping'] } });
  expect(await loadedAfterRequest(open.url)).toEqual([]);
  const closed = await startProtected();
  expect(await loadedAfterRequest(closed.url)).toEqual(['@modelcontextprotocol/client']);
});
