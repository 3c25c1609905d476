/** Screens of a script that a model writes: before it runs, a call of it that asks, and how it came out. */
import type { Browser, Page } from '@playwright/test';
import { startProgram } from '../harness/browser-app.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect } from '../harness/test.ts';
import { allowOnce, card, lastAnswer, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { denyTheSecond, letWriteScripts } from '../steps/scripts.ts';
import { addServer, main } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';
import type { Answer, ChatRequest } from '../support/model-endpoint.ts';
import { exhibition, go } from './screens.ts';
import type { Exhibition } from './screens.ts';

const code = `// Which of the towns is the warmest?
const towns = ['Bergen', 'Lagos', 'Lima'];
const found = [];
for (const city of towns) {
  try {
    const { celsius, sky } = await tools.weather['get-weather']({ city });
    found.push({ city, celsius, sky });
  } catch (error) {
    print(city + ': ' + error.message);
  }
}
found.sort((a, b) => b.celsius - a.celsius);
print(found.map(({ city, celsius }) => \`\${city} \${celsius} °C\`).join('\\n'));`;

function answer(request: ChatRequest): Answer {
  if (lastToolResult(request) !== null) return { kind: 'text', text: 'It is equally warm in **Bergen** and **Lima**, 21.5 °C; you did not want me to look at Lagos.' };
  return { kind: 'call', tool: offered(request, 'run_script').name, arguments: { code } };
}

export async function scriptsExhibition(browser: Browser): Promise<Exhibition> {
  const data = new DataFolder();
  const program = startProgram(data.path, [], { HOME: data.home });
  const model = await startModelEndpoint(answer);
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 832 } });
  await page.goto(await program.nextAddress());
  await addServer(page, 'weather', local('basic'));
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });

  const begin = async (): Promise<string> => {
    await newChat(page);
    await letWriteScripts(page);
    await send(page, 'Where is it the warmest: Bergen, Lagos or Lima?');
    await expect(card(page)).toBeVisible();
    return new URL(page.url()).hash;
  };
  const done = await begin();
  await allowOnce(page);
  await denyTheSecond(page, ['Bergen', 'Lagos', 'Lima']);
  await expect(lastAnswer(page)).toContainText('equally warm');
  const half = await begin();
  await allowOnce(page);
  await expect(card(page)).toContainText('Bergen');
  await allowOnce(page);
  await expect(card(page)).toContainText('Lagos');
  const asked = await begin();
  await page.context().close();

  const row = (to: Page) => main(to).locator('[data-script]');
  const screens = [
    { name: 'script-asks', isKey: true, open: async (to: Page) => { await go(asked)(to); await expect(card(to).locator('.md-tone-keyword').first()).toBeVisible(); } },
    { name: 'script-runs', isKey: true, open: async (to: Page) => { await go(half)(to); await expect(row(to).locator('[data-approval]')).toBeVisible(); } },
    {
      name: 'script-done',
      isKey: true,
      open: async (to: Page) => {
        await go(done)(to);
        const line = row(to).getByRole('button').first();
        if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
        await expect(row(to).getByRole('listitem')).toHaveCount(3);
      },
    },
  ];
  return exhibition(browser, program, data, screens, async () => { await model[Symbol.asyncDispose](); });
}
