/** Takes the pictures of the library: small servers of its own, in every look, each looked over by axe as well. */
import { fileURLToPath } from 'node:url';
import { inaccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { idOf, openEntry } from '../steps/library.ts';
import { addReviewed } from '../steps/prepare.ts';
import { local } from '../support/entries.ts';

const folder = fileURLToPath(new URL('../../docs/screenshots', import.meta.url));
const wanted = new RegExp(process.env['SCREENS'] ?? '');

/** Pictured in every look; the others in two. */
const isKey = new Set(['library', 'library-document']);
const isFull = new Set(['light-en', 'dark-zh']);

test('the library', async ({ app }, { project }) => {
  const { page } = app;
  await addReviewed(app, { archive: local('shelves', { resources: 40, tools: 12 }), paperwork: local('documents'), shapes: local('basic') });
  // Where there is little room the servers at the side are out of the way.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 832 });
  await page.getByRole('navigation').getByRole('link', { name: /archive/ }).waitFor();
  const id = await idOf(page, 'archive');
  if (size !== null) await page.setViewportSize(size);
  await page.evaluate(() => {
    location.hash = '#/library';
  });
  // Three heads, and everything below them.
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-rowcount', '92', { timeout: 30_000 });
  const search = page.getByRole('searchbox');
  const list = page.getByRole('treegrid');
  const go = async (hash: string): Promise<void> => {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await expect(list.getByRole('row').first()).toBeVisible();
  };
  const screens: [name: string, open: () => Promise<void>][] = [
    ['library', () => go('#/library')],
    ['library-search', () => go('#/library?q=weekly%20%E5%8F%91%E7%A5%A8')],
    ['library-folders', async () => {
      await page.evaluate(() => localStorage.setItem('portolan.library.group', 'folder'));
      await page.evaluate(() => { location.hash = '#/servers'; });
      await expect(list).toHaveCount(0);
      await go('#/library?kind=resource');
      await page.evaluate(() => localStorage.removeItem('portolan.library.group'));
    }],
    ['library-nothing', async () => {
      await page.evaluate(() => {
        location.hash = '#/library?q=nothing%20is%20called%20this';
      });
      await expect(search).toBeVisible();
      await expect(list).toHaveCount(0);
    }],
    ['library-document', async () => { await openEntry(page, id, 'resource', 'docs://guide/readme.md'); await expect(page.getByRole('cell', { name: '番茄' })).toBeVisible(); }],
    ['library-picture', async () => { await openEntry(page, id, 'resource', 'docs://media/plan.png'); await expect(page.locator('figure img')).toBeVisible(); }],
    ['library-pdf', async () => { await openEntry(page, id, 'resource', 'docs://media/report.pdf'); await expect(page.getByText('The garden report')).toBeVisible(); }],
    ['library-bytes', async () => { await openEntry(page, id, 'resource', 'docs://media/seed.bin'); await expect(page.getByText('00000000')).toBeVisible(); }],
    ['library-table', async () => { await openEntry(page, id, 'resource', 'docs://data/cities.csv'); await expect(page.getByRole('columnheader').first()).toBeVisible(); }],
    ['library-template', async () => { await openEntry(page, id, 'template', 'docs://pages/{section}/{page}'); await expect(page.getByRole('combobox').first()).toBeVisible(); }],
    ['library-tool', async () => { await openEntry(page, id, 'tool', 'harvest'); await expect(page.getByRole('heading', { name: 'Harvest table' })).toBeVisible(); }],
  ];
  const found: string[] = [];
  for (const [name, open] of screens.filter(([each]) => wanted.test(each))) {
    await open();
    if (isKey.has(name) || isFull.has(project.name)) await page.screenshot({ path: `${folder}/${name}-${project.name}.png`, animations: 'disabled' });
    found.push(...(await inaccessible(page)).map((violation) => `${name}: ${violation}`));
  }
  expect(found).toEqual([]);
});
