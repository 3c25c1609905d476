/** Cases of multi-round requests: what of one round may be in another. */
import { describe, expect, it } from 'vitest';
import { accepting } from '../asking.ts';
import { openScripted } from '../scripted-mcp.ts';
import { answerJson, result } from '../scripted-server.ts';

const question = { method: 'elicitation/create', params: { message: 'Which?', requestedSchema: { type: 'object', properties: { x: { type: 'string' } } } } };
const rounds = [
  { resultType: 'input_required', inputRequests: { first: question }, requestState: 'a' },
  { resultType: 'input_required', inputRequests: { second: question } },
  { resultType: 'input_required', requestState: 'c' },
];

describe('a later round', () => {
  it('gets the state and the answers of the round before it, and nothing of earlier ones (row 42, rules H62, H63)', async () => {
    const sent: unknown[] = [];
    const { client } = await openScripted(
      '2026-07-28',
      {
        'tools/call': (exchange) => {
          const { requestState, inputResponses } = exchange.message.params ?? {};
          const answer = rounds[sent.length] ?? { content: [] };
          sent.push([requestState, Object.keys(inputResponses ?? {})]);
          answerJson(exchange, result(exchange, answer));
        },
      },
      { handlers: { elicit: accepting().elicit } },
    );
    await client.callTool('x', {});
    expect(sent).toEqual([
      [undefined, []],
      ['a', ['first']],
      [undefined, ['second']],
      ['c', []],
    ]);
  });
});
