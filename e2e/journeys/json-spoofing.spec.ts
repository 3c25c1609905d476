/** JSON that one reader understands differently from the next: what is shown must be what is sent, kept and read by the model (C13). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../harness/test.ts';
import { asked, press, resultOf, start } from '../steps/asks.ts';
import { openTool } from '../steps/by-hand.ts';
import { allowOnce, card, lastAnswer, newChat, send, shownArguments, unfold } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { limitQuestions } from '../steps/questions.ts';
import { main, openServer } from '../steps/servers.ts';
import { local, served } from '../support/entries.ts';
import { offered, startModelEndpoint, textOf } from '../support/model-endpoint.ts';
import type { ChatRequest } from '../support/model-endpoint.ts';

test.describe.configure({ mode: 'parallel' });

const results = (request: ChatRequest | undefined): string[] => (request?.messages ?? []).flatMap((message) => (message.role === 'tool' ? [textOf(message)] : []));

for (const way of ['stdio, session-based', 'HTTP, stateless'] as const) {
  test(`C13 (${way}): keys given twice, prototypes, numbers without end and half characters are read once: the screen and the model have the same (T:C13, T:H05)`, { tag: '@full' }, async ({ app }, info) => {
    test.setTimeout(150_000);
    const { page } = app;
    const isHttp = way.startsWith('HTTP');
    await using http = await served('json-spoofing', { era: '2026-07-28', response: 'sse' });
    const record = path.resolve(info.outputPath('record.jsonl'));
    let tool = '';
    let given: object | string = {};
    await using model = await startModelEndpoint((request) => (request.messages.at(-1)?.role === 'tool' ? { kind: 'text', text: 'Done.' } : { kind: 'call', tool: offered(request, tool).name, arguments: given }));
    await haveServer(app, 'spoof', isHttp ? { url: http.url } : local('json-spoofing', { era: '2025-11-25', record }));
    await haveModel(app, model);
    // More is asked here in a minute than a server may.
    await limitQuestions(page, 100);
    const ask = async (name: string, args: object | string = {}) => {
      tool = name;
      given = args;
      await newChat(page);
      await send(page, `Use ${name}`);
    };

    await test.step('results', async () => {
      for (const [name, shown, hidden] of [
        ['twice-content', 'the second one', 'the first one'],
        ['twice-text', 'the money is gone', 'all is well'],
        ['twice-error', 'refused', null],
        ['escaped-key', 'escaped key', 'plain key'],
        ['proto', 'with a prototype', 'polluted'],
        ['infinite', 'as large as it gets', null],
        ['surrogate', 'half', null],
      ] as const) {
        await ask(name);
        await allowOnce(page);
        await expect(lastAnswer(page)).toContainText('Done.');
        const [read = ''] = results(model.requests.at(-1));
        const row = main(page).getByRole('region', { name: `spoof: ${name}` });
        await unfold(row);
        await expect(row).toContainText(shown);
        expect(read).toContain(shown);
        if (hidden !== null) {
          await expect(row).not.toContainText(hidden);
          expect(read).not.toContain(hidden);
        }
        if (name === 'twice-error') await expect(row).toContainText('The tool reports an error');
        if (name === 'surrogate') await expect(row).toContainText('‹U+D83D›');
      }
      expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
    });
    await test.step('arguments', async () => {
      const sent = () => (isHttp ? http.requests.map(({ body }) => body) : readFileSync(record, 'utf8').split('\n')).filter((line) => line.includes('tools/call')).at(-1) ?? '';
      await ask('echo', '{"path":"/tmp","path":"/etc","p\\u0061th":"/root"}');
      await expect.poll(() => shownArguments(card(page))).toEqual([['path', '/root']]);
      await allowOnce(page);
      await expect(lastAnswer(page)).toContainText('Done.');
      expect(sent()).toContain('/root');
      expect(sent()).not.toMatch(/\/etc|\/tmp/);

      await ask('echo', '{"text":"half \\ud83d"}');
      await expect(card(page)).toContainText('half ‹U+D83D›');
      await expect(card(page)).toContainText('characters that cannot be seen');
      await allowOnce(page);
      await expect(lastAnswer(page)).toContainText('Done.');

      // What cannot be shown as it would be sent is not asked for, and never made.
      const before = sent();
      for (const bad of ['{"amount":1e400}', '{"__proto__":{"admin":true},"path":"/x"}', '{"constructor":{"prototype":{"admin":true}}}', '[1]', '{"a":1}{"b":2}']) {
        await ask('echo', bad);
        await expect(lastAnswer(page)).toContainText('Done.');
        await expect(card(page)).toHaveCount(0);
        const row = main(page).getByRole('region', { name: 'spoof: echo' });
        await expect(row).toContainText('The call was not made, and the model was told so.');
        // As the model wrote it, not as it was read.
        await unfold(row);
        await expect(row).toContainText(bad);
        expect(sent()).toBe(before);
      }
    });
    await test.step('a definition with two names', async () => {
      await openServer(page, 'spoof');
      const article = await openTool(page, 'twice-defined');
      await expect(article).toContainText('Deletes everything.');
      await expect(main(page).getByText('Only reads.')).toBeHidden();
      const [request] = model.requests;
      expect(offered(request as ChatRequest, 'twice-defined').description).toBe('Deletes everything.');
      expect(JSON.stringify(request?.tools)).not.toContain('Only reads');
    });
    if (isHttp) return;
    await test.step('two questions under the ids 77 and "77"', async () => {
      await openServer(page, 'spoof');
      const article = await start(page, 'ids');
      await expect(asked(page)).toHaveCount(2);
      for (const id of ['77', '"77"']) {
        const question = asked(page).filter({ hasText: new RegExp(`Asked under the id ${id}(?!")`) });
        await question.getByRole('textbox', { name: 'answer' }).fill(`for ${id}`);
        await press(question, /^(?:Send|Submit)/, () => expect(question).toBeHidden({ timeout: 2_000 }));
      }
      await expect(resultOf(article)).toContainText('77 got {"action":"accept","content":{"answer":"for 77"}} and "77" got {"action":"accept","content":{"answer":"for \\"77\\""}}');
    });
  });
}
