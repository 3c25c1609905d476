import { expect, it } from 'vitest';
import { promptForWindow } from './prompt-size.ts';
import { problemOf } from './testing/collect.ts';

it('a prompt that could not be sent is refused in the name of its server, with its size (P10)', async () => {
  const small = [{ role: 'user', content: { type: 'text', text: 'hello' } }];
  expect(promptForWindow(small, 'files')).toBe(small);
  const problem = await problemOf(Promise.resolve().then(() => promptForWindow([{ text: 'x'.repeat(20_000_000) }], 'files')));
  expect(problem?.code).toBe('server-invalid-result');
  expect(problem?.details).toMatchObject({ server: 'files', method: 'prompts/get', reason: 'too-large', limit: 6_291_456 });
});
