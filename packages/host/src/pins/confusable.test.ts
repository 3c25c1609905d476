import { expect, it } from 'vitest';
import { lookAlikeOf } from './confusable.ts';

it.each([
  ['ѕend_email', 'send_email'],
  ['gіthub', 'github'],
  ['GitHub', 'github'],
  ['git hub', 'git-hub'],
  ['ｆiles', 'files'],
  ['fi\u200bles', 'files'],
  ['paypa1', 'paypal'],
  ['rnail', 'mail'],
  ['mail\u0301', 'mail'],
])('%s is taken for %s (T:C04, T:J01)', (name, other) => {
  expect(lookAlikeOf(name, ['something', other])).toBe(other);
});

it('is silent about names that only share letters, and about the name itself (T:C04)', () => {
  expect(lookAlikeOf('search', ['search', 'searches', 'send', '搜索'])).toBeNull();
});
