import { execFileSync } from 'node:child_process';
import type { TraceExchange } from '@portolan/contract/trace';
import { describe, expect, it } from 'vitest';
import { toCurl } from './curl.ts';

const exchange: TraceExchange = {
  id: 1,
  at: 1,
  method: 'POST',
  url: "http://127.0.0.1/mcp?a=1&b='$(id)'",
  status: 200,
  durationMs: 1,
  requestHeaders: [
    { name: 'accept', value: 'application/json, text/event-stream' },
    { name: 'content-length', value: '3' },
    { name: 'authorization', value: '(hidden, 47 characters)' },
    { name: 'x-odd', value: "it's `here` $HOME \\ !" },
  ],
  responseHeaders: null,
};

/** What a shell hands to curl. */
function argumentsOf(command: string): string[] {
  return execFileSync('/bin/sh', ['-c', `curl() { for each; do printf '%s\\0' "$each"; done; }\n${command}`], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('an exchange as curl (S15)', () => {
  it('reaches curl byte for byte through a shell, without secrets and without what curl makes itself', () => {
    const body = '{"text":"it\'s $(rm -rf /) `id`\n\\"quoted\\" 中文"}';
    expect(argumentsOf(toCurl(exchange, body))).toEqual(["http://127.0.0.1/mcp?a=1&b='$(id)'", '-H', 'accept: application/json, text/event-stream', '-H', 'authorization: •••', '-H', "x-odd: it's `here` $HOME \\ !", '--data-raw', body]);
  });

  it('says the method where curl would not guess it', () => {
    expect(argumentsOf(toCurl({ ...exchange, method: 'DELETE', requestHeaders: [] }, null)).slice(0, 2)).toEqual(['-X', 'DELETE']);
    expect(argumentsOf(toCurl({ ...exchange, method: 'GET', requestHeaders: [] }, '{}'))).toEqual([exchange.url]);
  });
});
