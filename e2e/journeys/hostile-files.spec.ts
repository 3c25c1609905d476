/** Files that are not what they are called, or are made to do harm, on their way into a message (C07, T:D08, T:D09, T:D14). */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from '../harness/test.ts';
import { chips, field } from '../steps/attachments.ts';
import { lastAnswer, newChat } from '../steps/chat.ts';
import { chooseFiles } from '../steps/files.ts';
import { haveModel } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

const file = (name: string, buffer: Buffer | string, mimeType = 'image/png') => ({ name, mimeType, buffer: Buffer.from(buffer) });
const script = '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=\'taken\'"><script>document.title="taken"</script><image href="https://example.com/x.png"/></svg>';

/** A whole PNG of 30,000 × 30,000 pixels in less than a megabyte: drawn, it would take gigabytes. */
function bomb(): Buffer {
  const uint32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const chunk = (type: string, data: Buffer) => Buffer.concat([uint32(data.length), Buffer.from(type), data, uint32(0)]);
  const edge = 30_000;
  // A pixel is a bit: each row is one byte of filter and edge / 8 of nothing.
  const rows = deflateSync(Buffer.alloc(edge * (1 + edge / 8)), { level: 9 });
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), chunk('IHDR', Buffer.concat([uint32(edge), uint32(edge), Buffer.from([1, 0, 0, 0, 0])])), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

test('harmful files are told by their bytes, never drawn, run or sent as what they are not, and one of a gigabyte is refused at once (C07, T:D08, T:D09, T:D14)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: 'Read.' }));
  await haveModel(app, model);
  await newChat(page);
  await chooseFiles(app, [file('bomb.png', bomb()), file('logo.png', script), file('\u202egnp.exe.txt', 'MZ\u0090 program'), file('nothing.png', ''), file('both.png', Buffer.concat([Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'), Buffer.from('PK\u0003\u0004')]))]);
  await expect(chips(page)).toHaveText([
    /^bomb\.png picture · 30,000 × 30,000 · /,
    /^logo\.png really text · /,
    /^gnp\.exe\.txt really program · /,
    /^both\.png picture · 1 × 1 · 74 bytes/,
    /“nothing\.png” is empty\./,
  ]);
  await expect(main(page).getByRole('alert').filter({ hasText: 'bomb.png is too large for test-model.' })).toBeVisible();
  await expect(main(page).getByText('No model here reads files like gnp.exe.txt. test-model can only be told that it is there.')).toBeVisible();
  await field(page).fill('What are these?');
  await field(page).press('Enter');
  expect(model.requests).toEqual([]);
  await main(page).getByRole('button', { name: 'Remove it' }).click();
  await expect(chips(page)).toHaveCount(3);
  const large = join(app.data.home, 'large');
  mkdirSync(large, { recursive: true });
  writeFileSync(join(large, 'film.png'), '');
  truncateSync(join(large, 'film.png'), 1_000_000_000);
  await page.locator('main input[type="file"]').setInputFiles(join(large, 'film.png'));
  await expect(main(page).getByText('“film.png” is too large (1 GB). A file may have up to 25 MB.')).toBeVisible();
  await field(page).press('Enter');
  await expect(lastAnswer(page)).toContainText('Read.');
  const content = model.requests[0]?.messages.findLast(({ role }) => role === 'user')?.content;
  expect(content).toEqual([{ type: 'text', text: `<resource uri="logo.png" mimeType="image/svg+xml">\n${script}\n</resource>` }, { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) as unknown } }, { type: 'text', text: 'What are these?' }]);
  // Looked at, the drawing is its source.
  await main(page).getByRole('article', { name: 'Message from you' }).getByRole('button', { name: /logo\.png/ }).click();
  await expect(main(page).getByText('document.title=').first()).toBeVisible();
  expect(await page.title()).not.toContain('taken');
});
