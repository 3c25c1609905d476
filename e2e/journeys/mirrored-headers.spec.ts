/** Tools that have arguments mirrored into HTTP headers: wrong marks, and values that would break out of a header (C15). */
import { expect, test } from '../harness/test.ts';
import { callTool } from '../steps/by-hand.ts';
import { allowOnce, card, lastAnswer, newChat, readToEnd, send } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, openServer, openTab } from '../steps/servers.ts';
import { served } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

test.describe.configure({ mode: 'parallel' });

const mark = (header: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': header });
const tool = (name: string, inputSchema: object) => ({ name, description: `The case ${name}.`, inputSchema: { type: 'object', ...inputSchema } });
const good = tool('good', { properties: { region: mark('Region'), count: mark('Count', 'integer'), api_token: mark('Token'), note: { type: 'string' } } });

/** Tool → what its page gives as the reason for which it is left out. */
const bad: Record<string, [object, RegExp]> = {
  crlf: [{ properties: { a: mark('A\r\nAuthorization: Bearer stolen') } }, /a has an x-mcp-header that is no HTTP header name/],
  bidi: [{ properties: { a: mark('Region\u202E') } }, /no HTTP header name/],
  blank: [{ properties: { a: mark('') } }, /no HTTP header name/],
  list: [{ properties: { a: mark(['A']) } }, /no HTTP header name/],
  twice: [{ properties: { a: mark('Region'), b: mark('rEGION') } }, /Two properties have the same x-mcp-header/],
  object: [{ properties: { a: mark('A', 'object') } }, /its type is not string, integer or boolean/],
  number: [{ properties: { a: mark('A', 'number') } }, /its type is not string, integer or boolean/],
  either: [{ properties: { a: mark('A', ['string', 'null']) } }, /its type is not string, integer or boolean/],
  items: [{ properties: { a: { type: 'array', items: mark('A') } } }, /only properties reached through properties alone/],
  any: [{ properties: { a: { anyOf: [mark('A'), { type: 'integer' }] } } }, /only properties reached through properties alone/],
  root: [{ 'x-mcp-header': 'A', properties: {} }, /The schema itself has an x-mcp-header/],
};
const tools = JSON.stringify([good, ...Object.entries(bad).map(([name, [schema]]) => tool(name, schema))]);

test('C15: wrong marks leave a tool out with the reason, breaking values stay one value, and a mirrored key stands in no log (T:C15)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  const breaking = 'eu\r\nX-Evil: 1\r\n\r\nGET /steal HTTP/1.1';
  const key = 'sk-mirrored-0123456789abcdef';
  await using server = await served('scripted', { era: '2026-07-28', tools });
  await using model = await startModelEndpoint((request) => (lastToolResult(request) === null ? { kind: 'call', tool: offered(request, 'good').name, arguments: { region: breaking, count: 7, api_token: key, note: 'not mirrored' } } : { kind: 'text', text: 'It is done.' }));
  await haveServer(app, 'mirror', { url: server.url });

  await test.step('each wrong mark, with its reason', async () => {
    const panel = await openTab(page, 'Tools');
    await expect(panel.getByRole('listitem')).toHaveText([/^good/]);
    await panel.getByRole('button', { name: `${Object.keys(bad).length} items refused` }).click();
    for (const [name, [, reason]] of Object.entries(bad)) await expect(panel.getByRole('listitem').filter({ hasText: new RegExp(`^${name}: `) })).toHaveText(reason);
  });
  await test.step('by a model that obeys, with a value that would end the header', async () => {
    await haveModel(app, model);
    await newChat(page);
    await send(page, 'Use the good one');
    await expect(card(page)).toContainText('X-Evil: 1');
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['mirror__good']);
    await readToEnd(page);
    await allowOnce(page);
    await expect(lastAnswer(page)).toContainText('It is done.');
    const calls = server.requests.filter(({ body }) => body.includes('"tools/call"'));
    expect(calls).toHaveLength(1);
    expect(server.requests.filter(({ url }) => url.includes('steal'))).toEqual([]);
    const { headers = {} } = calls[0] ?? {};
    expect(headers['x-evil']).toBeUndefined();
    expect(headers['mcp-param-region']).toBe(`=?base64?${Buffer.from(breaking).toString('base64')}?=`);
    expect(headers).toMatchObject({ 'mcp-param-count': '7', 'mcp-param-token': key });
    expect(Object.keys(headers).filter((name) => name.startsWith('mcp-param-')).toSorted()).toEqual(['mcp-param-count', 'mcp-param-region', 'mcp-param-token']);
  });
  await test.step('by hand', async () => {
    await openServer(page, 'mirror');
    await expect(await callTool(page, 'good', { region: 'eu west' })).toContainText('"region":"eu west"');
    expect(server.requests.at(-1)?.headers['mcp-param-region']).toBe('eu west');
  });
  await test.step('neither the log nor the trace shows the key', async () => {
    for (const tab of ['Log', 'Trace'] as const) {
      await openTab(page, tab);
      await expect(main(page)).not.toContainText(key);
    }
    const trace = await openTab(page, 'Trace');
    const entry = page.getByRole('region', { name: 'Entry' });
    // The first call, with its headers.
    await trace.getByRole('row').filter({ hasText: /tools\/call/ }).first().click();
    await expect(entry).toContainText('not mirrored');
    await entry.getByRole('button', { name: /^POST/ }).click();
    await expect(entry).toContainText(/mcp-param-token/i);
    await expect(main(page)).not.toContainText(key);
  });
});

test('C15: over the older era nothing is mirrored, and no tool is lost for a mark that means nothing there (T:C15)', { tag: '@full' }, async ({ app }) => {
  const { page } = app;
  await using server = await served('scripted', { era: '2025-11-25', tools });
  await haveServer(app, 'mirror', { url: server.url });
  await expect(page.getByRole('tab', { name: 'Tools' })).toContainText(String(Object.keys(bad).length + 1));
  await expect(await callTool(page, 'good', { region: 'eu' })).toContainText('"region":"eu"');
  expect(server.requests.flatMap(({ headers }) => Object.keys(headers)).filter((name) => name.startsWith('mcp-param-'))).toEqual([]);
});
