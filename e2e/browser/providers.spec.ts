/** Every kind of provider through the window, against an independent double of the services. */
import { LLMock } from '@copilotkit/aimock';
import { expect, test } from '../harness/test.ts';
import { allowOnce, lastAnswer, newChat, send } from '../steps/chat.ts';
import { chooseDefault, enterProvider, openProviderForm } from '../steps/models.ts';
import { haveServer } from '../steps/prepare.ts';
import { addServer } from '../steps/servers.ts';
import { local } from '../support/entries.ts';

const kinds = [
  { kind: 'OpenAI', path: '/v1', model: 'gpt-5', listsModels: true },
  { kind: 'OpenAI (Chat Completions)', path: '/v1', model: 'gpt-4o', listsModels: true },
  { kind: 'Anthropic', path: '/v1', model: 'claude-sonnet-4-5', listsModels: true },
  // The double knows no list of Google's models.
  { kind: 'Google', path: '/v1beta', model: 'gemini-2.5-pro', listsModels: false },
  { kind: 'Mistral', path: '/v1', model: 'mistral-large', listsModels: true, isFull: true },
  { kind: 'Groq', path: '/v1', model: 'llama-4', listsModels: true, isFull: true },
  { kind: 'DeepSeek', path: '/v1', model: 'deepseek-chat', listsModels: true, isFull: true },
  { kind: 'xAI', path: '/v1', model: 'grok-4', listsModels: true, isFull: true },
  { kind: 'OpenRouter', path: '/v1', model: 'some/model', listsModels: true, isFull: true },
] as const;

for (const { kind, path, model, listsModels, ...more } of kinds) {
  test(`${kind}: a call is asked for, allowed, made, and answered with its result; its own demands on schemas are met (C01, C04, C14, try-out 14)`, { tag: 'isFull' in more ? ['@full'] : [] }, async ({ app }) => {
    const { page } = app;
    const mock = new LLMock({ port: 0 });
    mock.addFixture({ match: { userMessage: 'compute', hasToolResult: false }, response: { toolCalls: [{ name: 'odd__const', arguments: '{"k":"a"}' }] } });
    mock.addFixture({ match: { userMessage: 'compute', hasToolResult: true }, response: { content: 'That was the letter a.' } });
    await mock.start();
    try {
      await addServer(page, 'odd', local('odd-schemas'));
      await enterProvider(page, { kind, name: 'Double', baseUrl: `${mock.url}${path}`, key: 'sk-anything', models: [model] });
      if (!listsModels) {
        // Models typed by hand are there all the same.
        const dialog = page.getByRole('dialog', { name: 'Add provider' });
        await expect(dialog.getByText('What answered at this address is not a model endpoint.')).toBeVisible();
        await dialog.locator('form').getByRole('button', { name: 'Close' }).click();
      }
      await chooseDefault(page, model);
      await newChat(page);
      await send(page, 'Please compute');
      await allowOnce(page);
      await expect(lastAnswer(page)).toContainText('That was the letter a.');
      await expect(lastAnswer(page).getByRole('region', { name: 'odd: const' })).toContainText('Done');
      const sent = JSON.stringify(mock.getRequests().map((request) => request.body));
      expect(sent).toContain('{\\"k\\":\\"a\\"}');
      // Google refuses "const"; the others are sent it as it is.
      if (kind === 'Google') expect(sent).not.toContain('"const":"a"');
      else expect(sent).toContain('"const":"a"');
    } finally {
      await mock.stop();
    }
  });
}

/** A double that is asked to add the numbers of the question, and says what the tool answered. */
async function adding(): Promise<LLMock> {
  const mock = new LLMock({ port: 0 });
  mock.addFixture({ match: { userMessage: 'add', hasToolResult: false }, response: { toolCalls: [{ name: 'everything__get-sum', arguments: '{"a":2,"b":3}' }] } });
  mock.addFixture({ match: { userMessage: 'add', hasToolResult: true }, response: { content: 'The sum is 5.' } });
  await mock.start();
  return mock;
}

test('Amazon Bedrock: region and keys are entered in its own words, and a call is made over its binary stream (C01)', async ({ app }) => {
  const { page } = app;
  const mock = await adding();
  try {
    await haveServer(app, 'everything', local('basic'));
    const dialog = await openProviderForm(page, 'Amazon Bedrock');
    await dialog.getByLabel('Region').fill('eu-central-1');
    await dialog.getByLabel('Base address').fill(mock.url);
    await dialog.getByLabel('Name', { exact: true }).fill('Cloud');
    await dialog.getByLabel('Access key ID').fill('AKIDEXAMPLE');
    await dialog.getByLabel('Secret access key').fill('never-to-be-sent');
    await dialog.getByLabel('Model names, one per line').fill('anthropic.claude-sonnet-4-5-20250929-v1:0');
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    // The double knows no list; the model that was typed is there all the same.
    await expect(dialog.getByText('What answered at this address is not a model endpoint.')).toBeVisible();
    await dialog.locator('form').getByRole('button', { name: 'Close' }).click();
    await chooseDefault(page, 'anthropic.claude-sonnet-4-5-20250929-v1:0');
    await newChat(page);
    await send(page, 'Please add');
    await allowOnce(page);
    await expect(lastAnswer(page)).toContainText('The sum is 5.');
    expect(JSON.stringify(mock.getRequests())).not.toContain('never-to-be-sent');
  } finally {
    await mock.stop();
  }
});

test('Azure: a resource, a deployment and a key are all it takes; deployments are typed, because nobody lists them (C01)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  const mock = await adding();
  try {
    await haveServer(app, 'everything', local('basic'));
    const dialog = await openProviderForm(page, 'Azure');
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    await expect(dialog.getByText('Name at least one deployment.')).toBeVisible();
    await dialog.getByLabel('Resource name').fill(`${mock.url}/v1`);
    await dialog.getByLabel('Deployment names, one per line').fill('my-deployment');
    await dialog.getByLabel('API key').fill('azure-key');
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    await expect(page.getByText('Azure answers, and takes the key.')).toBeVisible();
    await newChat(page);
    await send(page, 'Please add');
    await allowOnce(page);
    await expect(lastAnswer(page)).toContainText('The sum is 5.');
  } finally {
    await mock.stop();
  }
});
