import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonRpcMessage, RequestId } from '../jsonrpc/message.ts';
import { parseJson } from '../jsonrpc/json.ts';
import { readLine } from './stdio-lines.ts';
import type { RequestLost, TransportProblem } from './transport.ts';

function read(text: string): { messages: JsonRpcMessage[]; lost: { id: RequestId; error: RequestLost }[]; problems: TransportProblem[]; outcome: string } {
  const messages: JsonRpcMessage[] = [];
  const lost: { id: RequestId; error: RequestLost }[] = [];
  const problems: TransportProblem[] = [];
  const outcome = readLine(text, 128, {
    onMessage: (message) => messages.push(message),
    onRequestLost: (id, error) => lost.push({ id, error }),
    onProblem: (problem) => problems.push(problem),
  });
  return { messages, lost, problems, outcome };
}

const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';

describe('readLine', () => {
  it('skips a banner and says so (try-out 8, R16)', () => {
    const seen = read('Server ready on stdio');
    expect(seen).toMatchObject({ messages: [], outcome: 'junk' });
    expect(seen.problems).toEqual([{ kind: 'not-json', message: 'Skipped output that is not JSON.', sample: 'Server ready on stdio' }]);
  });

  it.each(['{"level":30,"msg":"listening"}', '[1,2,3]', '42', '"text"', 'null', '[]', '{}'])('skips JSON that is no message: %s (R16)', (text) => {
    expect(read(text)).toMatchObject({ messages: [], outcome: 'junk' });
  });

  it('splits a batch, keeping the good messages beside a bad one (R21, row 11)', () => {
    const seen = read(`[${answer},7,{"jsonrpc":"2.0","method":"notifications/x"}]`);
    expect(seen.messages).toHaveLength(2);
    expect(seen.problems.map(({ kind }) => kind)).toEqual(['batch']);
  });

  it('takes two messages on one line (R20)', () => {
    const seen = read(`${answer}{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"}{"}}`);
    expect(seen.messages).toEqual([JSON.parse(answer), { jsonrpc: '2.0', method: 'notifications/x', params: { a: '}{' } }]);
    expect(seen.problems).toHaveLength(1);
  });

  it('takes an answer behind a banner without its newline, but no request quoted in a log line (R16)', () => {
    expect(read(`Ready. ${answer}`).messages).toEqual([JSON.parse(answer)]);
    expect(read('got {"jsonrpc":"2.0","id":1,"method":"tools/call"}')).toMatchObject({ messages: [], outcome: 'junk' });
  });

  it('settles the request whose answer is nested too deep (T:H04)', () => {
    const deep = `{"jsonrpc":"2.0","id":9,"result":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
    const seen = read(deep);
    expect(seen.messages).toEqual([]);
    expect(seen.lost).toEqual([{ id: 9, error: { kind: 'cap', message: 'Refused a message nested deeper than 128 levels.', isUnsent: false } }]);
    expect(seen.problems.map(({ kind }) => kind)).toEqual(['too-deep']);
  });

  it('strips __proto__ however it is spelt (T:H05)', () => {
    const seen = read('{"jsonrpc":"2.0","id":1,"result":{"__proto__":{"polluted":1},"a":{"\\u005f_proto__":{"polluted":1}}}}');
    const copy = Object.assign({}, ...seen.messages.map((message) => ('result' in message ? message.result : {}))) as Record<string, unknown>;
    expect(copy).toEqual({ a: {} });
    expect(copy['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });

  it('escapes control and bidirectional characters in what it quotes', () => {
    expect(read('\u001b[31mred\u202e').problems[0]?.sample).toBe('\\u001b[31mred\\u202e');
  });

  it('stays linear on a long line of braces', () => {
    expect(read('{"'.repeat(100_000)).outcome).toBe('junk');
    expect(read('{"a"}'.repeat(100_000)).outcome).toBe('junk');
  });

  it('finds the same messages however they lie on lines, with any text between the lines (row 11, row 14, R16, R20, R21, T:H11)', () => {
    const message = fc.oneof(
      fc.record({ jsonrpc: fc.constant('2.0'), id: fc.nat(), result: fc.dictionary(fc.string(), fc.string()) }),
      fc.record({ jsonrpc: fc.constant('2.0'), method: fc.constant('notifications/x'), params: fc.dictionary(fc.string(), fc.jsonValue()) }),
    );
    const noise = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('{"') && !/^\s*[[{]/.test(text));
    const way = fc.constantFrom('lines', 'one line', 'batch');
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 6 }), way, noise, (messages, how, between) => {
        const texts = messages.map((each) => JSON.stringify(each));
        const lines = how === 'lines' ? texts.flatMap((text) => [between, text]) : how === 'batch' ? [between, `[${texts.join(', ')}]`] : [between, texts.join(' ')];
        const found = lines.flatMap((line) => read(line).messages);
        expect(JSON.stringify(found)).toBe(JSON.stringify(texts.map((text) => parseJson(text, { depth: 128 }))));
      }),
      { numRuns: 150 },
    );
  });

  it('survives any text (R15, R16, T:H11)', () => {
    const part = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('{', '}', '[', ']', '"', '\\', '{"id":1', ',"result":{}}', '"jsonrpc":"2.0"', ':', 'null', '\ufeff', '\u0000'));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const { messages, problems, outcome } = read(parts.join(''));
        for (const each of messages) expect(typeof each).toBe('object');
        // What was no message is either named or nothing but white space.
        if (outcome === 'junk') expect(problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});
