/** How it looks and which keys it takes: chosen once, there after a restart, and still usable at its largest in a narrow window. */
import { expect, test } from '../harness/test.ts';
import { newChat } from '../steps/chat.ts';
import { main } from '../steps/servers.ts';

test('larger text, more contrast, less motion and other keys are chosen, work at once and after a restart, and nothing is cut off in a narrow window (C16) @full', async ({ app }) => {
  const looks = () => app.page.evaluate(() => ({ contrast: document.documentElement.dataset['contrast'], motion: document.documentElement.dataset['motion'], size: getComputedStyle(document.documentElement).fontSize }));
  await app.page.evaluate(() => (location.hash = '#/settings/general'));
  await main(app.page).getByRole('combobox', { name: 'Text size' }).click();
  await app.page.getByRole('option', { name: '160%' }).click();
  await main(app.page).getByRole('radio', { name: 'More' }).click();
  await main(app.page).getByRole('radio', { name: 'Less' }).click();
  await expect.poll(looks).toMatchObject({ contrast: 'more', motion: 'reduced', size: '25.6px' });

  // What a script places is there at once: anything that comes a frame late makes a long chat jump.
  const placed = await app.page.evaluate(() => {
    const heading = document.querySelector('h1');
    if (!heading) return null;
    heading.style.height = '300px';
    const { height } = heading.getBoundingClientRect();
    heading.style.height = '';
    return height;
  });
  expect(placed).toBe(300);

  await app.page.evaluate(() => (location.hash = '#/settings/keyboard'));
  await main(app.page).getByRole('button', { name: 'Change the keys for: Servers' }).click();
  await app.page.keyboard.press('Alt+KeyS');
  await expect(main(app.page).getByRole('button', { name: 'Back to the usual key: Servers' })).toBeVisible();

  await app.restart();
  await expect.poll(looks).toMatchObject({ contrast: 'more', motion: 'reduced', size: '25.6px' });
  await app.page.evaluate(() => (location.hash = '#/library'));
  await app.page.keyboard.press('Alt+KeyS');
  await expect(main(app.page).getByRole('heading', { level: 1, name: 'Servers' })).toBeVisible();

  await newChat(app.page);
  const chat = new URL(app.page.url()).hash;
  await app.page.setViewportSize({ width: 400, height: 800 });
  for (const place of ['#/', '#/servers', '#/library', '#/history', '#/settings/general', '#/settings/keyboard', chat]) {
    // One page after the other is what is looked at.
    // oxlint-disable-next-line no-await-in-loop
    await app.page.evaluate((to) => (location.hash = to), place);
    // oxlint-disable-next-line no-await-in-loop
    await expect(main(app.page).getByRole('heading', { level: 1 })).toBeVisible();
    // oxlint-disable-next-line no-await-in-loop
    expect(await app.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), place).toBeLessThanOrEqual(0);
  }
});
