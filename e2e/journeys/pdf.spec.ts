/** The pages of a PDF, looked at in the library: by keyboard, by mouse and by whoever has them read aloud. */
import { expect, test } from '../harness/test.ts';
import { idOf, openEntry } from '../steps/library.ts';
import { haveServer } from '../steps/prepare.ts';
import { watchForEscapes } from '../support/canary.ts';
import { local } from '../support/entries.ts';

test('a PDF is shown page by page, with zoom and its text, all by keyboard (P08, S14)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'shelves', local('shelves'));
  const id = await idOf(page, 'shelves');
  const pane = await openEntry(page, id, 'resource', 'docs://media/report.pdf');
  const paper = pane.getByRole('region', { name: /^report\.pdf: Page \d of 3$/ });
  await expect(paper.getByText('The garden report')).toBeVisible();
  // Drawn, and not only written over: the bar at its head is green.
  await expect.poll(() => paper.locator('canvas').evaluate((canvas: HTMLCanvasElement) => [...(canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 40, 1, 1).data ?? [])])).toEqual([15, 117, 110, 255]);
  await paper.focus();
  await page.keyboard.press('PageDown');
  await expect(paper).toHaveAccessibleName('report.pdf: Page 2 of 3');
  await expect(paper.getByText('The wettest month was May.')).toBeVisible();
  const before = (await paper.locator('canvas').boundingBox())?.width ?? 0;
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect.poll(async () => (await paper.locator('canvas').boundingBox())?.width ?? 0).toBeGreaterThan(before);
  await page.keyboard.press('0');
  await page.keyboard.press('PageUp');
  await expect(paper).toHaveAccessibleName('report.pdf: Page 1 of 3');
  const number = pane.getByRole('textbox', { name: 'Page', exact: true });
  await number.fill('3');
  await number.press('Enter');
  // A font that is not in the file, in an encoding that is not in it either.
  await expect(paper.getByText('番茄和豆角')).toBeVisible();
  // Its text can be taken along.
  await paper.getByText('番茄和豆角').dblclick();
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^[番茄和豆角]+$/);
});

test('a PDF that is locked, broken, endless or vast says so, does nothing by itself, and is over when it is left (T:D05, T:D08, T:D09)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using canary = await watchForEscapes(page);
  await haveServer(app, 'traps', local('traps', { canary: canary.url }));
  const id = await idOf(page, 'traps');
  const open = async (name: string) => (await openEntry(page, id, 'resource', `trap://${name}`)).getByRole('region', { name: 'Content', exact: true });
  await expect((await open('locked.pdf')).getByText('This PDF is locked with a password.')).toBeVisible();
  await expect((await open('torn.pdf')).getByText('This PDF is damaged and cannot be drawn.')).toBeVisible();
  const vast = await open('vast.pdf');
  await expect(vast.locator('canvas').or(vast.getByText('This PDF is damaged and cannot be drawn.'))).toBeVisible();
  const acting = await open('acting.pdf');
  await expect(acting.getByText('A harmless page')).toBeVisible();
  await expect(acting.locator('a, iframe, embed, object, form')).toHaveCount(0);
  await canary.expectUntouched('acting.pdf');
  const endless = await open('endless.pdf');
  await expect(endless.getByRole('group', { name: 'Pages and size' })).toBeVisible();
  // The window goes on all the while.
  await endless.getByRole('button', { name: 'Larger' }).click();
  await expect(endless.getByRole('button', { name: '125%, back to the full width' })).toBeVisible();
  await expect(endless.getByText('This page took too long to draw, so it was stopped.')).toBeVisible({ timeout: 40_000 });
  await expect(endless.getByRole('button', { name: 'Save' })).toBeVisible();
  await open('page.md');
  await expect.poll(() => page.workers().filter((worker) => /pdf/i.test(worker.url())).length).toBe(0);
  await canary.expectUntouched('all of them');
});
