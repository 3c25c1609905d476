/** The same conversation against an independent double of the services, to notice where our own wire server flatters us. */
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsOf, conversationRig, textOf } from '../../test/conversation-rig.ts';
import { textResult } from '../../test/simple-servers.ts';
import type { WireKind } from '@portolan/contract/providers';
import { providerKinds } from './provider-kinds.ts';

const paths: Record<WireKind, string> = { openai: '/v1', 'openai-chat': '/v1', anthropic: '/v1', google: '/v1beta', mistral: '/v1', groq: '/v1', deepseek: '/v1', xai: '/v1', openrouter: '/v1', azure: '/v1', bedrock: '', 'openai-compatible': '/v1', ollama: '' };
const models: Record<WireKind, string> = { openai: 'gpt-5', 'openai-chat': 'gpt-4o', anthropic: 'claude-sonnet-4-5', google: 'gemini-2.5-pro', mistral: 'mistral-large', groq: 'llama', deepseek: 'deepseek-chat', xai: 'grok-4', openrouter: 'some/model', azure: 'my-deployment', bedrock: 'anthropic.claude-sonnet-4-5-20250929-v1:0', 'openai-compatible': 'llama', ollama: 'llama' };
const mock = new LLMock({ port: 0 });

beforeAll(async () => {
  mock.addFixture({ match: { userMessage: 'add', hasToolResult: false }, response: { content: 'Adding.', toolCalls: [{ name: 'calc__sum', arguments: '{"a":2,"b":3}' }, { name: 'calc__echo', arguments: '{"message":"hi"}' }] } });
  mock.addFixture({ match: { userMessage: 'add', hasToolResult: true }, response: { content: 'The sum is 5.' } });
  await mock.start();
});
afterAll(() => mock.stop());

describe.each(providerKinds)('against a double of %s', (kind) => {
  it('calls two tools and answers with their results (C01)', async () => {
    await using rig = await conversationRig({ kind, url: `${mock.url}${paths[kind]}`, model: models[kind] });
    rig.servers.onCall = ({ tool }) => Promise.resolve(textResult(tool === 'sum' ? '5' : 'hi'));
    const answer = await rig.ask('add 2 and 3');
    expect(callsOf(answer).map(({ tool, state, arguments: args }) => ({ tool, state, args }))).toEqual([
      { tool: 'sum', state: 'done', args: { a: 2, b: 3 } },
      { tool: 'echo', state: 'done', args: { message: 'hi' } },
    ]);
    expect(textOf(answer)).toContain('The sum is 5.');
    expect(answer).toMatchObject({ status: 'complete', problem: null });
  });

  it('shows a one-time refusal, then answers', async () => {
    await using rig = await conversationRig({ kind, url: `${mock.url}${paths[kind]}`, model: models[kind] });
    mock.nextRequestError(503, { message: 'overloaded', type: 'overloaded_error' });
    expect(await rig.ask('add 2 and 3')).toMatchObject({ status: 'failed', problem: { code: 'model-overloaded' } });
    rig.service.continue(rig.conversation.id);
    await rig.until(({ messages, conversation }) => textOf(messages.at(-1)).includes('The sum is 5.') && !conversation.isRunning);
  });
});
