/** Every kind of provider through the window, against an independent double of the services. */
import { LLMock } from '@copilotkit/aimock';
import { expect, test } from '../harness/test.ts';
import { allowOnce, lastAnswer, newChat, send } from '../steps/chat.ts';
import { chooseDefault, enterProvider } from '../steps/models.ts';
import { addServer } from '../steps/servers.ts';
import { local } from '../support/entries.ts';

const kinds = [
  { kind: 'OpenAI', path: '/v1', model: 'gpt-5', listsModels: true },
  { kind: 'OpenAI (Chat Completions)', path: '/v1', model: 'gpt-4o', listsModels: true },
  { kind: 'Anthropic', path: '/v1', model: 'claude-sonnet-4-5', listsModels: true },
  // The double knows no list of Google's models.
  { kind: 'Google', path: '/v1beta', model: 'gemini-2.5-pro', listsModels: false },
] as const;

for (const { kind, path, model, listsModels } of kinds) {
  test(`${kind}: a call is asked for, allowed, made, and answered with its result; its own demands on schemas are met (C01, C04, C14, try-out 14)`, async ({ app }) => {
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
