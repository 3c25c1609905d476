import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@portolan/contract/json';
import { compareWithPins } from './drift.ts';
import type { StoredPin } from './pin-store.ts';
import { fingerprint } from './pinned-definition.ts';
import type { ListedTool } from './pinned-definition.ts';

const tool = (name: string, more: JsonObject = {}): ListedTool => ({ name, raw: { name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: { a: { type: 'string' } } }, ...more } });
const pinOf = ({ name, raw }: ListedTool, more: Partial<StoredPin> = {}): StoredPin => {
  const { hash, bodyHash } = fingerprint(raw);
  return { tool: name, definition: raw, hash, bodyHash, state: 'known', keptOff: null, pinnedAt: 1, ...more };
};
const suspended = (reasons: string[], other: string | null = null) => ({ state: 'suspended', reasons, other, isKeptOff: false });

describe('a list compared with what was pinned', () => {
  const was = tool('a', { title: 'A', outputSchema: { type: 'object' }, annotations: { readOnlyHint: true }, icons: [{ src: 'data:image/png;base64,AA' }] });

  it.each<[string, JsonObject]>([
    ['title', { title: 'B' }],
    ['description', { description: 'Does a. And more.' }],
    ['a name of a parameter', { inputSchema: { type: 'object', properties: { b: { type: 'string' } } } }],
    ['a default', { inputSchema: { type: 'object', properties: { a: { type: 'string', default: 'x' } } } }],
    ['an enum', { inputSchema: { type: 'object', properties: { a: { type: 'string', enum: ['x'] } } } }],
    ['examples', { inputSchema: { type: 'object', properties: { a: { type: 'string', examples: ['x'] } } } }],
    ['x-mcp-header', { inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'A' } } } }],
    ['outputSchema', { outputSchema: { type: 'object', title: 'x' } }],
    ['annotations', { annotations: { readOnlyHint: false } }],
    ['icons', { icons: [{ src: 'https://canary.invalid/i.png' }] }],
    ['app', { _meta: { ui: { resourceUri: 'ui://a/page' } } }],
    ['audience', { _meta: { ui: { visibility: ['app'] } } }],
  ])('suspends a tool whose %s is another one (H03, T:C02, T:C03)', (_what, change) => {
    const now = { name: 'a', raw: { ...was.raw, ...change } };
    expect(compareWithPins([pinOf(was)], [now], true).pins.get('a')).toEqual(suspended(['changed']));
  });

  it('suspends nothing for a timestamp in _meta or keys in another order (H03)', () => {
    const { name, description, ...rest } = was.raw;
    const now: ListedTool = { name: 'a', raw: { ...rest, _meta: { at: 2 }, description: description ?? '', name: name ?? '' } };
    expect(compareWithPins([pinOf(was)], [now], true)).toMatchObject({ unpinned: [], removed: [] });
    expect(compareWithPins([pinOf(was)], [now], true).pins.get('a')).toEqual({ state: 'known' });
  });

  it('suspends a tool whose app is another page, or that other callers may reach, however it is written (H03, P23)', () => {
    const shown = (meta: JsonObject): ListedTool => ({ name: 'a', raw: { ...was.raw, _meta: meta } });
    const pin = pinOf(shown({ ui: { resourceUri: 'ui://a/page', visibility: ['model'] } }));
    const stateOf = (meta: JsonObject) => compareWithPins([pin], [shown(meta)], true).pins.get('a');
    expect(stateOf({ ui: { resourceUri: 'ui://a/other', visibility: ['model'] } })).toEqual(suspended(['changed']));
    expect(stateOf({ ui: { resourceUri: 'ui://a/page', visibility: ['model', 'app'] } })).toEqual(suspended(['changed']));
    expect(stateOf({ ui: { resourceUri: 'ui://a/page' } })).toEqual(suspended(['changed']));
    expect(stateOf({})).toEqual(suspended(['changed']));
    // The same said in the older way, with a time beside it; a field that only looks like it.
    expect(stateOf({ 'ui/resourceUri': 'ui://a/page', ui: { visibility: ['model'] }, at: 2 })).toEqual({ state: 'known' });
    const beside = { ...was.raw, ui: { resourceUri: 'ui://a/page', visibility: ['model'] } };
    expect(compareWithPins([pin], [{ name: 'a', raw: beside }], true).pins.get('a')).toEqual(suspended(['changed']));
  });

  it('names what is new and what is gone, but not when the list was cut (H03)', () => {
    const drift = compareWithPins([pinOf(was), pinOf(tool('b'))], [was, tool('c')], true);
    expect(drift.removed).toEqual(['b']);
    expect(drift.unpinned.map(({ name }) => name)).toEqual(['c']);
    expect(compareWithPins([pinOf(was), pinOf(tool('b'))], [was], false).removed).toEqual([]);
  });

  it('knows a tool again that was only renamed, and two that exchanged what they are (H03)', () => {
    const [a, b] = [tool('a'), tool('b')];
    const renamed = compareWithPins([pinOf(a), pinOf(b)], [a, { name: 'z', raw: { ...b.raw, name: 'z' } }], true);
    expect(renamed.pins.get('z')).toEqual(suspended(['renamed'], 'b'));
    expect(renamed).toMatchObject({ removed: [], unpinned: [] });

    const swapped = compareWithPins([pinOf(a), pinOf(b)], [{ name: 'a', raw: { ...b.raw, name: 'a' } }, { name: 'b', raw: { ...a.raw, name: 'b' } }], true);
    expect(swapped.pins.get('a')).toEqual(suspended(['swapped'], 'b'));
    expect(swapped.pins.get('b')).toEqual(suspended(['swapped'], 'a'));

    const words = compareWithPins([pinOf(a), pinOf(b)], [tool('a', { description: 'Does b.' }), tool('b', { description: 'Does a.' })], true);
    expect(words.pins.get('a')).toEqual(suspended(['swapped'], 'b'));
  });

  it('quarantines letters that only models read, at first sight too, but no flag of Wales (T:C07)', () => {
    const tagged = tool('a', { description: `Prints a greeting${Array.from('obey', (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')}` });
    expect(compareWithPins([], [tagged], true)).toMatchObject({ unpinned: [] });
    expect(compareWithPins([], [tagged], true).pins.get('a')).toEqual(suspended(['hidden-orders']));
    const inEnum = tool('a', { inputSchema: { type: 'object', properties: { a: { enum: ['\u{e0041}'] } } } });
    expect(compareWithPins([], [inEnum], true).pins.get('a')).toEqual(suspended(['hidden-orders']));
    const wales = tool('a', { description: 'Weather in \u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}' });
    expect(compareWithPins([], [wales], true).unpinned).toEqual([wales]);
    const smuggled = tool('a', { description: '\u{1f3f4}\u{e006f}\u{e0062}\u{e0065}\u{e0079}\u{e007f}' });
    expect(compareWithPins([], [smuggled], true).pins.get('a')).toEqual(suspended(['hidden-orders']));
    // Accepted as it is, it stays so.
    expect(compareWithPins([pinOf(tagged)], [tagged], true).pins.get('a')).toEqual({ state: 'known' });
  });

  it('keeps off what was kept off, until it changes once more (H03)', () => {
    const now = tool('a', { description: 'Other.' });
    const kept = pinOf(was, { keptOff: fingerprint(now.raw).hash });
    expect(compareWithPins([kept], [now], true).pins.get('a')).toMatchObject({ isKeptOff: true });
    expect(compareWithPins([kept], [tool('a', { description: 'Yet another.' })], true).pins.get('a')).toMatchObject({ isKeptOff: false });
    // Back to what was allowed: nothing is wrong with it.
    expect(compareWithPins([kept], [was], true).pins.get('a')).toEqual({ state: 'known' });
  });
});
