import { describe, expect, it } from 'vitest';
import { bytesOf, mp3, pdf, pixelPng, pngHead, polyglot, svgWithScript, wav, zip } from '../../test/some-files.ts';
import { factsOf, textOf } from './file-facts.ts';
import { cleanFileName } from './file-name.ts';

describe('what a file is', () => {
  it.each([
    ['a picture', pixelPng, 'image/png'],
    ['a sound', wav, 'audio/wav'],
    ['music', mp3, 'audio/mpeg'],
    ['a document', pdf, 'application/pdf'],
    ['an archive', zip, 'application/zip'],
    ['text', Buffer.from('a,b\n1,2'), 'text/plain'],
    ['Chinese text', Buffer.from('你好'), 'text/plain'],
    ['text in UTF-16', bytesOf([0xff, 0xfe], [0x60, 0x4f, 0x7d, 0x59]), 'text/plain'],
    ['a page', Buffer.from('<!doctype html><p>'), 'text/html'],
    ['a drawing with a script in it', svgWithScript, 'image/svg+xml'],
    ['a picture that is an archive as well', polyglot, 'image/png'],
    ['a picture without a size', bytesOf('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'), 'application/octet-stream'],
    ['a picture of no pixels', pngHead(0, 5), 'application/octet-stream'],
    ['text that turns into bytes', Buffer.concat([Buffer.from('x'.repeat(5_000)), Buffer.from([0xff, 0xfe, 0x00])]), 'application/octet-stream'],
    ['bytes', Buffer.from([0, 1, 2]), 'application/octet-stream'],
  ])('is told by its bytes: %s (C07, T:D09)', (_what, bytes, mimeType) => {
    expect(factsOf(bytes).mimeType).toBe(mimeType);
  });

  it('has its pixels told without being drawn, however many it claims (C07, T:D08)', () => {
    expect(factsOf(pngHead(60_000, 60_000))).toMatchObject({ mimeType: 'image/png', width: 60_000, height: 60_000 });
  });

  it('has tokens that are estimated, and none where only the service could tell', () => {
    expect(factsOf(Buffer.from('word '.repeat(100))).tokens).toBe(125);
    expect(factsOf(Buffer.from('word '.repeat(1_000_000))).tokens).toBe(50_000);
    expect(factsOf(pngHead(300, 200)).tokens).toBe(80);
    expect(factsOf(pdf).tokens).toBeNull();
  });

  it('is a text in UTF-16 only where it says so, and never with half a character', () => {
    expect(textOf(bytesOf([0xfe, 0xff], [0x4f, 0x60]))).toBe('你');
    expect(textOf(bytesOf([0xff, 0xfe], [0x60]))).toBeNull();
    expect(textOf(bytesOf([0xff, 0xfe], [0x00, 0x00]))).toBeNull();
  });
});

describe('the name of a file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\photo.png', 'photo.png'],
    ['two\nlines\r\n\u2028.txt', 'two lines.txt'],
    ['gpj.\u202egnp.exe', 'gpj.gnp.exe'],
    ['a\u200bb\u{e0041}.txt', 'ab.txt'],
    ['', 'file'],
    ['...', 'file'],
    ['/', 'file'],
    ['报告.docx', '报告.docx'],
    [`${'x'.repeat(500)}.jpeg`, `${'x'.repeat(195)}.jpeg`],
  ])('is one line, without a path and with nothing unseen: %j (C07, T:D14)', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
  });
});
