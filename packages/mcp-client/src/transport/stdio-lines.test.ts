import { describe, expect, it } from 'vitest';
import type { JsonRpcMessage, RequestId } from '../jsonrpc/message.ts';
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
});
