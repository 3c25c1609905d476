import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Notices } from '../app/notices.ts';
import { openConfig } from '../config/config-file.ts';
import { LaunchSecrets } from '../servers/launch-secrets.ts';
import { openSecrets } from './open-secrets.ts';
import { SecretOwners } from './secret-owners.ts';

async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-owners-'));
  const notices = new Notices();
  const config = await openConfig({ path: join(folder, 'portolan.json'), notices });
  const vault = await openSecrets({ folder, notices, shell: 'browser', keeper: undefined, usesKeyring: false, onUnlocked: () => undefined });
  onTestFinished(async () => {
    await config.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { config, vault, secrets: new LaunchSecrets(vault), owners: new SecretOwners({ vault, config }) };
}

const launch = { kind: 'http', url: 'https://mail.example/mcp', headers: { 'X-Key': '${secret:KEY}' }, transport: 'auto' } as const;

describe('what is kept for whom', () => {
  it('stays with a server that is removed, so that undo brings it back whole, and is listed by its former name until it is deleted (S09)', async () => {
    const { config, vault, secrets, owners } = await open();
    const mail = await config.addServer({ name: 'mail', launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [] });
    await secrets.set(mail.id, [{ name: 'KEY', value: 'mail-key-value' }]);
    await vault.set(`sign-in:${mail.id}:tokens:abc`, 'token');
    await vault.set('network:proxy', '{}');
    expect(owners.list()).toEqual([
      { kind: 'proxy', id: '', name: null, isConfigured: true, values: 1, signIns: 0 },
      { kind: 'server', id: mail.id, name: 'mail', isConfigured: true, values: 1, signIns: 1 },
    ]);
    await expect(owners.forget('server', mail.id)).rejects.toMatchObject({ problem: { code: 'invalid-input' } });

    const { undo } = await config.removeServer(mail.id);
    expect(owners.list()[0]).toEqual({ kind: 'server', id: mail.id, name: 'mail', isConfigured: false, values: 1, signIns: 1 });
    expect((await config.restoreServer(undo)).id).toBe(mail.id);
    expect(await secrets.get(mail.id, 'KEY')).toBe('mail-key-value');

    await config.removeServer(mail.id);
    expect(await owners.forget('server', mail.id)).toEqual([{ kind: 'proxy', id: '', name: null, isConfigured: true, values: 1, signIns: 0 }]);
    expect(vault.names()).toEqual(['network:proxy']);
  });

  it('is told also where nobody knows any more whose it was (S09)', async () => {
    const { vault, owners } = await open();
    await vault.set('provider:p_gone', 'x');
    await vault.set('input/s_gone/token', 'x');
    await vault.set('something of another version', 'x');
    expect(owners.list().map(({ kind, id, name, isConfigured }) => [kind, id, name, isConfigured])).toEqual([
      ['other', 'something of another version', null, false],
      ['provider', 'p_gone', null, false],
      ['server', 's_gone', null, false],
    ]);
    await owners.forget('provider', 'p_gone');
    await owners.forget('server', 'nobody');
    expect(vault.names()).toEqual(['input/s_gone/token', 'something of another version']);
  });
});
