/** Resources that lie, run, lead elsewhere or are no bytes at all; a canary on loopback hears of nothing. */
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { haveServer } from '../steps/prepare.ts';
import { openEntry, idOf } from '../steps/library.ts';
import { openServer } from '../steps/servers.ts';
import { watchForEscapes } from '../support/canary.ts';
import { local } from '../support/entries.ts';

test('contents are shown as what they are, never run, and never load anything (T:D05, T:D08, T:D09, T:D15, T:B02)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using canary = await watchForEscapes(page);
  await haveServer(app, 'traps', local('traps', { canary: canary.url }));
  const id = await idOf(page, 'traps');
  const shown: [name: string, text: string | RegExp][] = [
    ['page.png', 'The server calls this image/png, but it is text/html. Only its bytes are shown.'],
    ['drawing.png', 'The server calls this image/png, but it is image/svg+xml. Only its bytes are shown.'],
    ['drawing.svg', /onload="window\.__pwned=1"/],
    ['polyglot.gif', 'The server calls this text/html, but it is image/gif. Only its bytes are shown.'],
    ['report.pdf', 'This PDF is damaged and cannot be drawn.'],
    ['page.html', /window\.__pwned=1/],
    ['page.md', 'Hello'],
    ['endless.png', 'A picture of 65,535 × 65,535 pixels: too large to draw here. It can be saved.'],
    ['broken.png', 'The server sent bytes that cannot be decoded. Nothing of it can be shown or saved.'],
    ['unpadded.bin', 'The server sent bytes that cannot be decoded. Nothing of it can be shown or saved.'],
  ];
  for (const [name, text] of shown) {
    const pane = await openEntry(page, id, 'resource', `trap://${name}`);
    await expect(pane.getByRole('region', { name: 'Content', exact: true }).getByText(typeof text === 'string' ? text.replaceAll('65,535', '65535') : text).first()).toBeVisible();
    await expect(pane.locator('img, audio, video')).toHaveCount(0);
    await canary.expectUntouched(name);
  }
  await openServer(page, 'traps');
  const result = await callTool(page, 'blocks', {});
  await expect(result.getByText('The server calls this image/png, but it is text/html. Only its bytes are shown.')).toBeVisible();
  await expect(result.getByText('The server sent bytes that cannot be decoded. Nothing of it can be shown or saved.')).toBeVisible();
  await expect(result.locator('img, audio, video')).toHaveCount(0);
  await canary.expectUntouched('blocks of a result');
});

test('addresses of resources are only ever read back from their own server (T:D12, T:D13, T:D16)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using canary = await watchForEscapes(page);
  await haveServer(app, 'traps', local('traps', { canary: canary.url }));
  const id = await idOf(page, 'traps');
  const result = await callTool(page, 'links', {});
  const reads = result.getByRole('button', { name: 'Read', exact: true });
  const count = await reads.count();
  expect(count).toBe(15);
  await expect(result.locator('a')).toHaveCount(0);
  for (let i = 0; i < count; i += 1) await reads.first().click();
  await expect(result.getByText("only the server's own word about")).toHaveCount(count);
  await expect(result.getByText("only the server's own word about file:///etc/passwd")).toBeVisible();
  await canary.expectUntouched('links of a result');
  const pane = await openEntry(page, id, 'template', 'trap://files/{path}');
  for (const [value, address] of [['../../etc/passwd', '..%2F..%2Fetc%2Fpasswd'], ['%2e%2e%2f', '%252e%252e%252f'], ['..%5c..\\x', '..%255c..%5Cx'], ['a\u0000b?c#d', 'a%00b%3Fc%23d']] as const) {
    await pane.getByRole('textbox', { name: 'path' }).fill(value);
    await expect(pane.getByText(`Address that will be read: trap://files/${address}`)).toBeVisible();
    await pane.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(pane.getByText(`asked for trap://files/${address}`)).toBeVisible();
  }
  const endless = await openEntry(page, id, 'template', `trap://${'{a}'.repeat(3000)}`);
  await expect(endless.getByText('This template is malformed and cannot be read.')).toBeVisible();
  await canary.expectUntouched('templates');
});
