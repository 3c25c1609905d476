import { maxAppBytes } from '@portolan/contract/apps';
import { HostError } from '@portolan/contract/errors';
import { describe, expect, it } from 'vitest';
import { pageOf } from './app-page.ts';
import type { WireContent } from './app-page.ts';

const type = 'text/html;profile=mcp-app';
const about = { server: 's', uri: 'ui://a' };
const text = (value: string, mimeType = type): WireContent => ({ content: { kind: 'text', uri: 'ui://a', mimeType, text: value } });
const blob = (bytes: Buffer): WireContent => ({ content: { kind: 'blob', uri: 'ui://a', mimeType: type, blob: bytes.toString('base64'), bytes: bytes.length } });

function reasonOf(contents: WireContent[]): unknown {
  try {
    pageOf(contents, about);
    return 'fine';
  } catch (error) {
    return error instanceof HostError ? [error.problem.code, error.problem.details['reason']] : error;
  }
}

describe('the page of an app', () => {
  it('comes as text or as bytes, and is found among several (P23)', () => {
    expect(pageOf([text('x', 'text/plain'), { ...text('<p>é'), meta: { a: 1 } }], about)).toEqual({ html: '<p>é', meta: { a: 1 } });
    expect(pageOf([blob(Buffer.from('<p>é'))], about).html).toBe('<p>é');
  });

  it('is refused with the reason where it is none (P23, I14)', () => {
    expect(reasonOf([])).toEqual(['app-unusable', 'empty']);
    expect(reasonOf([text(' \n')])).toEqual(['app-unusable', 'empty']);
    expect(reasonOf([text('<p>', 'text/html')])).toEqual(['app-unusable', 'mime-type']);
    expect(reasonOf([blob(Buffer.from([0xff, 0xfe, 0x00]))])).toEqual(['app-unusable', 'not-text']);
    expect(reasonOf([text('é'.repeat(maxAppBytes / 2 + 1))])).toEqual(['app-unusable', 'too-large']);
    expect(reasonOf([blob(Buffer.alloc(maxAppBytes + 1, 97))])).toEqual(['app-unusable', 'too-large']);
  });
});
