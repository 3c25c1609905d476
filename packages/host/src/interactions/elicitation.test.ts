/** What servers ask, from real servers in both eras to the queue and back. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FormValues } from '@portolan/contract/elicitation';
import type { ElicitationAnswer, ElicitationView } from '@portolan/contract/elicitation';
import { InteractionId } from '@portolan/contract/ids';
import type { ServerId } from '@portolan/contract/ids';
import type { InteractionAnswer } from '@portolan/contract/interactions';
import type { JsonObject } from '@portolan/contract/json';
import { Rig } from '../servers/testing/rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.create();
});
afterEach(async () => {
  await rig[Symbol.asyncDispose]();
});

const eras = ['legacy', 'modern'] as const;
const elicit = (params: JsonObject): JsonObject => ({ method: 'elicitation/create', params });
const form = (properties: JsonObject, message = 'Please', more: JsonObject = {}): JsonObject => elicit({ message, requestedSchema: { type: 'object', properties, ...more } });

/** A server of this era that asks for whatever a call says. */
async function asking(era: (typeof eras)[number], preset: 'asks' | 'multi-round' = 'asks'): Promise<ServerId> {
  const id = await rig.addFixture(preset, { era });
  await rig.untilState(id, 'ready');
  return id;
}

function call(id: ServerId, tool: string, args: JsonObject = {}, signal = new AbortController().signal): Promise<string> {
  const result = rig.service.callTool(id, tool, args, { signal, onProgress: () => undefined }).then((view) => {
    const [first] = view.content;
    return first?.type === 'text' ? first.text : JSON.stringify(view.content);
  });
  result.catch(() => undefined);
  return result;
}
const ask = (id: ServerId, ...rounds: JsonObject[]) => call(id, 'ask', { rounds });

async function shown(count = 1): Promise<ElicitationView[]> {
  return vi.waitFor(
    () => {
      const views = rig.queue.list().filter((view) => view.kind === 'elicitation');
      expect(views).toHaveLength(count);
      return views;
    },
    { timeout: 10_000, interval: 10 },
  );
}
async function theQuestion(): Promise<ElicitationView> {
  const [view] = await shown();
  if (view === undefined) throw new Error('nothing is asked');
  return view;
}
const answer = (view: ElicitationView, given: InteractionAnswer) => rig.queue.answer(view.id, view.hash, given);
const accept = (content: NonNullable<Extract<ElicitationAnswer, { action: 'accept' }>['content']>): ElicitationAnswer => ({ kind: 'elicitation', action: 'accept', content });
const decline: ElicitationAnswer = { kind: 'elicitation', action: 'decline' };
const cancel: ElicitationAnswer = { kind: 'elicitation', action: 'cancel' };
const urlOf = (view: ElicitationView) => (view.request.mode === 'url' ? view.request : null);
const formOf = (view: ElicitationView) => (view.request.mode === 'form' ? view.request : null);

describe.each(eras)('a form of a %s server', (era) => {
  it('is shown with who asks and for what, and what is answered reaches the server (P13, H04)', async () => {
    const id = await asking(era);
    const result = ask(id, { who: form({ name: { type: 'string', title: 'Name', default: 'Ada' }, size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] } }, 'Who are you?', { required: ['name'] }) });
    const view = await theQuestion();
    expect(view).toMatchObject({ serverId: id, serverName: 'asks', message: 'Who are you?', conversationId: null, cause: { method: 'tools/call', name: 'ask' } });
    expect(formOf(view)?.schema).toMatchObject({ properties: { name: { default: 'Ada' }, size: { oneOf: [{ const: 's', title: 'Small' }, { const: 'l', title: 'Large' }] } }, required: ['name'] });
    expect(answer(view, accept({ name: 'Grace', size: 'l' }))).toEqual({ accepted: true });
    expect(await result).toContain('"content":{"name":"Grace","size":"l"}');
  });

  it('goes back as declined or cancelled, which are two things, and each answer counts once (H04, T:C11)', async () => {
    const id = await asking(era);
    for (const [given, action] of [[decline, 'decline'], [cancel, 'cancel']] as const) {
      const result = ask(id, { q: form({ a: { type: 'string' } }) });
      const view = await theQuestion();
      expect(rig.queue.answer(view.id, 'f'.repeat(64), given)).toEqual({ accepted: false });
      expect(answer(view, given)).toEqual({ accepted: true });
      expect(answer(view, accept({ a: 'late' }))).toEqual({ accepted: false });
      expect(await result).toContain(`"action":"${action}"`);
    }
  });

  it('stands with what is wrong, field by field, until the answer fits (H43, H04)', async () => {
    const id = await asking(era);
    const result = ask(id, { q: form({ age: { type: 'integer', minimum: 1 }, mail: { type: 'string', format: 'email' } }, 'Please', { required: ['age', 'mail'] }) });
    const view = await theQuestion();
    expect(answer(view, accept({ age: 0 }))).toEqual({ accepted: false, problems: [{ field: 'age', code: 'too-small' }, { field: 'mail', code: 'required' }] });
    expect(answer(view, accept({ age: 3, mail: 'a@b.example', extra: 'x' }))).toMatchObject({ accepted: false, problems: [{ field: 'extra', code: 'unknown-field' }] });
    expect(answer(view, accept({ age: 3, mail: 'a@b.example' }))).toEqual({ accepted: true });
    expect(await result).toContain('"age":3');
  });

  it('that asks for a secret can only be declined (T:E01)', async () => {
    const id = await asking(era);
    const secrets: [JsonObject, string?][] = [
      [{ password: { type: 'string' } }],
      [{ value: { type: 'string', title: 'API key' } }],
      [{ x: { type: 'string', description: 'Enter your seed phrase here' } }],
      [{ code: { type: 'string', title: 'One-time code' } }],
      [{ x: { type: 'string', title: 'Pаsswоrd' } }],
      [{ x: { type: 'string' } }, 'Please type your GitHub password to go on.'],
      [{ x: { type: 'string', title: '密码' } }],
    ];
    for (const [properties, message] of secrets) {
      const result = ask(id, { q: form(properties, message) });
      const view = await theQuestion();
      expect(formOf(view)?.isSecretAsked || (formOf(view)?.secretFields.length ?? 0) > 0, JSON.stringify(properties)).toBe(true);
      const name = Object.keys(properties)[0] ?? '';
      expect(answer(view, accept({ [name]: 'hunter2' })).accepted).toBe(false);
      answer(view, decline);
      const told = await result;
      expect(told).toContain('decline');
      expect(told).not.toContain('hunter2');
    }
  });
});

describe.each(eras)('a page of a %s server', (era) => {
  const page = (url: string) => elicit({ mode: 'url', message: 'Sign in', url, ...(era === 'legacy' ? { elicitationId: 'flow-1' } : {}) });

  it('is opened by the person alone, through the one door, and asked for again as the era has it (P13, H38, T:E04)', async () => {
    const id = await asking(era);
    const result = ask(id, { q: page('https://example.com/login?flow=1') });
    const view = await theQuestion();
    expect(urlOf(view)).toMatchObject({ phase: 'ask', url: { href: 'https://example.com/login?flow=1', host: { before: '', domain: 'example.com', port: '' } } });
    // What was not opened can't be done with.
    expect(answer(view, { kind: 'elicitation', action: 'accept' }).accepted).toBe(false);
    expect(rig.opened).toEqual([]);
    await expect(rig.asks.openPage(view.id, view.hash)).resolves.toEqual({ outcome: 'opened' });
    expect(rig.opened).toEqual(['https://example.com/login?flow=1']);
    if (era === 'legacy') {
      // The server waits by itself and says when it is done.
      expect(await result).toContain('"action":"accept"');
      expect(urlOf(await theQuestion())?.phase).toBe('waiting');
      await call(id, 'announce', { id: 'something-else' });
      expect(urlOf(await theQuestion())?.phase).toBe('waiting');
      await call(id, 'announce', { id: 'flow-1' });
      await shown(0);
    } else {
      expect(urlOf(await theQuestion())?.phase).toBe('opened');
      await rig.asks.openPage(view.id, view.hash);
      expect(rig.opened).toHaveLength(2);
      expect(answer(view, { kind: 'elicitation', action: 'accept' })).toEqual({ accepted: true });
      expect(await result).toContain('"action":"accept"');
    }
  });

  it('with a script, a file, a user name or plain http is refused without being shown (T:E02, T:E03)', async () => {
    const id = await asking(era);
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'blob:https://a/b', 'ms-settings:', 'intent://x', 'portolan://add', 'https://google.com@evil.example/', 'http://evil.example/', 'https://exa\u200bmple.com/']) {
      const told = await ask(id, { q: page(url) }).catch((error: unknown) => String(error));
      expect(told, url).toMatch(/error|Error/);
    }
    expect(rig.queue.list()).toEqual([]);
    expect(rig.opened).toEqual([]);
  });
});

describe('what a server asks', () => {
  it('in one round stands on one sheet, and two calls never get each other’s answers (T:E09, P13)', async () => {
    const id = await asking('modern');
    const first = ask(id, { a: form({ v: { type: 'string' } }, 'a'), b: form({ v: { type: 'string' } }, 'b') });
    const second = ask(id, { a: form({ v: { type: 'string' } }, 'second a') });
    const views = await shown(3);
    const sheet = views.filter(({ message }) => message !== 'second a');
    expect(new Set(sheet.map(({ round }) => round?.id)).size).toBe(1);
    expect(sheet.map(({ round }) => [round?.position, round?.count])).toEqual([[1, 2], [2, 2]]);
    for (const view of views) expect(answer(view, accept({ v: `for ${view.message}` }))).toEqual({ accepted: true });
    expect(await first).toContain('"a":{"action":"accept","content":{"v":"for a"}},"b":{"action":"accept","content":{"v":"for b"}}');
    expect(await second).toContain('"a":{"action":"accept","content":{"v":"for second a"}}');
  });

  it('in one round is answered as a whole or not at all (H04, P13)', async () => {
    const id = await asking('modern');
    const result = ask(id, { a: form({ v: { type: 'string', minLength: 2 } }, 'a'), b: form({ v: { type: 'string' } }, 'b', { required: ['v'] }) });
    const views = await shown(2);
    const all = (...values: JsonObject[]) => rig.asks.resolveRound({ answers: views.map(({ id: view, hash }, at) => ({ id: view, hash, answer: accept(FormValues.parse(values[at])) })) });
    expect(await all({ v: 'x' }, {})).toEqual({ accepted: false, problems: [{ id: views[0]?.id, problems: [{ field: 'v', code: 'too-short' }] }, { id: views[1]?.id, problems: [{ field: 'v', code: 'required' }] }] });
    expect(await all({ v: 'xx' }, {})).toMatchObject({ accepted: false });
    // Neither a stale hash nor one question twice.
    expect(await rig.asks.resolveRound({ answers: views.map(({ id: view }) => ({ id: view, hash: 'f'.repeat(64), answer: decline })) })).toEqual({ accepted: false });
    expect(await rig.asks.resolveRound({ answers: views.map(() => ({ id: views[0]?.id ?? InteractionId.parse('x'), hash: views[0]?.hash ?? '', answer: decline })) })).toEqual({ accepted: false });
    await shown(2);
    expect(await all({ v: 'xx' }, { v: 'y' })).toEqual({ accepted: true });
    expect(await result).toContain('"a":{"action":"accept","content":{"v":"xx"}},"b":{"action":"accept","content":{"v":"y"}}');
  });

  it('with a pattern is tried in a thread that is ended when the pattern takes for ever (T:E08)', async () => {
    const id = await asking('legacy');
    const plate = { type: 'string', pattern: '^[A-Z]{2}-\\d+$' };
    const result = ask(id, { q: form({ plate, slow: { type: 'string', pattern: '^(a+)+$' } }) });
    const view = await theQuestion();
    const send = (content: FormValues) => rig.asks.resolve({ id: view.id, hash: view.hash, answer: accept(content) });
    expect(await send({ plate: 'nope', slow: 'a' })).toEqual({ accepted: false, problems: [{ field: 'plate', code: 'pattern' }] });
    expect(await send({ plate: 'AB-12', slow: `${'a'.repeat(40)}!` })).toEqual({ accepted: true });
    expect(await result).toContain('AB-12');
  });

  it('is taken back with the reason when the server or the call goes (R07)', async () => {
    const seen: unknown[] = [];
    const watching = new AbortController();
    void (async () => {
      for await (const event of rig.queue.watch(watching.signal)) if (event.type === 'settled') seen.push(event.reason);
    })();
    const modern = await asking('modern');
    const leaving = new AbortController();
    const stopped = call(modern, 'ask', { rounds: [{ q: form({ a: { type: 'string' } }) }] }, leaving.signal);
    await shown();
    leaving.abort();
    await expect(stopped).rejects.toThrow(/\S/);
    await shown(0);
    // An older server is told of the end of the call, and did not take anything back.
    const older = await asking('legacy');
    const quitting = new AbortController();
    const quit = call(older, 'ask', { rounds: [{ q: form({ a: { type: 'string' } }) }] }, quitting.signal);
    await shown();
    quitting.abort();
    await expect(quit).rejects.toThrow(/\S/);
    await shown(0);
    await call(older, 'ask-cancel');
    await vi.waitFor(() => expect(seen).toEqual(['call-over', 'call-over', 'taken-back']));
    const legacy = await asking('legacy', 'multi-round');
    const lost = call(legacy, 'ask-name');
    await shown();
    await rig.supervisor.get(legacy).stop();
    await expect(lost).rejects.toThrow(/\S/);
    await shown(0);
    await vi.waitFor(() => expect(seen).toEqual(['call-over', 'call-over', 'taken-back', 'server-gone']));
    watching.abort();
  });

  it('without end is ended: rounds of newer servers, questions of older ones, and whatever the person stopped (T:E07, H48)', async () => {
    const endless = async (era: 'legacy' | 'modern'): Promise<{ asked: number; told: string }> => {
      const id = await asking(era, 'multi-round');
      let told: string | null = null;
      void call(id, 'endless').then(
        (text) => (told = text),
        (error: unknown) => (told = String(error)),
      );
      let asked = 0;
      await vi.waitFor(
        () => {
          for (const view of rig.queue.list()) {
            asked += 1;
            if (view.kind === 'elicitation') answer(view, accept({ yes: true }));
          }
          expect(told).not.toBeNull();
        },
        { timeout: 15_000, interval: 5 },
      );
      return { asked, told: told ?? '' };
    };
    expect((await endless('legacy')).asked).toBe(10);
    expect((await endless('modern')).asked).toBe(10);

    const id = await asking('legacy');
    const many = call(id, 'ask-many', { count: 8 });
    const views = await shown(3);
    const [view] = views;
    if (view === undefined) throw new Error('nothing is asked');
    answer(view, { kind: 'elicitation', action: 'decline', stopAsking: true });
    expect(await many).toContain('"answered":8');
    expect(rig.queue.list()).toEqual([]);
    expect(rig.asks.isStopped(id)).toBe(true);
    // The page of the server hears of it, so that it can be lifted there.
    await rig.until(id, (seen) => seen.asks.isStopped);
    // It stays so, until the person lifts it.
    expect(await ask(id, { q: form({ a: { type: 'string' } }) })).toContain('decline');
    rig.asks.letAsk(id);
    const again = ask(id, { q: form({ a: { type: 'string' } }) });
    answer(await theQuestion(), cancel);
    expect(await again).toContain('cancel');
  });

  it('is not offered to a server that may not ask, and a no holds at once (H04, P13)', async () => {
    const id = await asking('legacy');
    const context = rig.context();
    await rig.routes['servers/setAsks']({ serverId: id, elicitation: 'off' }, context);
    expect(rig.supervisor.get(id).asks).toMatchObject({ elicitation: 'off', sampling: 'off', roots: null, needsRestart: true, isStopped: false });
    expect(await ask(id, { q: form({ a: { type: 'string' } }) })).toContain('decline');
    await rig.supervisor.get(id).stop();
    await rig.supervisor.get(id).start();
    await rig.untilState(id, 'ready');
    expect(rig.supervisor.get(id).asks.needsRestart).toBe(false);
    expect(await ask(id, { q: form({ a: { type: 'string' } }) })).toContain('-32601');
    expect(rig.queue.list()).toEqual([]);
  });

  it('leaves word in the log of the server, without what was answered (H09)', async () => {
    const id = await asking('modern');
    const result = ask(id, { q: form({ a: { type: 'string' } }) });
    answer(await theQuestion(), accept({ a: 'private words' }));
    await result;
    const watching = new AbortController();
    const lines: string[] = [];
    for await (const batch of rig.supervisor.get(id).log.watch(undefined, watching.signal)) {
      lines.push(...batch.lines.map(({ text }) => text));
      break;
    }
    expect(lines.join('\n')).toContain('elicitation mode=form outcome=accept');
    expect(lines.join('\n')).not.toContain('private words');
  });
});
