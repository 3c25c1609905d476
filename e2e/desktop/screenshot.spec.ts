/** A screenshot into the message, in the real desktop app (C07, E5). */
import { expect, test } from '../harness/test.ts';
import { chips } from '../steps/attachments.ts';
import { newChat } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test('a screen that the person chooses in the system’s menu becomes an attachment; a menu that is left changes nothing, and the page has no way of its own (C07, E5)', { tag: '@full' }, async ({ electronApp }) => {
  const { page, electron } = electronApp;
  await using model = await startModelEndpoint();
  await haveModel(electronApp, model);
  await newChat(page);
  /** Presses an entry of the next menu as a person would, or leaves it. */
  const answer = (press: number | null) =>
    electron.evaluate(({ Menu }, at) => {
      Object.assign(Menu.prototype, {
        popup(this: { items: { label: string; click: () => void }[] }, { callback }: { callback: () => void }) {
          Object.assign(globalThis, { menu: this.items.map(({ label }) => label) });
          if (at !== null) this.items[at]?.click();
          callback();
        },
      });
    }, press);
  const take = async () => {
    await page.getByRole('button', { name: 'Attach files' }).click();
    await page.getByRole('menuitem', { name: 'Take a screenshot…' }).click();
  };
  await answer(null);
  await take();
  await expect.poll(() => electron.evaluate(() => Reflect.get(globalThis, 'menu') as unknown)).toEqual(expect.arrayContaining(['Choose what to take a picture of', 'Whole screen', 'Cancel']));
  await expect(chips(page)).toHaveCount(0);
  await answer(1);
  await take();
  await expect(chips(page)).toHaveText([/^Screenshot\.png picture · [\d,]+ × [\d,]+ · /]);
  // Asked for by the page itself there is nothing.
  electronApp.complaints.expect(/Permissions policy violation: display-capture/);
  expect(await page.evaluate(() => navigator.mediaDevices.getDisplayMedia({ video: true }).then(() => 'a stream', (error: Error) => error.name))).toMatch(/NotAllowedError|NotSupportedError|AbortError|InvalidStateError/);
});
