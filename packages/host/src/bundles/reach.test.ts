import { describe, expect, it } from 'vitest';
import { manifest } from '@portolan/fixture-servers/bundles/sample';
import { recommendForBundle } from '../servers/sandbox/bundle-reach.ts';
import { parseManifest } from './manifest.ts';
import { reachOf } from './reach.ts';
import type { BundleValues } from './user-config.ts';

const proposed = (part: object, values: BundleValues = {}) => recommendForBundle(reachOf(parseManifest(Buffer.from(manifest(part))), values));
const folder = { dirs: { type: 'directory', title: 'Folders', multiple: true } };
const server = (type: string) => ({ server: { type, entry_point: 'server/index.js', mcp_config: { command: 'uv', args: [] } } });

describe('what a bundle is proposed to reach (S05, S18)', () => {
  it.each([
    ['asks for a secret', { user_config: { ...folder, token: { type: 'string', title: 'Token', sensitive: true } } }, 'all', 'account'],
    ['asks for an address', { user_config: { ...folder, base_url: { type: 'string', title: 'Where' } } }, 'all', 'address'],
    ['has an address as its default', { user_config: { ...folder, where: { type: 'string', title: 'Where', default: 'https://x.example' } } }, 'all', 'address'],
    ['names privacy policies', { user_config: folder, privacy_policies: ['https://x.example/privacy'] }, 'all', 'services'],
    ['installs itself', { user_config: folder, ...server('uv') }, 'all', 'installs'],
    ['says nothing', {}, 'all', 'unsaid'],
    ['asks for folders alone', { user_config: { ...folder, limit: { type: 'number', title: 'Limit' } } }, 'none', 'files-only'],
  ])('that %s: the network', (_what, part, network, networkReason) => {
    expect(proposed(part)).toMatchObject({ policy: { network, environment: [] }, networkReason });
  });

  it('are the folders and files that were chosen for it, each once, to be changed only where one of its tools says that it does', () => {
    const user_config = { ...folder, file: { type: 'file', title: 'File' }, text: { type: 'string', title: 'Text' } };
    const values = { dirs: ['/a', '~/b', '/a'], file: '/c.txt', text: '/etc/passwd' };
    expect(proposed({ user_config }, values).policy.folders).toEqual(['/a', '~/b', '/c.txt'].map((path) => ({ path, access: 'read' })));
    for (const [name, access] of [['read_file', 'read'], ['rewritten', 'read'], ['setup', 'read'], ['write_file', 'write'], ['file-delete', 'write'], ['createNote', 'write']] as const) {
      expect(proposed({ user_config, tools: [{ name }] }, values).policy.folders[0]?.access, name).toBe(access);
    }
  });
});
