import { describe, expect, it } from 'vitest';
import { runScript } from './run-script.ts';
import type { ScriptAnswer, ScriptCall } from './run-script.ts';
import { scriptLimits } from './script-messages.ts';
import type { ScriptLimits } from './script-messages.ts';

async function run(code: string, { limits = {}, call = () => Promise.resolve({ isOk: true, value: null }), signal = new AbortController().signal, onOutput }: { limits?: Partial<ScriptLimits>; call?: (call: ScriptCall) => Promise<ScriptAnswer>; signal?: AbortSignal; onOutput?: (text: string) => void } = {}) {
  let output = '';
  const end = await runScript(
    { code, tools: [['files', ['read']]], limits: { ...scriptLimits, ...limits } },
    {
      call,
      onOutput: (text) => {
        output += text;
        onOutput?.(text);
      },
    },
    signal,
  );
  return { ...end, output };
}

describe('a script in a thread of its own (C17)', () => {
  it('makes calls one after the other and at once, and prints', async () => {
    const calls: ScriptCall[] = [];
    const ran = await run('const a = await tools.files.read({ path: "a" }); const rest = await Promise.all(["b", "c"].map((path) => tools.files.read({ path }))); console.log(a.text, ...rest.map((r) => r.text));', {
      call: (call) => {
        calls.push(call);
        return Promise.resolve({ isOk: true, value: { text: JSON.stringify(call.arguments['path']).toUpperCase() } });
      },
    });
    expect(ran).toEqual({ ending: 'done', message: '', output: '"A" "B" "C"\n', isOutputCut: false });
    expect(calls.map(({ server, tool, arguments: args }) => [server, tool, args])).toEqual([['files', 'read', { path: 'a' }], ['files', 'read', { path: 'b' }], ['files', 'read', { path: 'c' }]]);
  });

  it('ends what computes for ever by its time of the processor', async () => {
    expect(await run('print("begun"); for (;;);', { limits: { cpuMs: 50 } })).toMatchObject({ ending: 'time', output: 'begun\n' });
  });

  it('does not count the time that a call takes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ran = run('await tools.files.read({}); print("after")', { limits: { cpuMs: 5_000 }, call: () => promise.then(() => ({ isOk: true, value: null })) });
    resolve();
    expect(await ran).toMatchObject({ ending: 'done', output: 'after\n' });
  });

  it('ends a thread that computes as soon as it is stopped', async () => {
    const stop = new AbortController();
    expect(await run('await tools.files.read({}); for (;;);', { signal: stop.signal, limits: { cpuMs: 600_000 }, ...stopAfter(stop) })).toMatchObject({ ending: 'stopped' });
    expect(await run('print(1)', { signal: AbortSignal.abort() })).toMatchObject({ ending: 'stopped', output: '' });
  });

  it('hands on no arguments named __proto__, and none that are too deep', async () => {
    const calls: ScriptCall[] = [];
    const ran = await run(
      `for (const args of ['{"__proto__":{"a":1}}', '{"a":[{"__proto__":1}]}', '{"a":' + '['.repeat(300) + ']'.repeat(300) + '}']) try { await tools.files.read(JSON.parse(args)); print("made") } catch (error) { print(error.code) }`,
      { call: (call) => { calls.push(call); return Promise.resolve({ isOk: true, value: null }); } },
    );
    expect(ran.output).toBe('tool-arguments-invalid\n'.repeat(3));
    expect(calls).toEqual([]);
  });

  it('gives no result that is too large', async () => {
    const ran = await run('try { await tools.files.read({}) } catch (error) { print(error.message) }', { limits: { resultCharacters: 100 }, call: () => Promise.resolve({ isOk: true, value: 'x'.repeat(200) }) });
    expect(ran.output).toMatch(/The result has 202 characters/);
  });

  it('cuts what is printed and says so', async () => {
    expect(await run('print("x".repeat(500))', { limits: { outputCharacters: 100 } })).toMatchObject({ ending: 'done', output: 'x'.repeat(100), isOutputCut: true });
  });

  it('has no variables of the environment', async () => {
    expect(await run('print(typeof globalThis.env, Object.keys(globalThis).join())')).toMatchObject({ ending: 'done', output: expect.stringMatching(/^undefined/) as string });
  });
});

/** Stops it with the answer to its first call. */
function stopAfter(stop: AbortController): { call: (call: ScriptCall) => Promise<ScriptAnswer> } {
  return {
    call: () => {
      setImmediate(() => stop.abort());
      return Promise.resolve({ isOk: true, value: null });
    },
  };
}
