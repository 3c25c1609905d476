/** What a hostile script may try, each against the real sandbox: it stays inside, it ends, and what it says is a text. */
import { describe, expect, it } from 'vitest';
import { Sandbox } from './sandbox.ts';
import { scriptLimits } from './script-messages.ts';
import type { FromScript, ScriptEnding, ScriptLimits } from './script-messages.ts';

interface Ran {
  ending: ScriptEnding;
  message: string;
  printed: string;
  calls: Extract<FromScript, { type: 'call' }>[];
}

/** Time goes on by a millisecond each time somebody looks, so that nothing here depends on how fast this machine is. */
async function run(code: string, { limits = {}, answer = () => ({ isOk: true, value: 'null' }) }: { limits?: Partial<ScriptLimits>; answer?: (call: Extract<FromScript, { type: 'call' }>) => { isOk: true; value: string } | { isOk: false; code: string; message: string } } = {}): Promise<Ran> {
  const heard: FromScript[] = [];
  let looks = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const sandbox = await Sandbox.open(
    { code, tools: [['files', ['read', 'then', '__proto__', 'constructor']], ['__proto__', ['x']]], limits: { ...scriptLimits, cpuMs: 200, memoryBytes: 16 * 1024 * 1024, ...limits } },
    {
      cpu: () => (looks += 1),
      send: (message) => {
        heard.push(message);
        if (message.type === 'end') resolve();
        if (message.type === 'call') queueMicrotask(() => sandbox.answer({ id: message.id, ...answer(message) }));
      },
    },
  );
  sandbox.run();
  await promise;
  const end = heard.find((message) => message.type === 'end');
  if (end === undefined) throw new Error('it did not end');
  return {
    ending: end.ending,
    message: end.message,
    printed: heard.flatMap((message) => (message.type === 'print' ? [message.text] : [])).join(''),
    calls: heard.filter((message) => message.type === 'call'),
  };
}

const say = (expression: string) => `try { print(${expression}) } catch (error) { print('caught', error) }`;

describe('a script in the sandbox (C17)', () => {
  it.each<[attack: string, code: string, expected: RegExp]>([
    ['finds no process', say('typeof process'), /^undefined/],
    ['finds no require', say('typeof require'), /^undefined/],
    ['finds no WebAssembly', say('typeof WebAssembly'), /^undefined/],
    ['finds no network', say('[typeof fetch, typeof XMLHttpRequest, typeof WebSocket]'), /undefined[^]*undefined[^]*undefined/],
    ['finds no modules of the engine', say('[typeof std, typeof os, typeof Deno, typeof Bun]'), /^\[\s+"undefined",\s+"undefined"/],
    ['finds no timers but sleep', say('[typeof setTimeout, typeof setInterval, typeof queueMicrotask === "undefined" || true]'), /"undefined",\s+"undefined"/],
    ['imports nothing', 'try { await import("node:fs"); print("in") } catch { print("closed") }', /^closed/],
    ['imports no address', 'try { await import("data:text/javascript,1"); print("in") } catch { print("closed") }', /^closed/],
    ['makes no code by eval', say('eval("1+1")'), /Making code out of text is switched off/],
    ['makes no code by Function', say('new Function("return 1")()'), /switched off/],
    ['makes no code by a function’s constructor', say('(() => 1).constructor("return 1")()'), /switched off/],
    ['makes no code by an async function’s constructor', say('(async () => 1).constructor("return 1")()'), /switched off/],
    ['makes no code by a generator’s constructor', say('(function* () {}).constructor("return 1")()'), /switched off/],
    ['makes no code by what stands above the constructors', say('Object.getPrototypeOf((async () => 1).constructor) === Object.getPrototypeOf(Function) && Reflect.construct((() => 1).constructor, ["return 1"])'), /switched off/],
    ['reaches no constructor of ours through a tool', say('tools.files.read.constructor("return process")()'), /switched off/],
    ['reaches no prototype of ours through print', say('print.constructor("return this")()'), /switched off/],
    ['reads no path of ours in an error', 'try { await tools.files.read(1n) } catch (error) { print(error.stack) }', /^(?![^]*(node_modules|packages|file:|\/src\/))/],
    ['reads no path of ours where a limit is refused', 'try { await sleep(1e9) } catch (error) { print(error.name, error.message, error.stack) }', /^(?![^]*(node_modules|packages|file:|\.ts))RangeError/],
    ['does not replace tools', say('(() => { tools = 1 })()'), /caught TypeError/],
    ['does not replace a tool', say('(() => { tools.files.read = () => 1 })()'), /caught TypeError/],
    ['does not take print away', say('delete globalThis.print'), /caught TypeError/],
    ['asks for a server that is not there', say('tools.mail'), /ToolError: There is no server "mail"/],
    ['asks for a tool that is not there', 'try { await tools.files.burn({}) } catch (error) { print(error.code, error.message) }', /^tool-unknown The server "files" has no tool "burn"/],
    ['waits for a shelf of tools', 'print(typeof (await tools))', /^object/],
    ['throws what can’t be read', 'throw { get message() { throw 1 }, toString() { throw 2 }, toJSON() { throw 3 } }', /^$/],
    ['prints what can’t be read', 'print({ toString() { throw 1 }, toJSON() { throw 2 } }); print(Symbol("s")); print(10n); print(null, undefined)', /can’t be printed\]\nSymbol\(s\)\n10\nnull undefined/],
    ['prints half a letter', 'print("\\ud800x")', /x/],
    ['breaks what the app uses in there', 'JSON.stringify = JSON.parse = Promise.prototype.then = String = Object.create = null; print({ a: 1 })', /"a": 1/],
    ['poisons the prototypes', 'Object.prototype.x = 1; Array.prototype[Symbol.iterator] = null; Object.defineProperty(Object.prototype, "resolve", { get() { throw 1 } }); print(await tools.files.read({ a: 1 }))', /^null/],
  ])('%s', async (_attack, code, expected) => {
    const ran = await run(code);
    expect(ran.printed).toMatch(expected);
    expect(['done', 'error']).toContain(ran.ending);
    expect(typeof ran.message).toBe('string');
  });

  it.each<[attack: string, code: string, endings: ScriptEnding[]]>([
    ['an endless loop', 'for (;;);', ['time']],
    ['an endless loop that catches everything', 'for (;;) { try { for (;;); } catch {} finally { continue } }', ['time']],
    ['endless small jobs', 'for (;;) await 0;', ['time']],
    ['jobs that make jobs', 'const bomb = () => Promise.resolve().then(bomb).then(bomb); await bomb();', ['time', 'memory']],
    ['a regular expression that never ends', '/^(a+)+$/.test("a".repeat(60) + "b")', ['time']],
    ['a sort that never ends', '[1, 2, 3].sort(() => { for (;;); })', ['time']],
    ['a getter that never ends, in arguments', 'await tools.files.read({ get a() { for (;;); } })', ['time']],
    ['a toJSON that never ends, in what is printed', 'print({ toJSON() { for (;;); } })', ['time']],
    ['an error whose words never end', 'throw new (class extends Error { get message() { for (;;); } })()', ['time']],
    ['a thenable that never ends', 'return { then() { for (;;); } }', ['time']],
    ['a text of 500 MB', 'print("x".repeat(500e6).length)', ['memory']],
    ['a list that grows for ever', 'const all = []; for (;;) all.push("y".repeat(1e6) + all.length);', ['memory']],
    ['a list of 2^32 places', 'new Array(2 ** 32 - 1).fill(0)', ['memory', 'error']],
    ['a buffer of 4 GB', 'new Uint8Array(2 ** 32)', ['memory', 'error']],
    ['memory again and again, whatever is caught', 'for (;;) { try { "z".repeat(500e6) } catch {} }', ['time', 'memory']],
    ['calls within calls', 'const down = () => down() + 1; down();', ['error']],
    ['a nest to be told', 'let nest = []; for (let i = 0; i < 1e5; i += 1) nest = [nest]; await tools.files.read({ nest });', ['error', 'memory', 'broken']],
    ['a nest to be read', 'JSON.parse("[".repeat(1e5))', ['error', 'memory', 'broken']],
    ['a pattern of 20,000 groups', 'new RegExp("(".repeat(20000))', ['error']],
    ['a chain of objects to be let go', 'let chain = {}; for (let i = 0; i < 50000; i += 1) chain = { chain }; chain = null;', ['done', 'memory']],
    ['waiting for what never comes', 'await new Promise(() => {})', ['stuck']],
    ['a rejection that nobody waits for', 'Promise.reject(new Error("x"))', ['done']],
    ['no JavaScript', 'this is not javascript', ['syntax']],
    ['a bracket that closes more than it opened', '}); for (;;); (async () => {', ['time']],
  ])('ends: %s', async (_attack, code, endings) => {
    const { ending, message } = await run(code);
    expect(endings, message).toContain(ending);
  });

  it.each<[attack: string, args: string, expected: RegExp]>([
    ['a cycle', '(() => { const a = {}; a.a = a; return a })()', /TypeError/],
    ['a function', '{ f() {} }', /plain data/],
    ['a symbol', '{ s: Symbol() }', /plain data/],
    ['a big integer', '{ n: 2n ** 64n }', /TypeError/],
    ['a number that is none', '{ n: NaN }', /can’t be told exactly/],
    ['a number beyond 2^53', '{ n: 2 ** 53 + 2 }', /9007199254740994 can’t be told exactly/],
    ['a list', '[1]', /one object/],
    ['a text', '"x"', /one object/],
    ['a throwing getter', '{ get a() { throw new Error("mine") } }', /mine/],
    ['a proxy that throws', 'new Proxy({}, { ownKeys() { throw new Error("mine") } })', /mine/],
    ['too many characters', '{ a: "x".repeat(2000) }', /2008 characters; 1000 are allowed/],
  ])('makes no call with %s as arguments', async (_attack, args, expected) => {
    const { calls, printed } = await run(`try { await tools.files.read(${args}); print("made") } catch (error) { print(error) }`, { limits: { argumentCharacters: 1000 } });
    expect(printed).toMatch(expected);
    expect(calls).toEqual([]);
  });

  it('tells arguments as what they are read to be once, whatever a proxy says later', async () => {
    const { calls } = await run('let n = 0; await tools.files.read(new Proxy({ a: 0 }, { get: (_, name) => (name === "a" ? (n += 1) : undefined) }))');
    expect(calls.map((call) => call.arguments)).toEqual(['{"a":1}']);
  });

  it('calls tools by whatever names they have, `then`, `constructor` and `__proto__` among them', async () => {
    const { calls, printed } = await run('await tools.files.then({}); await tools.files.constructor({}); await tools.files["__proto__"]({}); await tools["__proto__"].x({}); print("all")');
    expect(calls.map(({ server, tool }) => [server, tool])).toEqual([[0, 1], [0, 3], [0, 2], [1, 0]]);
    expect(printed).toBe('all\n');
  });

  it('gives a result as plain data: a `then` or `__proto__` in it is data too', async () => {
    const { printed } = await run('const r = await tools.files.read({}); print(typeof r.then, Object.keys(r), ({}).polluted)', { answer: () => ({ isOk: true, value: '{"then":"x","__proto__":{"polluted":1},"constructor":{}}' }) });
    expect(printed).toMatch(/^string \[\s+"then",\s+"__proto__",\s+"constructor"\s+\] undefined/);
  });

  it('makes a refusal an error that a script can catch, and an uncaught one its end', async () => {
    const answer = () => ({ isOk: false as const, code: 'denied', message: 'The user declined this call.' });
    expect(await run('try { await tools.files.read({}) } catch (error) { print(error.name, error.code, error instanceof Error) }', { answer })).toMatchObject({ ending: 'done', printed: 'ToolError denied true\n' });
    expect(await run('await tools.files.read({})', { answer })).toMatchObject({ ending: 'error', message: expect.stringContaining('ToolError: The user declined this call.') as string });
  });

  it('makes so many calls and no more, whether one after the other or at once', async () => {
    const each = await run('for (let i = 0; i < 5; i += 1) try { await tools.files.read({ i }) } catch (error) { print(error.message) }', { limits: { calls: 3 } });
    expect(each.calls).toHaveLength(3);
    expect(each.printed).toMatch(/^(.*may make 3 calls.*\n){2}$/);
    const all = await run('print((await Promise.allSettled([1, 2, 3, 4, 5].map((i) => tools.files.read({ i })))).map(({ status }) => status))', { limits: { calls: 3 } });
    expect(all.calls).toHaveLength(3);
    expect(all.printed.match(/rejected/g)).toHaveLength(2);
  });

  it('tells which calls were made together', async () => {
    const { calls } = await run('await Promise.all([tools.files.read({}), tools.files.read({})]); await tools.files.read({});');
    const batches = calls.map(({ batch }) => batch);
    expect(batches[0]).toBe(batches[1]);
    expect(batches[2]).not.toBe(batches[1]);
  });

  it('prints so much and no more', async () => {
    const { printed, ending } = await run('for (let i = 0; i < 1000; i += 1) print("0123456789"); print("x".repeat(1e6))', { limits: { outputCharacters: 100 } });
    expect(printed.length).toBe(101);
    expect(ending).toBe('done');
  });

  it('sleeps so often and no more', async () => {
    expect((await run('try { for (;;) await sleep(0) } catch (error) { print(error.message) }', { limits: { sleeps: 3 } })).printed).toMatch(/may sleep/);
  });

  it('goes on with calls that it did not wait for, and prints what it returns', async () => {
    expect(await run('tools.files.read({}).then(() => print("late")); return { a: 1 }')).toMatchObject({ ending: 'done', printed: '{\n  "a": 1\n}\nlate\n' });
  });

  it('says at which line it went wrong', async () => {
    expect((await run('const a = 1;\n\nnull.x;')).message).toMatch(/^TypeError: .*\(line 3\)$/);
    expect((await run('let a;\nlet a;')).message).toMatch(/^SyntaxError: .*\(line 2\)$/);
  });
});
