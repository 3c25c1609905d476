import { describe, expect, it } from 'vitest';
import { isAppMimeType, isForApps, isForModels, readResourceUi, readToolUi } from './ui-meta.ts';

describe('what a tool says of its app', () => {
  it.each([
    [{ _meta: { ui: { resourceUri: 'ui://a/b' } } }, { resourceUri: 'ui://a/b', visibility: ['model', 'app'] }],
    [{ _meta: { 'ui/resourceUri': 'ui://a/b' } }, { resourceUri: 'ui://a/b', visibility: ['model', 'app'] }],
    [{ _meta: { ui: { resourceUri: 'ui://new', visibility: ['app'] }, 'ui/resourceUri': 'ui://old' } }, { resourceUri: 'ui://new', visibility: ['app'] }],
    [{ _meta: { ui: { visibility: ['model', 'pet', 7] } } }, { visibility: ['model'] }],
    [{ _meta: { ui: { visibility: [] } } }, { visibility: [] }],
  ])('is read in both forms: %j (P23)', (raw, ui) => {
    expect(readToolUi(raw)).toEqual(ui);
  });

  it.each([{}, { _meta: null }, { _meta: { ui: 'x' } }, { _meta: { ui: { resourceUri: 'https://evil.test/' } } }, { _meta: { ui: { resourceUri: `ui://${'x'.repeat(3000)}` } } }, { _meta: { ui: { resourceUri: 7, visibility: 'app' } } }])('is nothing where it is no address of its own: %j (P23)', (raw) => {
    expect(readToolUi(raw)).toBeUndefined();
  });

  it('decides who may call it (I14)', () => {
    expect([undefined, ['app'], ['model'], []].map((visibility) => (visibility === undefined ? undefined : { visibility: visibility as ('model' | 'app')[] })).map((ui) => [isForModels(ui), isForApps(ui)])).toEqual([[true, true], [false, true], [true, false], [false, false]]);
  });
});

describe('the page of an app', () => {
  it('is one by its media type alone (P23)', () => {
    for (const type of ['text/html;profile=mcp-app', 'text/html; profile="mcp-app"', 'TEXT/HTML;charset=utf-8;Profile=MCP-App']) expect(isAppMimeType(type), type).toBe(true);
    for (const type of [undefined, '', 'text/html', 'text/html+skybridge', 'text/plain;profile=mcp-app', 'text/html;profile=mcp-apps', 'text/html;xprofile=mcp-app']) expect(isAppMimeType(type), type).toBe(false);
  });

  it('says what it wants in its contents first, else in the list', () => {
    expect(readResourceUi({ other: 1 }, { ui: { prefersBorder: false, csp: { resourceDomains: ['a'] } } })).toEqual({ connect: [], resource: ['a'], frame: [], baseUri: [], permissions: [], prefersBorder: false });
    expect(readResourceUi({ ui: {} }, { ui: { csp: { resourceDomains: ['a'] } } })).toEqual({ connect: [], resource: [], frame: [], baseUri: [], permissions: [] });
    expect(readResourceUi(undefined, undefined).connect).toEqual([]);
  });
});
