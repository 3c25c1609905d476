import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readChallenge } from './challenge.ts';

it.each<[string, unknown]>([
  ['Bearer', { scheme: 'bearer' }],
  ['bearer realm="x"', { scheme: 'bearer' }],
  ['Bearer error="insufficient_scope", scope="a b", resource_metadata="https://h/m"', { scheme: 'bearer', error: 'insufficient_scope', scopes: ['a', 'b'], resourceMetadata: 'https://h/m' }],
  ['Bearer error=invalid_token,scope=a', { scheme: 'bearer', error: 'invalid_token', scopes: ['a'] }],
  ['Bearer error="x" scope="a"', { scheme: 'bearer', error: 'x', scopes: ['a'] }],
  ['BEARER SCOPE="a"', { scheme: 'bearer', scopes: ['a'] }],
  ['Basic realm="x", Bearer scope="a"', { scheme: 'bearer', scopes: ['a'] }],
  ['Negotiate YWJj==, Bearer scope="a"', { scheme: 'bearer', scopes: ['a'] }],
  ['Bearer error="invalid_token", DPoP algs="ES256", error="use_dpop_nonce"', { scheme: 'dpop', error: 'invalid_token' }],
  ['DPoP error="use_dpop_nonce"', { scheme: 'dpop', error: 'use_dpop_nonce' }],
  // A value that looks like another parameter is a value.
  ['Bearer error_description="scope=evil, resource_metadata=\\"https://evil\\"", scope="good"', { scheme: 'bearer', scopes: ['good'] }],
  // What is appended does not replace what was said.
  ['Bearer scope="good", scope="evil"', { scheme: 'bearer', scopes: ['good'] }],
  ['Bearer scope="a a b"', { scheme: 'bearer', scopes: ['a', 'b'] }],
  ['Bearer scope=""', { scheme: 'bearer' }],
  ['Basic realm="x"', undefined],
  ['', undefined],
  ['"', undefined],
  [`Bearer scope="${'a'.repeat(20_000)}"`, undefined],
])('reads %s', (header, expected) => {
  expect(readChallenge(header)).toEqual(expected);
});

it('there may be none', () => {
  expect(readChallenge(null)).toBeUndefined();
});

it('reads any header without failing or taking long', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000, unit: fc.constantFrom('a', '=', '"', '\\', ',', ' ', 'Bearer ', 'scope', '\n', 'é') }), (header) => {
      const challenge = readChallenge(header);
      expect(challenge === undefined || challenge.scheme === 'bearer').toBe(true);
    }),
  );
});
