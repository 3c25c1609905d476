/** A model writes a script that calls tools: read before it runs, each of its calls decided about, only what it printed told (C17). */
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { allowOnce, card, lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { denyTheSecond, letWriteScripts, scriptRow } from '../steps/scripts.ts';
import { main } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';

const code = `let warm = [];
for (const city of ['Bergen', 'Lagos', 'Lima']) {
  try {
    const { celsius } = await tools.weather['get-weather']({ city });
    warm.push(city + ' ' + celsius);
  } catch (error) {
    warm.push(city + ' ' + error.code);
  }
}
print(warm.join(', ')); /* ${'far to the right '.repeat(60)}*/`;

const writes = (script: string) => (request: ChatRequest): Answer => {
  const result = lastToolResult(request);
  return result === null ? { kind: 'call', tool: offered(request, 'run_script').name, arguments: { code: script } } : { kind: 'text', text: `It says: ${result}` };
};

test('a script loops over three calls, one of them denied; the person reads it first and sees every call, the model reads what it printed (C17, H01)', { tag: '@twice' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(writes(code));
  await haveModel(app, model);
  await haveServer(app, 'weather', local('basic'));
  await newChat(page);
  await letWriteScripts(page);
  await send(page, 'Where is it warm?');

  await expect(card(page)).toContainText('The model wants to run a script that it wrote');
  await expect(card(page)).toContainText("for (const city of ['Bergen', 'Lagos', 'Lima'])");
  // No line of it goes on out of view.
  expect(await card(page).locator('pre').evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
  await expectAccessible(page, 'a script before it runs');
  // Nor below: its end has to have been in view.
  await expect(card(page)).toContainText('Read to the end to allow');
  await card(page).getByRole('region', { name: 'The script', exact: true }).evaluate((region) => region.scrollTo(0, region.scrollHeight));
  await allowOnce(page);
  await denyTheSecond(page, ['Bergen', 'Lagos', 'Lima']);

  await expect(lastAnswer(page)).toContainText('It says: Bergen 21.5, Lagos denied, Lima 21.5');
  await expect(scriptRow(page)).toContainText('3 calls · 1 denied');
  await scriptRow(page).getByRole('button', { name: /Script/ }).first().click();
  await expect(scriptRow(page).getByRole('listitem')).toHaveCount(3);
  await expect(scriptRow(page)).toContainText('Denied: Not that one.');
  await expectAccessible(page, 'a script and its calls');
  // What the calls brought is the script's alone.
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toMatch(/"celsius|cloudy|"sky|Not that one/);
  expect(model.requests.at(-1)?.tools.find(({ name }) => name.endsWith('run_script'))?.description).toContain('tools.weather["get-weather"]({ city: string })');
});

test('a script that never ends is stopped with the answer, and what it had done stays to be seen, in a new window as well (C17, R98)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint(writes("print('begun'); print(await tools.weather.echo({ message: 'one' })); await tools.weather.slow({ steps: 1000, ms: 1000 });"));
  await haveModel(app, model);
  await haveServer(app, 'weather', local('basic'));
  await newChat(page);
  await letWriteScripts(page);
  await send(page, 'Go');
  await allowOnce(page);
  await allowOnce(page);
  await allowOnce(page);
  await expect(scriptRow(page)).toContainText('Echo: one');
  await main(page).getByRole('button', { name: 'Stop' }).first().click();
  await expect(lastAnswer(page)).toContainText('You stopped this answer');
  await expect(scriptRow(page)).toContainText('2 calls');
  await page.reload();
  await scriptRow(page).getByRole('button', { name: /Script/ }).first().click();
  await expect(scriptRow(page).getByRole('listitem')).toHaveCount(2);
  await expect(scriptRow(page)).toContainText("print('begun')");
  expect(model.requests).toHaveLength(1);
});
