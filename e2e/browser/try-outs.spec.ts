/** Reports of other hosts' users, tried through the whole app: results that are large, drawn or of several kinds, and calls that take long. */
import { expect, test } from '../harness/test.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { callTool, openTool } from '../steps/by-hand.ts';
import { allowOnce, card, lastAnswer, newChat, send, unfold } from '../steps/chat.ts';
import { decideAhead } from '../steps/permissions.ts';
import { haveModel, haveServer, withHost } from '../steps/prepare.ts';
import { main, openTab } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import type { ChatRequest } from '../support/model-endpoint.ts';

test.describe.configure({ mode: 'parallel' });

const named = (request: ChatRequest, end: string) => request.tools.find(({ name }) => name.endsWith(end))?.name ?? end;
const allowAll = (app: RunningApp, server: string) => decideAhead(app.data, [{ server, tool: null, effect: 'allow', conditions: [] }]);

test('a picture of 362 kB in a result reaches the model once, as a picture, and is no word of the text (try-out 25, P07)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using model = await startModelEndpoint((request, index) => (index === 0 ? { kind: 'call', tool: named(request, 'get-image'), arguments: { mb: 0.362 } } : { kind: 'text', text: 'Seen.' }));
  await haveModel(app, model);
  await haveServer(app, 'big', local('big', { era: '2025-11-25' }));
  await allowAll(app, 'big');
  await newChat(page);
  await send(page, 'Look');
  await expect(lastAnswer(page)).toContainText('Seen.');
  await unfold(lastAnswer(page).getByRole('region', { name: /^big: / }));
  await expect(lastAnswer(page).locator('img[src^="data:image/png"], img[src^="blob:"]').first()).toBeVisible();
  const messages = (model.requests[1]?.messages ?? []) as { role: string; content: unknown }[];
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as { type: string; text?: string; image_url?: { url: string } }[]) : [{ type: 'text', text: String(content) }]));
  const pictures = parts.filter(({ type }) => type === 'image_url');
  expect(pictures).toHaveLength(1);
  expect(pictures[0]?.image_url?.url).toMatch(/^data:image\/png;base64,/);
  expect(pictures[0]?.image_url?.url.length).toBeGreaterThan(362_000);
  // All the words of the request together stay far below what 3,000 tokens are.
  expect(parts.filter(({ type }) => type === 'text').reduce((sum, { text = '' }) => sum + text.length, 0)).toBeLessThan(12_000);
});

test('five megabytes of lines stay in the chat whole; the model gets their head and tail and reads on where it wants (try-out 26, C13)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using model = await startModelEndpoint((request, index) => {
    if (index === 0) return { kind: 'call', tool: named(request, 'get-text'), arguments: { mb: 5 } };
    const cut = /portolan__read_result: (\{"id": "call_[\w-]+", "offset": \d+\})/.exec(request.messages.map(textOf).join('\n'));
    if (index === 1 && cut?.[1] !== undefined) return { kind: 'call', tool: named(request, 'read_result'), arguments: { ...(JSON.parse(cut[1]) as object), offset: 2_500_000, length: 500 } };
    return { kind: 'text', text: 'Read.' };
  });
  await haveModel(app, model);
  await haveServer(app, 'big', local('big', { era: '2025-11-25' }));
  await allowAll(app, 'big');
  await newChat(page);
  await send(page, 'Read it');
  // What the app itself does for a server is decided about by itself; it was never allowed, so nothing has changed since.
  await expect(card(page)).toContainText('Read more of a result');
  await expect(card(page)).not.toContainText('has changed since');
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('Read.', { timeout: 60_000 });
  const [, told, after] = model.requests.map(({ messages }) => messages.map(textOf).join('\n'));
  expect(told?.length).toBeGreaterThan(4_000);
  expect(told?.length).toBeLessThan(120_000);
  expect(after).toContain('Characters 2500000 to 2500500');
  await page.reload();
  await expect(lastAnswer(page)).toContainText('Read.');
});

test('a link, an embedded text and structured content of one result are three views, and the last alone is held against its schema (try-out 27, P07, P08)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  const outputSchema = { type: 'object', properties: { city: { type: 'string' }, celsius: { type: 'number' } }, required: ['city', 'celsius'] };
  const content = [
    { type: 'text', text: 'Here are three things.' },
    { type: 'resource_link', uri: 'scripted://0/notes', name: 'the notes', mimeType: 'text/plain' },
    { type: 'resource', resource: { uri: 'scripted://letter', mimeType: 'text/plain', text: 'Dear reader' } },
  ];
  const tools = ['fits', 'misfits'].map((name) => ({ name, description: 'x', inputSchema: { type: 'object' }, outputSchema }));
  const results = { fits: { content, structuredContent: { city: 'Oslo', celsius: 21.5 } }, misfits: { content, structuredContent: { city: 'Oslo', celsius: 'warm' } } };
  await haveServer(app, 'three', local('scripted', { tools: JSON.stringify(tools), results: JSON.stringify(results), names: JSON.stringify(['notes']) }));
  const result = await callTool(page, 'fits', {});
  await expect(result.getByText('Here are three things.')).toBeVisible();
  await expect(result.getByText('the notes')).toBeVisible();
  await expect(result.getByRole('button', { name: 'Read', exact: true })).toHaveCount(1);
  await expect(result.getByText('scripted://letter').first()).toBeVisible();
  await expect(result.getByText('Dear reader')).toBeVisible();
  await expect(result.getByText('Structured content')).toBeVisible();
  await expect(result.getByText('21.5')).toBeVisible();
  await expect(result.getByText('Does not match the output schema the tool announced')).toHaveCount(0);
  await result.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(result.getByText('notes', { exact: true }).last()).toBeVisible();
  const other = await callTool(page, 'misfits', {});
  await expect(other.getByText('Does not match the output schema the tool announced')).toBeVisible();
  await expect(other.getByText('Dear reader')).toBeVisible();
});

test('a call that takes long shows its time and can be stopped; its limit is the server’s or its own (try-out 29, S20, R11)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await haveServer(app, 'sleepy', local('sleepy', { era: '2025-11-25', ms: 4_000 }));
  const limit = (limits: { callSeconds?: number | null; toolSeconds?: Record<string, number | null> }) =>
    withHost(app, async (host) => {
      const { servers } = await host.request('rules/list', {});
      for (const { serverId } of servers) await host.request('servers/setLimits', { serverId, limits });
    });
  const article = await openTool(page, 'hang');
  await article.getByRole('button', { name: /^Run/ }).click();
  await expect(article).toContainText(/Running…\s*[2-9]\d*\s*s/);
  await article.getByRole('button', { name: /^(?:Stop|Cancel)/ }).click();
  await expect(article.getByRole('button', { name: /^Run/ })).toBeEnabled();
  await limit({ callSeconds: 1 });
  const slow = await openTool(page, 'sleep');
  await slow.getByRole('button', { name: /^Run/ }).click();
  await expect(slow.getByRole('alert')).toContainText(/1 s|1 second/);
  // The same call with a limit of its own ends well.
  await limit({ toolSeconds: { sleep: 60 } });
  await expect(await callTool(page, 'sleep', {})).toContainText('Slept 4000 ms.');
});

test('what says that it goes on is waited for beyond the limit of silence, up to a limit in all (try-out 30, P06)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await haveServer(app, 'works', local('progress', { era: '2025-11-25', steps: 10, ms: 400 }));
  const limit = (callTotalSeconds: number | null) =>
    withHost(app, async (host) => {
      const { servers } = await host.request('rules/list', {});
      for (const { serverId } of servers) await host.request('servers/setLimits', { serverId, limits: { callSeconds: 2, callTotalSeconds } });
    });
  // Four seconds of work, two of which may pass in silence.
  await limit(null);
  await expect(await callTool(page, 'work', {})).toContainText('Worked 10 steps.');
  await limit(2);
  const article = await openTool(page, 'work');
  await article.getByRole('button', { name: /^Run/ }).click();
  await expect(article.getByRole('alert')).toContainText(/2 s|2 seconds/);
  // What comes after that is no answer to anything.
  await limit(null);
  await expect(await callTool(page, 'work', {})).toContainText('Worked 10 steps.');
  await openTab(page, 'Log');
  await expect(main(page)).toBeVisible();
});
