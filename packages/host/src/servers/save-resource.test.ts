import { describe, expect, it } from 'vitest';
import { problemOf } from './testing/collect.ts';
import { allForWindow, forWindow, piecesOf } from './save-resource.ts';

const uri = 'x:y';
const blob = (text: string) => ({ kind: 'blob' as const, uri, blob: text, bytes: 0 });

describe('a resource saved as a file', () => {
  it('comes in pieces that are together what the server sent (T:D15)', () => {
    const bytes = Buffer.from(Array.from({ length: 1_000_000 }, (_, i) => i % 251));
    const pieces = [...piecesOf(blob(bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')), 'files')];
    expect(pieces.length).toBeGreaterThan(2);
    expect(Math.max(...pieces.map(({ base64 }) => base64.length))).toBeLessThanOrEqual(512 * 1024);
    expect(Buffer.concat(pieces.map(({ base64 }) => Buffer.from(base64, 'base64'))).equals(bytes)).toBe(true);
    expect(pieces.at(-1)).toMatchObject({ done: 1_000_000, total: 1_000_000 });
    expect([...piecesOf({ kind: 'text', uri, text: 'é' }, 'files')]).toEqual([{ base64: 'w6k=', done: 2, total: 2 }]);
    expect([...piecesOf(blob(''), 'files')]).toEqual([{ base64: '', done: 0, total: 0 }]);
  });

  it.each(['A', 'AAA', 'A=AA', '!!!!', 'AAAA-_==', '=', 'AAAA\u0000'])('%j is no file (T:D15)', async (text) => {
    expect((await problemOf(Promise.resolve().then(() => [...piecesOf(blob(text), 'files')])))?.code).toBe('server-invalid-result');
  });

  it('is shown whole up to a size; beyond, a blob is left out and a text is cut (T:D15)', () => {
    expect(forWindow(blob('AAAA'))).toEqual(blob('AAAA'));
    expect(forWindow({ ...blob('A'.repeat(17_000_000)), bytes: 12_750_000 })).toEqual({ kind: 'blob', uri, blob: '', bytes: 12_750_000, isLeftOut: true });
    const text = forWindow({ kind: 'text', uri, text: '😀'.repeat(2_200_000) });
    expect(text).toMatchObject({ isLeftOut: true });
    expect(text.kind === 'text' ? text.text.isWellFormed() && text.text.length : 0).toBe(1_048_576);
  });

  it('is left out or cut where several together would not fit, and refused where not even that helps (T:D15)', async () => {
    const big = blob('A'.repeat(9_000_000));
    const [first, second, third] = allForWindow([big, big, { kind: 'text', uri, text: 'small' }], 'files');
    expect([first, second, third]).toEqual([big, { ...big, blob: '', isLeftOut: true }, { kind: 'text', uri, text: 'small' }]);
    // A control character takes six bytes on the way.
    const [controls] = allForWindow([{ kind: 'text', uri, text: '\u0001'.repeat(3_000_000) }], 'files');
    expect(controls).toMatchObject({ kind: 'text', isLeftOut: true, text: '\u0001'.repeat(65_536) });
    const addresses = Array.from({ length: 40 }, () => ({ kind: 'text' as const, uri: 'x'.repeat(500_000), text: '' }));
    const problem = await problemOf(Promise.resolve().then(() => allForWindow(addresses, 'files')));
    expect([problem?.code, problem?.details?.['reason']]).toEqual(['server-invalid-result', 'too-large']);
  });
});
