/** The desktop says that questions wait, and closing it says so too; on a screen that has neither tray nor notifications. */
import { expect, test } from '../harness/test.ts';
import { card, composer, newChat } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { addServer, main } from '../steps/servers.ts';
import { served } from '../support/entries.ts';
import { offered, startModelEndpoint } from '../support/model-endpoint.ts';

test('a question is a number in the window’s title, also while it is hidden, and closing asks first (H08)', async ({ electronApp }) => {
  const { page, electron } = electronApp;
  const titles = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getTitle()));
  /** Closes the window as a person does; says what was asked, and answers it. */
  const close = (answer: number) =>
    electron.evaluate(async ({ BrowserWindow, dialog }, response) => {
      const asked: string[] = [];
      Object.assign(dialog, { showMessageBox: (_window: unknown, { message }: { message: string }) => (asked.push(message), Promise.resolve({ response })) });
      BrowserWindow.getAllWindows()[0]?.close();
      await new Promise((resolve) => setImmediate(resolve));
      return { asked, windows: BrowserWindow.getAllWindows().length };
    }, answer);
  await using server = await served('basic');
  await using model = await startModelEndpoint((request) => ({ kind: 'call', tool: offered(request, 'echo').name, arguments: { message: 'hello' } }));
  await addServer(page, 'basic', { url: server.url });
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  await newChat(page);
  expect(await titles()).toEqual(['Portolan']);
  await composer(page).fill('Please');
  await expect(main(page).getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  await page.keyboard.press('Enter');
  await expect.poll(titles).toEqual(['(1) Portolan']);
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  expect(await close(1)).toEqual({ asked: ['1 question is open'], windows: 1 });
  await expect(main(page)).toBeVisible();
  await card(page).getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(card(page)).toBeVisible();
});
