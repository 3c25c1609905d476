/** Servers that flood, never end, lie about ids and send what cannot be read, beside one that behaves: it and the person notice nothing (H01 to H13). */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { callTool, openTool } from '../steps/by-hand.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { decideAhead } from '../steps/permissions.ts';
import { addReviewed, haveModel, haveServers } from '../steps/prepare.ts';
import { expectState, main, openServer, openTab } from '../steps/servers.ts';
import { local, served } from '../support/entries.ts';
import { startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import { startCanary } from '../support/network-canary.ts';

test.describe.configure({ mode: 'parallel' });

/** The other server answers, and the window does what it is asked. */
async function expectWell(page: Page, words: string): Promise<void> {
  await openServer(page, 'good');
  await expect(await callTool(page, 'echo', { message: words })).toContainText(words);
}

test('H01, H02, H13: floods of notifications, of changes and of lines cost neither the window nor another server anything (T:H01, T:H02, T:H13, R28, R29, R30, R34)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(150_000);
  const { page } = app;
  await using loop = await served('floods', { kind: 'on-list', era: '2025-11-25' });
  await using storm = await served('floods', { kind: 'list-changed', at: 'ready', count: 2000, rate: 200, era: '2025-11-25' });
  await addReviewed(app, {
    notes: local('floods', { count: 50_000, era: '2025-11-25' }),
    steps: local('floods', { kind: 'progress', count: 50_000, era: '2025-11-25' }),
    pings: local('floods', { kind: 'requests', count: 10_000, era: '2025-11-25' }),
    lines: local('stderr', { flood: 20 }),
    loop: { url: loop.url },
    storm: { url: storm.url },
  });
  await haveServers(app, { good: local('basic') });
  for (const [name, count] of [['notes', 50_000], ['steps', 50_000], ['pings', 10_000]] as const) {
    await openServer(page, name);
    await expectState(page, 'Ready', { timeout: 60_000 });
    const article = await openTool(page, 'flood');
    await article.getByRole('button', { name: /^Run/ }).click();
    // While it goes on the other one is used.
    await expectWell(page, `beside ${name}`);
    await openServer(page, name);
    await expectState(page, 'Ready');
    // Again, to its end.
    await expect(await callTool(page, 'flood', {})).toContainText(`Sent ${count}.`, { timeout: 60_000 });
  }
  await openServer(page, 'lines');
  await openTab(page, 'Log');
  await expect(main(page).getByText(/x{100}/).first()).toBeVisible();
  await expectWell(page, 'after all of it');
  const lists = (requests: readonly { body?: unknown }[]) => requests.filter((each) => JSON.stringify(each).includes('tools/list')).length;
  // Announced without end, it is read a few times; a loop that feeds itself comes to rest.
  expect(lists(loop.requests)).toBeLessThan(20);
  expect(lists(storm.requests)).toBeLessThan(60);
});

test('H03, H04, H08: a line, a depth or a body without measure ends with its size and the server’s name, and the next call is answered (T:H03, T:H04, T:H08, R17, R59, R60)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(180_000);
  const { page } = app;
  await addReviewed(app, { big: local('big', { era: '2025-11-25' }) });
  const faults = ['bomb', 'body', 'event'] as const;
  const https = await Promise.all((['gzip-bomb', 'endless', 'endless-event'] as const).map((fault) => served('http-faults', { fault, times: 1, era: '2025-11-25' })));
  const page500 = await served('http-faults', { fault: 'status', times: 1, bytes: 5_000_000, era: '2025-11-25' });
  try {
    await addReviewed(app, Object.fromEntries([...faults.map((fault, at) => [fault, { url: https[at]?.url }] as const), ['page500', { url: page500.url }] as const]));
    await haveServers(app, { good: local('basic') });
    await openServer(page, 'big');
    await expectState(page, 'Ready', { timeout: 60_000 });
    for (const [tool, said] of [['get-deep', /nest|deep/i], ['get-frame', /large|MB|bytes/i]] as const) {
      const article = await openTool(page, tool);
      const fields = article.getByRole('form', { name: 'Arguments' }).getByRole('textbox');
      await fields.first().fill(tool === 'get-frame' ? '20000000' : '200000');
      await article.getByRole('button', { name: /^Run/ }).click();
      await expect(article.getByRole('alert')).toContainText(said, { timeout: 60_000 });
      await expectState(page, 'Ready', { timeout: 60_000 });
    }
    await expect(await callTool(page, 'get-text', { mb: 1 })).toBeVisible();
    for (const name of [...faults, 'page500']) {
      await openServer(page, name);
      await expectState(page, 'Ready', { timeout: 60_000 });
      const article = await openTool(page, 'echo');
      await article.getByRole('form', { name: 'Arguments' }).getByRole('textbox').first().fill('first');
      await article.getByRole('button', { name: /^Run/ }).click();
      await expect(article.getByRole('alert')).toBeVisible({ timeout: 60_000 });
      expect((await article.textContent())?.length).toBeLessThan(100_000);
      await expect(await callTool(page, 'echo', { message: 'second' })).toContainText('second');
    }
    await expectWell(page, 'after all of it');
  } finally {
    await Promise.all([...https, page500].map((each) => each[Symbol.asyncDispose]()));
  }
});

test('H06, H07: schemas that take for ever, or name one elsewhere, are given up in words; nothing waits for them and nobody is asked (T:H06, T:H07)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using canary = await startCanary();
  const levels = Array.from({ length: 25 }, (_, at) => [`l${at + 1}`, { anyOf: [{ $ref: `#/$defs/l${at}` }, { $ref: `#/$defs/l${at}` }] }]);
  const fan = { type: 'object', properties: { a: { $ref: '#/$defs/l25' } }, $defs: { l0: { type: 'number' }, ...Object.fromEntries(levels) } };
  const value = `${'a'.repeat(40)}!`;
  const object = (a: object) => ({ type: 'object', properties: { a } });
  const outputs: Record<string, object> = { pattern: object({ type: 'string', pattern: '^(a+)+$' }), fan, elsewhere: object({ $ref: `${canary.url}/schema.json` }), dynamic: { $id: `${canary.url}/root.json`, $schema: `${canary.url}/meta.json`, ...object({ $dynamicRef: `${canary.url}/schema.json#x` }) } };
  const tools = Object.entries(outputs).map(([name, outputSchema]) => ({ name, description: 'x', inputSchema: object({ type: 'string' }), outputSchema }));
  const inputs = Object.entries(outputs).map(([name, inputSchema]) => ({ name: `in-${name}`, description: 'x', inputSchema }));
  const results = Object.fromEntries(Object.keys(outputs).map((name) => [name, { content: [{ type: 'text', text: `result of ${name}` }], structuredContent: { a: value } }]));
  await addReviewed(app, { schemas: local('scripted', { label: 'schemas', tools: JSON.stringify([...tools, ...inputs]), results: JSON.stringify(results) }) });
  await haveServers(app, { good: local('basic') });
  await using model = await startModelEndpoint((request) => {
    if (request.messages.at(-1)?.role === 'tool') return { kind: 'text', text: 'the end' };
    return { kind: 'calls', calls: request.tools.filter(({ name }) => /schemas__/.test(name)).map(({ name }) => ({ tool: name, arguments: { a: value } })) };
  });
  await haveModel(app, model);
  await decideAhead(app.data, [{ server: 'schemas', tool: null, effect: 'allow', conditions: [] }]);
  await openServer(page, 'schemas');
  await expectState(page, 'Ready', { timeout: 30_000 });
  for (const name of Object.keys(outputs)) await expect(await callTool(page, name, {})).toContainText(`result of ${name}`, { timeout: 30_000 });
  await newChat(page);
  await send(page, 'Go');
  await expect(lastAnswer(page)).toContainText('the end', { timeout: 60_000 });
  const told = model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool').map(textOf) ?? [];
  expect(told.some((words) => words.includes('result of pattern'))).toBe(true);
  await expectWell(page, 'after all of it');
  canary.expectUntouched();
});

test('H09, H10: confused ids and answers in another order settle each call once, with its own answer or with none (T:H09, T:H10, R20–R25)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  let step = 0;
  await using model = await startModelEndpoint((request) => {
    step++;
    if (step === 1) return { kind: 'calls', calls: request.tools.filter(({ name }) => name.startsWith('noise__')).map(({ name }) => ({ tool: name, arguments: {} })) };
    if (step === 2) return { kind: 'text', text: 'the first end' };
    if (step === 3) return { kind: 'calls', calls: ['one', 'two', 'three', 'four'].map((message) => ({ tool: 'shuffled__echo', arguments: { message: `mine is ${message}` } })) };
    return { kind: 'text', text: 'the second end' };
  });
  await haveModel(app, model);
  await haveServers(app, { noise: local('noise-frames', { era: '2025-11-25' }), shuffled: local('framing', { how: 'shuffled', era: '2025-11-25' }) });
  await decideAhead(app.data, ['noise', 'shuffled'].map((server) => ({ server, tool: null, effect: 'allow' as const, conditions: [] })));
  await newChat(page);
  await send(page, 'Go');
  await expect(lastAnswer(page)).toContainText('the first end', { timeout: 60_000 });
  const told = new Map<string, string>();
  const first = model.requests[1]?.messages ?? [];
  const names = new Map(first.flatMap(({ tool_calls: calls }) => calls ?? []).map((call) => [call.id, call.function.name.replace('noise__', '')]));
  for (const message of first) if (message.role === 'tool') told.set(names.get(message.tool_call_id ?? '') ?? '', textOf(message));
  // What can be understood is the call's own answer; what can not is said to have failed, and never another's.
  expect(told.size).toBeGreaterThan(15);
  for (const [kind, words] of told) {
    const others = [...told.keys()].filter((other) => other !== kind && words.includes(`answer of ${other}`) && !`answer of ${kind}`.startsWith(`answer of ${other}`));
    expect(others, kind).toEqual([]);
  }
  for (const kind of ['duplicate', 'unknown-id', 'string-id', 'extra-key', 'scalars', 'unknown-request', 'unknown-notification']) expect(told.get(kind), kind).toContain(`answer of ${kind}`);
  // In a chat of its own: after a stranger's words what was allowed before is asked about again.
  await newChat(page);
  await send(page, 'Now four at once');
  await expect(lastAnswer(page)).toContainText('the second end', { timeout: 60_000 });
  const last = model.requests.at(-1)?.messages ?? [];
  const asked = new Map(last.flatMap(({ tool_calls: calls }) => calls ?? []).map((call) => [call.id, call.function.arguments]));
  const echoes = last.filter(({ role, tool_call_id: id }) => role === 'tool' && (asked.get(id ?? '') ?? '').includes('mine is'));
  expect(echoes).toHaveLength(4);
  for (const message of echoes) expect(textOf(message)).toContain((JSON.parse(asked.get(message.tool_call_id ?? '') ?? '{}') as { message: string }).message);
});

test('H11, H12: broken bytes around good messages and lists without end leave servers that can be used (T:H11, T:H12, R15, R16, R31)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(180_000);
  const { page } = app;
  const framings = ['bom', 'nul', 'crlf', 'invalid-utf8', 'glued', 'split-utf8'] as const;
  const endless = ['same', 'unique', 'huge'] as const;
  await addReviewed(app, {
    ...Object.fromEntries(framings.map((how) => [how, local('framing', { how, era: '2025-11-25' })])),
    ...Object.fromEntries(endless.map((kind) => [`loop-${kind}`, local('cursor-loops', { kind, era: '2025-11-25' })])),
  });
  await haveServers(app, { good: local('basic') });
  for (const how of framings) {
    await openServer(page, how);
    await expectState(page, 'Ready', { timeout: 60_000 });
    await expect(await callTool(page, 'echo', { message: `through ${how}` })).toContainText(`through ${how}`);
  }
  for (const kind of endless) {
    await openServer(page, `loop-${kind}`);
    await expectState(page, 'Ready', { timeout: 60_000 });
    await openTab(page, 'Tools');
    const tool = main(page).locator('[data-pick]').first();
    await expect(tool).toBeVisible({ timeout: 30_000 });
    expect(await main(page).locator('[data-pick]').count()).toBeLessThanOrEqual(64);
  }
  await expectWell(page, 'after all of it');
});
