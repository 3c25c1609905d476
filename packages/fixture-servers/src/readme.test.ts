import { expect, it } from 'vitest';
import { renderReadme } from './readme.ts';

it('the README lists every preset with its options as they are now', () => {
  const { wanted, found } = renderReadme();
  expect(found).toBe(wanted);
});
