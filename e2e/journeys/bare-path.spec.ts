/** Started from a desktop's icon: a bare PATH, and programs only where a version manager put them. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';
import { addFound, addServer, allow, expectState, main, paste } from '../steps/servers.ts';
import { local, mcpServers } from '../support/entries.ts';

test('started from a desktop with PATH=/usr/bin:/bin, a program of ~/.nvm is found; one that is nowhere names the folders (try-out 1, S10)', { tag: '@twice' }, async ({ app }) => {
  const bin = join(app.data.home, '.nvm/versions/node/v22.11.0/bin');
  const fixture = local('basic', { era: '2025-11-25' });
  await app.restart(() => {
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'mcp-only-here'), `#!/bin/sh\nexec '${fixture.command}' ${fixture.args.map((arg) => `'${arg}'`).join(' ')} "$@"\n`);
    chmodSync(join(bin, 'mcp-only-here'), 0o755);
    Object.assign(app.env, { PATH: '/usr/bin:/bin', TERM: undefined });
  });
  await addServer(app.page, 'found', { command: 'mcp-only-here' });
  await paste(app.page, mcpServers({ nowhere: { command: 'mcp-not-anywhere' } }));
  await addFound(app.page);
  await allow(app.page);
  await expectState(app.page, 'Failed');
  await expect(main(app.page).locator('.ui-callout[data-tone="danger"]').first()).toContainText(bin);
});
