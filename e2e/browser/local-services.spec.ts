/** Models of programs on this computer: asked when a person presses for it, added by a press, talked to. */
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { startLocalServices } from '../steps/local-services.ts';
import { openModels } from '../steps/model-files.ts';
import { chooseDefault } from '../steps/models.ts';
import { main } from '../steps/servers.ts';

test('nothing is asked before a press; what is found says what it can, is added by a press, and answers @full (C02, C03)', async ({ app }) => {
  await using services = await startLocalServices();
  Object.assign(app.env, services.environment);
  await app.restart();
  const { page } = app;
  await openModels(app);
  // What is here comes before what is elsewhere, and going on without a model comes last.
  await expect(main(page).getByRole('heading', { level: 2 })).toHaveText(['Found on this computer', 'A model file', 'A provider with a key', 'Go on without a model']);
  expect(services.asked()).toEqual([]);
  await main(page).getByRole('button', { name: 'Look for models on this computer' }).click();
  const ollama = main(page).getByRole('listitem', { name: 'Ollama' });
  await expect(ollama.getByText('reads 131,072 tokens · uses tools')).toBeVisible();
  await expect(ollama.getByText('reads 262,144 tokens · uses tools · sees pictures · shows its reasoning')).toBeVisible();
  await expect(ollama.getByText('nomic-embed-text')).toBeHidden();
  await expect(main(page).getByRole('listitem', { name: 'LM Studio' })).toContainText('reads 8,192 tokens');
  await expect(main(page).getByRole('listitem', { name: 'Jan' })).toContainText('It wants a key.');
  expect(services.asked().some((asked) => asked.includes('/chat'))).toBe(false);
  await ollama.getByRole('button', { name: 'Add Ollama' }).click();
  await expect(ollama.getByText('Added', { exact: true })).toBeVisible();
  await chooseDefault(page, 'llama3.2:3b');
  await newChat(page);
  await send(page, 'Hello?');
  await expect(lastAnswer(page)).toContainText('Hello from this computer.');
  const chat = services.ollama.asked.find((asked) => asked.startsWith('POST /api/chat'));
  expect(chat).toContain('"num_ctx":16384');
  expect(services.asked().filter((asked) => asked.includes('/v1/chat'))).toEqual([]);
});
