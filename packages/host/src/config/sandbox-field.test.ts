import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SandboxPolicy } from '@portolan/contract/sandbox';
import type { Notice } from '@portolan/contract/settings';
import { openConfig } from './config-file.ts';

let folder = '';
const notices = new Map<string, Notice>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-field-'));
  notices.clear();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (): string => join(folder, 'portolan.json');
const open = () => openConfig({ path: path(), notices: { add: (notice) => void notices.set(notice.id, notice) } });
const policy: SandboxPolicy = { folders: [{ path: '~/Documents', access: 'write' }], network: 'none', environment: ['LANG'] };

it('keeps a policy and a decision against one under our own key, and nothing where nobody decided (S18, S02)', async () => {
  const config = await open();
  const launch = { kind: 'stdio' as const, command: 'x', args: [], env: {} };
  const base = { launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [] };
  const { id } = await config.addServer({ ...base, name: 'contained', sandbox: policy });
  await config.addServer({ ...base, name: 'without', sandbox: 'off' });
  await config.addServer({ ...base, name: 'undecided' });
  await config.close();
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ portolan: { servers: { contained: { sandbox: policy }, without: { sandbox: 'off' } } } });
  const again = await open();
  expect(again.current().servers.map(({ name, sandbox }) => [name, sandbox])).toEqual([['contained', policy], ['without', 'off'], ['undecided', undefined]]);
  const changed = await again.updateServer(id, { sandbox: { ...policy, network: 'all' } });
  expect(changed.sandbox).toEqual({ ...policy, network: 'all' });
  await again.close();
});

it('closes everything for a policy that can not be read, and says so (S18)', async () => {
  writeFileSync(path(), JSON.stringify({ mcpServers: { one: { command: 'x' } }, portolan: { version: 1, servers: { one: { sandbox: { folders: '/', network: 'all' } } } } }));
  const config = await open();
  expect(config.current().servers[0]?.sandbox).toEqual({ folders: [], network: 'none', environment: [] });
  expect([...notices.values()].map(({ details }) => details)).toEqual([expect.objectContaining({ server: 'one', field: 'sandbox' })]);
  await config.close();
});
