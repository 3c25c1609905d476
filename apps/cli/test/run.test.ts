import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProfileId, ProviderId, ServerId, TemplateId } from '@portolan/contract/ids';
import { openStorage } from '@portolan/host/storage/open-storage';
import { eventually, fixture, Place } from './place.ts';

interface Asked {
  messages: { role: string; content: unknown }[];
  tools?: { function: { name: string } }[];
}
type Answer = { text: string } | { call: string; args: object } | { hang: string } | { status: number };

/** A model on loopback, in the wire format that most services speak. */
class Model implements AsyncDisposable {
  readonly requests: Asked[] = [];
  answer: (asked: Asked) => Answer = () => ({ text: 'Understood.' });
  /** Connections that were cut before they ended. */
  cut = 0;
  readonly #server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      const asked = JSON.parse(body) as Asked;
      this.requests.push(asked);
      this.#stream(response, this.answer(asked));
    });
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  #stream(response: ServerResponse, answer: Answer): void {
    response.on('close', () => (this.cut += response.writableEnded ? 0 : 1));
    if ('status' in answer) return void response.writeHead(answer.status, { 'content-type': 'application/json' }).end('{"error":{"message":"bad key"}}');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const piece = (delta: object, finish: string | null = null) => response.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
    if ('hang' in answer) return void piece({ role: 'assistant', content: answer.hang });
    if ('text' in answer) for (const part of answer.text.match(/[^]{1,5}/g) ?? []) piece({ role: 'assistant', content: part });
    else piece({ role: 'assistant', tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: answer.call, arguments: JSON.stringify(answer.args) } }] });
    piece({}, 'text' in answer ? 'stop' : 'tool_calls');
    response.end('data: [DONE]\n\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

interface Result {
  conversationId: string | null;
  profile: string | null;
  model: string;
  status: string;
  text: string;
  calls: { server: string; tool: string; state: string; decidedBy: string | null }[];
}

const providerId = ProviderId.parse('loopback');
const toolsOf = (asked: Asked | undefined) => asked?.tools?.map((tool) => tool.function.name) ?? [];
const lastOf = (asked: Asked | undefined) => JSON.stringify(asked?.messages.at(-1)?.content);

function inDatabase<T>(dataDir: string, work: (storage: ReturnType<typeof openStorage>) => T): Promise<T> {
  const storage = openStorage({ folder: dataDir, notices: { add: () => undefined } });
  const value = work(storage);
  return storage.close().then(() => value);
}

describe.skipIf(process.platform !== 'linux').each(['alone', 'attached to a running app'] as const)('a profile run from the command line, %s (C11)', (way) => {
  let place: Place;
  const model = new Model();
  beforeAll(async () => {
    await model.listen();
    place = new Place(
      { shelf: fixture('shelves', { tools: 2 }), hostile: fixture('evil-text') },
      { providers: [{ id: 'loopback', kind: 'openai-compatible', name: 'Loopback', baseUrl: model.url, models: [{ id: 'm', source: 'added' }] }], defaultModel: { providerId: 'loopback', model: 'm' } },
    );
    const list = await place.json<{ servers: { id: string; name: string }[] }>(['servers', 'list']);
    const shelf = ServerId.parse(list.value.servers.find(({ name }) => name === 'shelf')?.id);
    await inDatabase(place.dataDir, ({ profiles, templates }) => {
      const base = { model: { providerId, model: 'm' }, parameters: {}, instructions: 'Be brief.' };
      profiles.put(ProfileId.parse('pf_1'), 'Shelf work', { ...base, servers: [{ serverId: shelf, name: 'shelf', tools: null }] });
      profiles.put(ProfileId.parse('pf_2'), 'Nothing', { ...base, servers: [] });
      profiles.put(ProfileId.parse('pf_3'), 'Lost', { ...base, servers: [{ serverId: ServerId.parse('gone'), name: 'gone', tools: null }] });
      profiles.put(ProfileId.parse('pf_4'), 'No model', { ...base, model: { providerId: ProviderId.parse('gone'), model: 'x' }, servers: [] });
      templates.put(TemplateId.parse('pt_1'), 'greet', { description: '', text: 'Greet {{who}} in {{language}} with {{tool:shelf/harvset}}.', bound: {} });
      templates.put(TemplateId.parse('pt_2'), 'look', { description: '', text: 'Read {{resource:docs://guide/readme.md}}.', bound: {} });
    });
    if (way !== 'alone') await place.startApp();
    await place.review('shelf');
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
  });

  it('answers on stdout with the profile’s instructions and tools, and keeps the chat', async () => {
    model.answer = () => ({ text: 'One line.\nAnd another.' });
    const { code, stdout, stderr } = await place.run(['run', '--profile', 'shelf WORK', 'What is new?']);
    expect([code, stdout]).toEqual([0, 'One line.\nAnd another.\n']);
    expect(stderr).not.toContain('!');
    const asked = model.requests.at(-1);
    expect(toolsOf(asked).toSorted()).toContain('shelf__harvest');
    expect(toolsOf(asked).some((name) => name.startsWith('hostile'))).toBe(false);
    expect(JSON.stringify(asked?.messages[0])).toContain('Be brief.');
    expect(lastOf(asked)).toBe('"What is new?"');
    const { value } = await place.json<Result>(['run', '--profile', 'Nothing', 'Hello?']);
    expect(value).toMatchObject({ profile: 'Nothing', model: 'm', status: 'complete', text: 'One line.\nAnd another.', calls: [] });
    if (way === 'alone') expect(await inDatabase(place.dataDir, ({ conversations }) => conversations.list().map(({ title }) => title))).toEqual(['Hello?', 'What is new?']);
  });

  it('refuses a call that no permission allows: told to the model, said on stderr, and the exit code is 3 (H01)', async () => {
    model.answer = ({ messages }) => (messages.some(({ role }) => role === 'tool') ? { text: 'Then not.' } : { call: 'shelf__harvest', args: {} });
    const refused = await place.json<Result>(['run', '--profile', 'Shelf work', 'Read the harvest.']);
    expect(refused.code).toBe(3);
    expect(refused.value.calls).toMatchObject([{ server: 'shelf', tool: 'harvest', state: 'denied', decidedBy: 'unattended' }]);
    expect(refused.stderr).toContain('Refused: harvest of shelf. Nobody could be asked');
    expect(lastOf(model.requests.at(-1))).toContain('nobody is there to be asked');
    expect((await place.run(['rules', 'add', 'allow', 'shelf', 'harvest', '--yes'])).code).toBe(0);
    const allowed = await place.json<Result>(['run', '--profile', 'Shelf work', '--no-save', 'Read the harvest.']);
    expect(allowed.value).toMatchObject({ conversationId: null, text: 'Then not.', calls: [{ state: 'done', decidedBy: 'always-rule' }] });
    expect(allowed.code).toBe(0);
    expect(lastOf(model.requests.at(-1))).toContain('The harvest of the year.');
    if (way === 'alone') expect(await inDatabase(place.dataDir, ({ conversations }) => conversations.list().filter(({ title }) => title === 'Read the harvest.').length)).toBe(1);
  });

  it('attaches what a template names, also of a server that was just started for it', async () => {
    model.answer = () => ({ text: 'Read.' });
    const { code, stderr } = await place.run(['run', '--profile', 'Shelf work', '--template', 'look', '--no-save']);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('!')]);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('How the beds are kept through the year.');
  });

  it.skipIf(way === 'alone')('fills in a template, says what of it is gone, and reads stdin', async () => {
    model.answer = () => ({ text: 'Hi.' });
    const { code, stderr } = await place.run(['run', '--profile', 'Shelf work', '--template', '/Greet', '--var', 'who=Ann = Bob', '--var=language=Latin', '-'], { stdin: 'And be kind.\n' });
    expect(code).toBe(0);
    expect(stderr).toContain('! Template, line 1: “shelf” has no tool called “harvset”.');
    expect(lastOf(model.requests.at(-1))).toContain('Greet Ann = Bob in Latin with shelf/harvset.\\n\\nAnd be kind.');
    const cases: [string[], number, string][] = [
      [['--template', 'greet', '--var', 'who=x'], 2, 'needs a value for: language'],
      [['--template', 'greet', '--var', 'who=x', '--var', 'language=y', '--var', 'other=z'], 2, 'has no place called: other'],
      [['--var', 'x=y', 'Hi'], 2, '--var is for a template'],
      [['--template', 'nothing'], 4, 'There are: greet, look.'],
      [['--profile', 'nobody', 'Hi'], 4, 'There are: Lost, No model, Nothing, Shelf work.'],
      [['--profile', 'Lost', 'Hi'], 4, 'gone is left out: it is not there any more.'],
      [['--profile', 'No model', 'Hi'], 4, 'There is no provider'],
      [['-'], 2, 'There is nothing to ask'],
    ];
    for (const [args, expected, words] of cases) {
      // oxlint-disable-next-line no-await-in-loop -- one line after the other
      const ended = await place.run(['run', ...args]);
      expect([args, ended.code]).toEqual([args, expected]);
      expect(ended.stderr).toContain(words);
    }
  });

  it.skipIf(way === 'alone')('lets nothing of a model or a server move the terminal (B03, T:B03)', async () => {
    model.answer = () => ({ text: 'a\u001b[2Jb\u009b1mc\r\n\u202ed\u001b]0;title\u0007' });
    const { stdout } = await place.run(['run', '--profile', 'Nothing', '--no-save', 'Draw.']);
    expect(stdout).toBe('a\\u{1b}[2Jb\\u{9b}1mc\n\\u{202e}d\\u{1b}]0;title\\u{7}\n');
  });

  it.skipIf(way === 'alone')('says what went wrong with the model, with 1', async () => {
    model.answer = () => ({ status: 401 });
    const { code, value, stderr } = await place.json<Result & { problem: { code: string } }>(['run', '--profile', 'Nothing', '--no-save', 'Hi.']);
    expect([code, value.status, value.problem.code]).toEqual([1, 'failed', 'model-key-refused']);
    expect(stderr).toContain('Loopback');
  });
});

/** A server that is ready long before it says which resources it has. */
const slowLists = `
let rest = '';
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {}, resources: {} }, serverInfo: { name: 'slow', version: '1' } }),
  'tools/list': () => ({ tools: [] }),
  'resources/list': () => ({ resources: [{ uri: 'slow://one', name: 'one' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, mimeType: 'text/plain', text: 'What it says.' }] }),
  ping: () => ({}),
};
process.stdin.on('data', (data) => {
  const lines = (rest + data).split('\\n');
  rest = lines.pop();
  for (const { id, method, params } of lines.filter(Boolean).map((line) => JSON.parse(line))) {
    if (id === undefined) continue;
    const answer = answers[method] === undefined ? { error: { code: -32601, message: 'no' } } : { result: answers[method](params ?? {}) };
    setTimeout(() => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n'), method.startsWith('resources/') && method.endsWith('list') ? 700 : 0);
  }
});
process.stdin.on('end', () => process.exit());
`;

const loopbackAlone = (model: Model) => ({ providers: [{ id: 'loopback', kind: 'openai-compatible', name: 'Loopback', baseUrl: model.url, models: [{ id: 'm', source: 'added' }] }], defaultModel: { providerId: 'loopback', model: 'm' } });

describe.skipIf(process.platform !== 'linux')('a run with a template (C11)', () => {
  it('begins once the resources of a server that was just started are known: none is called unknown', async () => {
    await using model = new Model();
    await model.listen();
    await using place = new Place({ slow: { command: process.execPath, args: ['-e', slowLists] } }, loopbackAlone(model));
    await inDatabase(place.dataDir, ({ templates }) => templates.put(TemplateId.parse('pt_1'), 'look', { description: '', text: 'Read {{resource:slow://one}}.', bound: {} }));
    await place.review('slow');
    const { code, stderr } = await place.run(['run', '--template', 'look']);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('!')]);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('What it says.');
  });
});

describe.skipIf(process.platform !== 'linux')('a run that is stopped (C11, O07)', () => {
  it.each(['alone', 'attached to a running app'])('leaves no chat behind where it is not to be kept, %s', async (way) => {
    await using model = new Model();
    await model.listen();
    model.answer = () => ({ hang: 'It begins\nand then' });
    await using place = new Place({}, loopbackAlone(model));
    if (way !== 'alone') await place.startApp();
    const running = place.start(['run', '--no-save', 'Tell me all.']);
    await running.until('It begins');
    running.child.kill('SIGINT');
    const ended = await running.ended;
    expect([ended.code, ended.stdout]).toEqual([130, 'It begins\nand then\n']);
    expect(ended.stderr).toContain('The answer was stopped.');
    await eventually(() => model.cut, (cut) => cut === 1);
    await place.stopApp();
    expect(await inDatabase(place.dataDir, ({ conversations }) => conversations.list())).toEqual([]);
    expect(place.processes()).toEqual([]);
  });

  it('ends the answer, keeps what came of it and leaves nothing behind', async () => {
    await using model = new Model();
    await model.listen();
    model.answer = () => ({ hang: 'It begins\nand then' });
    await using place = new Place({}, { providers: [{ id: 'loopback', kind: 'openai-compatible', name: 'Loopback', baseUrl: model.url, models: [{ id: 'm', source: 'added' }] }], defaultModel: { providerId: 'loopback', model: 'm' } });
    const running = place.start(['run', 'Tell me all.']);
    await running.until('It begins');
    running.child.kill('SIGINT');
    const ended = await running.ended;
    expect([ended.code, ended.stdout]).toEqual([130, 'It begins\nand then\n']);
    expect(ended.stderr).toContain('The answer was stopped.');
    await eventually(() => model.cut, (cut) => cut === 1);
    const messages = await inDatabase(place.dataDir, ({ conversations }) => conversations.list().flatMap(({ id }) => conversations.messages(id)));
    expect(messages.map(({ role, status, parts }) => [role, status, parts.map((part) => (part.type === 'text' ? part.text : ''))])).toEqual([
      ['user', 'complete', ['Tell me all.']],
      ['assistant', expect.stringMatching(/^(?:stopped|interrupted)$/), ['It begins\nand then']],
    ]);
    expect(place.processes()).toEqual([]);
  });
});
