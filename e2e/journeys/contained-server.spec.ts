/** A hostile server with and without its container. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../harness/test.ts';
import { inaccessible } from '../harness/accessibility.ts';
import { callTool } from '../steps/by-hand.ts';
import { addFound, allow, expectState, main, openTab, paste } from '../steps/servers.ts';
import { whyNotContained } from '../support/containment.ts';
import { local, mcpServers } from '../support/entries.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

test('a hostile server reaches nothing outside its container, and everything without it (S18)', { tag: '@twice' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page, data } = app;
  writeFileSync(join(data.home, 'secret.txt'), 'MK-of-the-person');
  const listener = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  await paste(page, mcpServers({ prowler: local('prowler') }));
  await addFound(page);
  const contained = page.getByRole('radio', { name: /^Contained/ });
  await expect(contained).toBeVisible();
  // Not the app's own word: one that gave up where it need not would otherwise prove nothing here.
  const reason = whyNotContained();
  if (reason !== null) {
    await expect(contained).toBeDisabled();
    await expect(main(page)).toContainText('This computer cannot contain servers now');
    await expect(main(page)).toContainText(reason);
    listener.close();
    return;
  }
  await expect(contained).toBeEnabled();
  await contained.check();
  await page.getByRole('button', { name: 'Add a folder' }).click();
  await main(page).getByRole('combobox', { name: /^Folder or file/ }).last().fill(repository);
  await main(page).getByRole('radio', { name: 'None', exact: true }).check();
  expect(await inaccessible(page)).toEqual([]);
  await allow(page);
  await expectState(page, 'Ready', { timeout: 30_000 });
  await expect(await callTool(page, 'read-file', { path: join(data.home, 'secret.txt') })).toContainText('ENOENT');
  await expect(await callTool(page, 'open-socket', { host: '127.0.0.1', port })).toContainText('ECONNREFUSED');
  await expect(await callTool(page, 'look-around', {})).not.toContainText('main.ts');

  // It is told which doors it ran into, and the person may open them: here all at once.
  const overview = await openTab(page, 'Overview');
  await expect(overview.getByText(`It wanted ${join(data.home, 'secret.txt')}`)).toBeVisible();
  await overview.getByRole('button', { name: 'Change permissions' }).click();
  const sheet = page.getByRole('dialog', { name: 'What may prowler reach?' });
  await sheet.getByRole('radio', { name: 'Without containment' }).check();
  await expect(sheet.getByText(/nothing holds it back/)).toBeVisible();
  expect(await inaccessible(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Save and restart' }).click();
  await expect(overview.getByText('With all your rights')).toBeVisible();
  await expectState(page, 'Ready', { timeout: 30_000 });
  await expect(await callTool(page, 'read-file', { path: join(data.home, 'secret.txt') })).toContainText('MK-of-the-person');
  await expect(await callTool(page, 'open-socket', { host: '127.0.0.1', port })).toContainText('connected');
  listener.close();
});
