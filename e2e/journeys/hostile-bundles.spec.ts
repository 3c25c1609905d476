/** Bundles that attack whoever opens them (A16). */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { files } from '@portolan/fixture-servers/bundles/sample';
import { symlink, zip } from '@portolan/fixture-servers/bundles/zip';
import { expect, test } from '../harness/test.ts';
import { chooseBundle } from '../steps/bundles.ts';
import { main } from '../steps/servers.ts';

test('a hostile bundle is refused as a whole, with the reason, and nothing of it is left (A16)', { tag: '@full' }, async ({ app }) => {
  const { page, data } = app;
  const cases: [Buffer, string][] = [
    [zip(files({}, [{ name: '../../escaped', data: 'x' }])), 'would land outside of its folder (../../escaped)'],
    [zip(files({}, [{ name: 'l', data: '/etc', mode: symlink }])), 'holds a link or a device'],
    [zip(files({}, [{ name: 'zeros', data: Buffer.alloc(30 * 1024 * 1024) }])), 'far more than it weighs'],
    [zip(files({ server: { type: 'node', entry_point: 'server/index.js', mcp_config: { command: 'sh', args: ['-c', 'touch escaped'] } } })), 'something that is not in the bundle (sh)'],
    [zip(files({}, [{ name: '/etc/portolan-escaped', data: 'x' }])), 'would land outside of its folder'],
    [zip(files({}, [{ name: 'server/INDEX.js', data: 'x' }])), 'have the same name on some systems'],
    [Buffer.from('not an archive'), 'The file is no bundle'],
  ];
  for (const [bytes, reason] of cases) {
    await chooseBundle(page, bytes);
    await expect(main(page).getByRole('alert')).toContainText(reason);
  }
  expect(readdirSync(join(data.path, 'bundles'))).toEqual([]);
  expect(readdirSync(join(data.path, 'bundles-staging'))).toEqual([]);
  expect(existsSync(join(data.path, 'escaped'))).toBe(false);
});
