import { describe, expect, it } from 'vitest';
import type { RefusedAsk } from '@portolan/mcp-client/handlers';
import { refusedEvent } from './refused-asks.ts';

const ask = (method: string, params: RefusedAsk['params'] = {}, isUndeclared = false): RefusedAsk => ({ method, params, isUndeclared, message: 'what was wrong', call: undefined });

describe('a request that nobody was asked about', () => {
  it('says what was wanted and why not, and nothing of what else stood in it (H09, T:E02)', () => {
    const url = 'https://user:pw@evil.example/x?secret=1';
    expect(refusedEvent(ask('elicitation/create', { mode: 'url', message: 'm', url }))).toEqual({ type: 'elicitation', mode: 'url', action: 'decline', fields: [], host: 'evil.example', reason: 'address', detail: 'what was wrong' });
    expect(refusedEvent(ask('elicitation/create', { mode: 'url', url: 'javascript:alert(1)' }))).toMatchObject({ host: null, reason: 'address' });
    expect(refusedEvent(ask('elicitation/create', { mode: 'url', url: `https://evil.example/${'x'.repeat(9000)}` }))).toMatchObject({ host: null, reason: 'address' });
    expect(refusedEvent(ask('elicitation/create', { mode: ['url'], message: 7 }))).toMatchObject({ mode: 'form', host: null, reason: 'unusable' });
  });

  it('is one that the person has switched off, where it was never offered (H09)', () => {
    expect(refusedEvent(ask('elicitation/create', { message: 'm' }, true))).toMatchObject({ mode: 'form', reason: 'off' });
    expect(refusedEvent(ask('sampling/createMessage', {}, true))).toMatchObject({ type: 'sampling', outcome: 'refused', reason: 'off' });
    expect(refusedEvent(ask('sampling/createMessage'))).toMatchObject({ reason: 'unusable' });
    expect(refusedEvent(ask('roots/list', {}, true))).toEqual({ type: 'roots-refused' });
    expect(refusedEvent(ask('tools/list', {}, true))).toBeNull();
  });
});
