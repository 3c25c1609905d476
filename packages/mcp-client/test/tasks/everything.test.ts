/** Tasks with the public everything-server: as requestor, with a question on the way, and as receiver. */
import { describe, expect, it } from 'vitest';
import type { TaskStatus } from '../../src/tasks/task.ts';
import { filling } from '../asking.ts';
import { afterTest, openTarget, problemsOf } from '../fixtures.ts';
import type { Opened, Overrides } from '../fixtures.ts';
import { everythingStdio, startEverythingHttp } from '../everything-server.ts';

async function open(transport: 'stdio' | 'http', overrides: Overrides): Promise<Opened> {
  if (transport === 'stdio') return openTarget({ kind: 'stdio', ...everythingStdio }, overrides);
  const { url, stop } = await startEverythingHttp();
  afterTest(stop);
  return openTarget({ kind: 'http', url, headers: {} }, overrides);
}

function textOf(result: { content: { type: string }[] }): string {
  return result.content.map((block) => ('text' in block && typeof block.text === 'string' ? block.text : '')).join('\n');
}

describe.each(['stdio', 'http'] as const)('the everything-server over %s', (transport) => {
  it('does its research as a task and asks on the way (P16, H69, H70)', async () => {
    const { elicit, seen } = filling({ interpretation: 'first' });
    const { client, events } = await open(transport, {
      handlers: {
        elicit: async (request, context) => {
          await elicit(request, context);
          if (request.mode !== 'form') return { action: 'decline' };
          const [field] = request.fields;
          return { action: 'accept', content: field?.kind === 'select' ? { [field.name]: field.options[0]?.value ?? '' } : {} };
        },
      },
    });
    expect((await client.listTools()).items.find(({ name }) => name === 'simulate-research-query')?.taskSupport).toBe('required');
    const statuses: TaskStatus[] = [];
    const result = await client.callTool('simulate-research-query', { topic: 'python', ambiguous: true }, { reference: 'research', task: { onTask: (task) => void task.listen((event) => event.type === 'state' && statuses.push(event.state.status)) } });
    expect(textOf(result)).toContain('Research Report');
    expect(new Set(statuses)).toEqual(new Set(['working', 'input_required', 'completed']));
    expect(seen.map(({ context }) => context.call?.reference)).toEqual(['research']);
    // It tells of a task before it answers with it.
    expect(problemsOf(events)).not.toContain('unknown-task');
  });

  it('has our answers as tasks (P16, H71, row 46)', async () => {
    const { elicit } = filling({ name: 'Ada', favoriteColor: 'Blue', agreeToTerms: true });
    const sample = (): Promise<{ action: 'accept'; model: string; content: { type: 'text'; text: string }[] }> => Promise.resolve({ action: 'accept', model: 'test-model', content: [{ type: 'text', text: 'Paris' }] });
    const { client } = await open(transport, { handlers: { elicit, sample } });
    await client.listTools();
    const elicited = textOf(await client.callTool('trigger-elicitation-request-async', {}));
    expect(elicited).not.toContain('[SYNC]');
    expect(elicited).toContain('Ada');
    const sampled = textOf(await client.callTool('trigger-sampling-request-async', { prompt: 'Capital of France?', maxTokens: 10 }));
    expect(sampled).not.toContain('[SYNC]');
    expect(sampled).toContain('Paris');
  });
});
