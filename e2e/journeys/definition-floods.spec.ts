/** Servers whose definitions are too much for whoever reads, keeps, shows or sends them (C14). */
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { allowOnce, lastAnswer, newChat, send } from '../steps/chat.ts';
import { addReviewed, haveModel, haveServer } from '../steps/prepare.ts';
import { main, openServer, openTab } from '../steps/servers.ts';
import { watchForEscapes } from '../support/canary.ts';
import { local, served } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

test.describe.configure({ mode: 'parallel' });

for (const era of ['2025-11-25', '2026-07-28']) {
  test(`C14 (${era}): definitions of megabytes, nested, twice, by the thousand: each is refused with its reason, and the honest ones beside them work (T:C14)`, { tag: '@full' }, async ({ app }) => {
    test.setTimeout(180_000);
    const { page } = app;
    await using canary = await watchForEscapes(page);
    await using model = await startModelEndpoint((request) => {
      const last = lastToolResult(request);
      // Of so many it looks for the one it needs.
      if (last === null) return { kind: 'call', tool: offered(request, 'find_tools').name, arguments: { query: 'honest first' } };
      return last.includes('among your tools') ? { kind: 'call', tool: offered(request, 'honest-first').name, arguments: { value: 'from the model' } } : { kind: 'text', text: 'It is done.' };
    });

    await test.step('large: 5 MB of description, 1 MB of choices, 80 levels, a name of 10 kB, one name five times', async () => {
      await haveServer(app, 'large', local('definition-floods', { kind: 'large', era }));
      const tools = await openTab(page, 'Tools');
      await expect(tools.getByRole('listitem')).toHaveText([/^honest-first/, /^same/, /^honest-last/]);
      await tools.getByRole('button', { name: /^9 items refused/ }).click();
      for (const reason of ['description: Its definition is larger than 65536 bytes.', 'enum: Its definition is larger than 65536 bytes.', 'nested: Its definition is nested deeper than 32 levels.', 'Its name is longer than 256 characters.', 'icons: Its definition is larger than 65536 bytes.', 'same: An earlier item of the list has the same name.']) {
        await expect(tools.getByText(reason, { exact: false }).first()).toBeVisible();
      }
      await expect(await callTool(page, 'honest-last', { value: 'still here' })).toContainText('still here');
    });
    await test.step('bad: 5,000 that cannot be used', async () => {
      await haveServer(app, 'bad', local('definition-floods', { kind: 'bad', era }));
      const tools = await openTab(page, 'Tools');
      await expect(tools.getByRole('listitem')).toHaveText([/^honest-first/]);
      await tools.getByRole('button', { name: /^1,000 items refused/ }).click();
      await expect(tools.getByText('more were left out: not more than 1000 are taken from one server').first()).toBeVisible();
    });
    await test.step('many: 10,000 tools', async () => {
      await using many = await served('definition-floods', { kind: 'many', era });
      await haveServer(app, 'many', { url: many.url });
      await expect(page.getByRole('tab', { name: 'Tools' })).toContainText(/1,?000/);
      const tools = await openTab(page, 'Tools');
      await tools.getByRole('button', { name: /^1 item refused/ }).click();
      await expect(tools.getByText('+9002: 9002 more were left out: not more than 1000 are taken from one server.')).toBeVisible();
      await expect(await callTool(page, 'honest-first', { value: 'still here' })).toContainText('still here');

      await test.step('a model is offered what fits, and is answered', async () => {
        await haveModel(app, model);
        await newChat(page);
        await send(page, 'Use the honest one');
        await allowOnce(page);
        await expect(lastAnswer(page)).toContainText('It is done.');
        const request = model.requests.at(-1);
        const names = request?.tools.map(({ name }) => name) ?? [];
        expect(names.length).toBeLessThanOrEqual(40);
        expect(JSON.stringify(request?.tools).length).toBeLessThan(1_000_000);
        expect(names.filter((name) => /description|enum|nested|long|icons/.test(name))).toEqual([]);
      });
    });
    await test.step('deep: 1,000 levels', async () => {
      await addReviewed(app, { deep: local('definition-floods', { kind: 'deep', era }) });
      await openServer(page, 'deep');
      await expect(main(page).getByText('Refused a message nested deeper than 128 levels').first()).toBeVisible();
    });
    await openServer(page, 'large');
    await canary.expectUntouched('the pages of the servers');
  });
}
