import { describe, expect, it } from 'vitest';
import { retryAfterMs, shownOf } from './http-answer.ts';

describe('retryAfterMs', () => {
  it.each([
    ['30', 30_000],
    ['0', undefined],
    ['-5', undefined],
    ['soon', undefined],
    ['99999999999', 99_999_999_999_000],
    ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ])('reads %s (R52)', (value, expected) => {
    expect(retryAfterMs(new Response(null, { headers: { 'retry-after': value } }))).toBe(expected);
  });

  it('reads a date to come (R52, R74)', () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    expect(retryAfterMs(new Response(null, { headers: { 'retry-after': date } }))).toBeGreaterThan(50_000);
    expect(retryAfterMs(new Response(null))).toBeUndefined();
  });
});

describe('shownOf', () => {
  it('shows the words of a page, not its scripts, in bounded time (R55, T:H08)', () => {
    expect(shownOf('<html><script>var a="<p>"</script><body><h1>Bad\n gateway</h1></body></html>', 'text/html')).toBe('Bad gateway');
    expect(shownOf('<'.repeat(60_000), 'text/html').length).toBeLessThan(400);
    expect(shownOf('<script>'.repeat(8_000), 'text/html').length).toBeLessThan(400);
  });
});
