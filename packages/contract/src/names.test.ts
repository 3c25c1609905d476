import { expect, it } from 'vitest';
import { claimsTrust, lookAlikeOf, oddLetters } from './names.ts';

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
])('%s is taken for %s (T:C04, T:J06)', (name, other) => {
  expect(lookAlikeOf(name, ['something', other])).toBe(other);
});

it('is silent about names that only share letters, and about the name itself (T:C04)', () => {
  expect(lookAlikeOf('search', ['search', 'searches', 'send', '搜索'])).toBeNull();
});

it.each([
  ['gіthub', ['і']],
  ['ｆiles', ['ｆ']],
  ['сервер', []],
  ['搜索 search', []],
  ['café', []],
  ['web-1', []],
  ['поиск-files', ['о', 'п', 'к', 'с']],
])('%s holds %j of other alphabets that look like its Latin ones (T:J06)', (name, letters) => {
  expect(oddLetters(name).toSorted()).toEqual(letters.toSorted());
});

it.each(['GitHub ✅', 'files 🔒', 'Verified files', 'ｖerified', 'vеrified', 'Portolan', 'Роrtolan files', '官方认证 搜索'])('%s claims that somebody checked it (T:J09)', (name) => {
  expect(claimsTrust(name)).toBe(true);
});

it.each(['github', 'verify-email', 'port-lan', 'files 🚀', 'сервер', 'every_thing'])('%s claims nothing (T:J09)', (name) => {
  expect(claimsTrust(name)).toBe(false);
});
