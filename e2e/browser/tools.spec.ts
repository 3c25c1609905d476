/** Tools as servers really offer them: many, alike, renamed, changing, with schemas that models refuse. */
import { expect, test } from '../harness/test.ts';
import { callTool, fillArguments, openTool } from '../steps/by-hand.ts';
import { allowOnce, call, card, lastAnswer, newChat, send, unfold } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, openServer, openTab } from '../steps/servers.ts';
import { local, served } from '../support/entries.ts';
import { lastToolResult, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import type { ChatRequest } from '../support/model-endpoint.ts';

test('151 tools in one line of JSON are all there; a model looks for what it needs of them, which is said (try-out 21, P05)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint();
  await haveServer(app, 'many', local('many-tools'));
  const tab = page.getByRole('tab', { name: 'Tools' });
  await expect(tab).toContainText('151');
  const tools = await openTab(page, 'Tools');
  await expect(tools.getByRole('listitem')).toHaveCount(151);
  await haveModel(app, model);
  await newChat(page);
  await send(page, 'Hi');
  await expect(lastAnswer(page)).toContainText('Hello.');
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['portolan__find_tools']);
  await main(page).getByRole('button', { name: /^Context: / }).click();
  await page.getByRole('button', { name: 'Tools in this chat' }).click();
  await expect(page.getByRole('dialog', { name: 'Tools in this chat' })).toContainText('0 of 151 are loaded');
});

test('a tool that is added while the server runs is there within a second, without reconnecting (try-out 24, P09)', async ({ app }) => {
  const { page } = app;
  await haveServer(app, 'changing', local('list-changing'));
  const panel = await openTab(page, 'Tools');
  const names = panel.getByRole('listitem');
  await expect(names.first()).toBeVisible();
  const before = await names.count();
  const article = await openTool(page, 'poke');
  await panel.getByRole('textbox', { name: 'Filter tools' }).fill('');
  await article.getByRole('button', { name: 'Run' }).click();
  await expect(article.getByRole('region', { name: 'Result' })).toContainText(/\w/);
  await expect(names).toHaveCount(before + 1, { timeout: 1_000 });
});

test('two servers with one tool name: both are offered, shown with their server, and answer (try-out 11, T:C04)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((request) => {
    const result = lastToolResult(request);
    if (result !== null) return { kind: 'text', text: `Found: ${request.messages.flatMap((message) => (message.role === 'tool' ? [textOf(message)] : [])).join(' and ')}` };
    return { kind: 'calls', calls: request.tools.map((tool) => ({ tool: tool.name, arguments: { query: 'maps' } })) };
  });
  await haveModel(app, model);
  await haveServer(app, 'library', local('two-search', { label: 'library' }));
  await haveServer(app, 'archive', local('two-search', { label: 'archive' }));
  await newChat(page);
  await send(page, 'Search for maps');
  // One question at a time; each names its server.
  const asked = new Set<string>();
  while (asked.size < 2) {
    const title = (await card(page).getByRole('heading', { level: 3 }).textContent()) ?? '';
    asked.add(title);
    await allowOnce(page);
    await expect(card(page).filter({ hasText: title })).toBeHidden();
  }
  expect([...asked].toSorted()).toEqual(['archive wants to run search', 'library wants to run search']);
  await expect(lastAnswer(page)).toContainText('library found: maps');
  await expect(lastAnswer(page)).toContainText('archive found: maps');
  expect(new Set(model.requests[0]?.tools.map(({ name }) => name)).size).toBe(2);
  for (const server of ['library', 'archive']) {
    const one = main(page).getByRole('region', { name: new RegExp(`^${server}: `) });
    await unfold(one);
    await expect(one).toContainText(server);
  }
});

test('a name of more than 64 characters has a short stable alias towards the model and its full name on the screen (try-out 10)', async ({ app }) => {
  const { page } = app;
  const serverName = `a-server-with-a-name-of-forty-characters`;
  const tool = `search-${'in-all-of-the-catalogues-of-the-library'.padEnd(53, '-x')}`;
  expect([serverName.length, tool.length]).toEqual([40, 60]);
  await using server = await served('two-search', { tool, label: 'long' });
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: request.tools[0]?.name ?? '', arguments: { query: 'maps' } } : { kind: 'text', text: 'Done.' }));
  await haveModel(app, model);
  await haveServer(app, serverName, { url: server.url });
  await newChat(page);
  await send(page, 'Search');
  await expect(card(page)).toContainText(tool);
  await expect(card(page)).toContainText(serverName);
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('Done.');
  await expect(call(page, serverName, tool)).toContainText('Done');
  const aliases = model.requests.map((request) => request.tools.map(({ name }) => name).join());
  expect(aliases[0]).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
  expect(new Set(aliases).size).toBe(1);
  const calls = server.requests.filter(({ json }) => JSON.stringify(json ?? null).includes('"tools/call"'));
  expect(JSON.stringify(calls[0]?.json)).toContain(`"name":"${tool}"`);
});

test('an object parameter arrives whole, by hand and from a model (try-out 19)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint((request) => {
    const result = lastToolResult(request);
    if (result !== null) return { kind: 'text', text: `Came back: ${result}` };
    return { kind: 'call', tool: request.tools.find(({ name }) => name.endsWith('object-parameter'))?.name ?? '', arguments: { param: { a: true, b: 's' } } };
  });
  await haveServer(app, 'odd', local('odd-schemas'));
  const article = await openTool(page, 'object-parameter');
  await fillArguments(article, { param: '{"a":true,"b":"s"}' });
  await article.getByRole('button', { name: 'Run' }).click();
  await expect(article.getByRole('region', { name: 'Result' })).toContainText('{"param":{"a":true,"b":"s"}}');
  await haveModel(app, model);
  await newChat(page);
  await send(page, 'Use it');
  await allowOnce(page);
  await expect(lastAnswer(page)).toContainText('Came back: {"param":{"a":true,"b":"s"}}');
});

test('schemas that models refuse: a form is made of each, the request carries what fits, and one bad tool spoils nothing (try-out 13, 14, 15, 17, 18, C14)', async ({ app }) => {
  const { page } = app;
  await using model = await startModelEndpoint();
  await haveServer(app, 'odd', local('odd-schemas'));

  await test.step('forms', async () => {
    const values: [string, Record<string, string>, object][] = [
      ['exclusive-minimum', { n: '2' }, { n: 2 }],
      ['no-properties', {}, {}],
      ['missing-description', { a: 'text' }, { a: 'text' }],
      ['bad-required-true', { a: 'text' }, { a: 'text' }],
    ];
    for (const [tool, filled, sent] of values) await expect(await callTool(page, tool, filled)).toContainText(JSON.stringify(sent));
    // What a reference stands for is opened when it is wanted, and a reference to itself one level at a time.
    for (const [tool, filled, sent] of [['ref-defs', { x: '4' }, { p: { x: 4 } }], ['ref-recursive', { value: 'first' }, { list: { value: 'first' } }]] as const) {
      const article = await openTool(page, tool);
      await article.getByRole('button', { name: 'Set a value' }).click();
      await fillArguments(article, filled);
      await article.getByRole('button', { name: 'Run' }).click();
      await expect(article.getByRole('region', { name: 'Result' })).toContainText(JSON.stringify(sent));
    }
    // A value that does not fit is said at its field and not sent.
    const article = await openTool(page, 'exclusive-minimum');
    await fillArguments(article, { n: '-1' });
    await article.getByRole('button', { name: /^Run/ }).click();
    await expect(article.getByText('Must be more than 0.')).toBeVisible();
  });
  await test.step('what was changed is on the page of the tool', async () => {
    const constant = await openTool(page, 'const');
    await constant.getByRole('button', { name: /^Name in the model’s request/ }).click();
    await expect(constant.getByRole('region', { name: /Google/ })).toContainText('k: "const" was written as "enum".');
    await openTool(page, 'ref-recursive');
    const recursive = main(page).getByRole('article');
    await recursive.getByRole('button', { name: /^Name in the model’s request/ }).click();
    await expect(recursive).toContainText('contains itself; it was cut here');
  });
  await test.step('the request', async () => {
    await haveModel(app, model);
    await newChat(page);
    await send(page, 'Hi');
    await expect(lastAnswer(page)).toContainText('Hello.');
    const request = model.requests[0] as ChatRequest;
    const text = JSON.stringify(request.tools);
    for (const keyword of ['"$ref"', '"$schema"', '"$defs"']) expect(text).not.toContain(keyword);
    const parameters = (tool: string) => request.tools.find(({ name }) => name === `odd__${tool}`)?.parameters;
    expect(parameters('ref-defs')).toEqual({ type: 'object', properties: { p: { type: 'object', properties: { x: { type: 'number' } } } } });
    expect(parameters('no-properties')).toEqual({ type: 'object', properties: {} });
    expect(parameters('array-without-items')).toEqual({ type: 'object', properties: { a: { type: 'array', items: {} } } });
    expect(parameters('exclusive-minimum')).toMatchObject({ properties: { s: { type: 'string' } } });
    expect(parameters('bad-required-true')).toMatchObject({ properties: { a: { type: 'string' } }, required: ['a'] });
    // What cannot be an argument object is left out, with the reason, and the rest is there.
    expect(parameters('bad-root-array')).toBeUndefined();
    for (const tool of request.tools) expect(tool.name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
    for (const tool of request.tools) expect(tool.description ?? '').not.toBe('');
    expect(request.tools.length).toBeGreaterThan(30);
    await openServer(page, 'odd');
    await openTab(page, 'Tools');
    await expect(main(page).getByText(/refused|Not sent to models/).first()).toBeVisible();
  });
});
