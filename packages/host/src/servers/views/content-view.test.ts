import { describe, expect, it } from 'vitest';
import { ContentView, ToolResultView } from '@portolan/contract/content';
import type { ContentBlock, ResourceContents } from '@portolan/mcp-client/client';
import { toContentView, toResourceView, toToolResultView } from './content-view.ts';

const raw = {};
const annotations = { audience: ['user' as const], priority: 0.5 };
const blob = (text: string): ResourceContents => ({ kind: 'blob', uri: 'a:b', blob: Buffer.from(text).toString('base64'), raw });

const blocks: ContentBlock[] = [
  { type: 'text', text: 'hi\u001b[2J', annotations, raw },
  { type: 'image', data: 'AAAA', mimeType: 'image/png', raw },
  { type: 'audio', data: 'AAAA', mimeType: 'audio/wav', annotations, raw },
  { type: 'resource', resource: { kind: 'text', uri: 'a:b', mimeType: 'text/plain', text: 'x', raw }, raw },
  { type: 'resource', resource: blob('xyz'), annotations, raw },
  { type: 'resource_link', resource: { uri: 'a:b', name: 'b', title: 'B', size: 3, repairs: [], raw }, raw },
  { type: 'unknown', originalType: 'hologram', reason: 'no such type', raw: { type: 'hologram', deep: [1] } },
];

describe('toContentView', () => {
  it.each(blocks)('gives a window what the contract allows, nothing lost: $type (P07)', (block) => {
    const view = toContentView(block);
    expect(ContentView.parse(view)).toEqual(view);
    expect(view.type).toBe(block.type);
    expect('annotations' in view ? view.annotations : undefined).toEqual(block.type === 'unknown' ? undefined : block.annotations);
  });

  it('describes a block too large to carry instead of carrying it', () => {
    const data = 'A'.repeat(24_000_004);
    const image = toContentView({ type: 'image', data, mimeType: 'image/png', raw });
    expect(image).toEqual({ type: 'unknown', originalType: 'image', reason: 'too large to show: 18000003 bytes', raw: { type: 'image', mimeType: 'image/png', bytes: 18_000_003 } });
    expect(toContentView({ type: 'resource', resource: { kind: 'blob', uri: 'a:b', blob: data, raw }, raw }).type).toBe('unknown');
  });
});

describe('toResourceView', () => {
  it.each(['', 'a', 'ab', 'abc', 'abcd'])('counts the bytes of %j (P08)', (text) => {
    expect(toResourceView(blob(text))).toMatchObject({ kind: 'blob', bytes: text.length });
  });
});

describe('toToolResultView', () => {
  it('keeps an error an error, with structured content and repairs beside the blocks (P07)', () => {
    const view = toToolResultView({ content: blocks, structuredContent: { a: [null] }, isError: true, repairs: [{ path: 'content[0]', reason: 'r' }] });
    expect(ToolResultView.parse(view)).toEqual(view);
    expect(view).toMatchObject({ isError: true, structuredContent: { a: [null] }, repairs: [{ path: 'content[0]' }] });
  });
});
