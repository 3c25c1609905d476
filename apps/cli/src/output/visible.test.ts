import { describe, expect, it } from 'vitest';
import { Output, columns } from './output.ts';
import { jsonText, visible, visibleBlock } from './visible.ts';

const hostile = '\u001b]0;title\u0007\u001b[2J\u009b31m\rrm -rf\b\u202etxt.exe\u200b\u{e0041}\u2028';

describe('text of others on a terminal (O04, T:C07)', () => {
  it('shows every control and every character that hides as an escape', () => {
    expect(visibleBlock(hostile)).toBe(String.raw`\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m\rrm -rf\u{8}\u{202e}txt.exe\u{200b}\u{e0041}\u{2028}`);
    expect(visible('a\nb\tc\r\nd')).toBe(String.raw`a\nb\tc\r\nd`);
    expect(visibleBlock('a\r\nb\tc')).toBe('a\nb\tc');
  });

  it('leaves what people write as it is', () => {
    for (const text of ['naïve 文件 ñ', '👩‍👩‍👧 👍🏽', 'é', '«a» — b']) expect(visibleBlock(text)).toBe(text);
    expect(visibleBlock('x\u200dy \ue000')).toBe(String.raw`x\u{200d}y \u{e000}`);
  });

  it('writes JSON that no terminal acts on and that reads back the same', () => {
    const value = { [hostile]: [hostile, '👩‍👩‍👧', '\ud800', 1, null] };
    const text = jsonText(value, 2);
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(JSON.parse(text)).toEqual(value);
    expect(jsonText({ a: ['\n'] })).toBe(String.raw`{"a":["\n"]}`);
  });
});

class Sink {
  text = '';
  readonly isTTY: boolean;
  constructor(isTTY: boolean) {
    this.isTTY = isTTY;
  }
  write(text: string): boolean {
    this.text += text;
    return true;
  }
}

function outputOn(isTTY: boolean, options: { isJson?: boolean; env?: Record<string, string> } = {}) {
  const stdout = new Sink(isTTY);
  const stderr = new Sink(isTTY);
  return { stdout, stderr, out: new Output({ stdout, stderr, env: options.env ?? {}, isJson: options.isJson ?? false }) };
}

describe('output (O04)', () => {
  it('colours on a terminal alone, and not with NO_COLOR or TERM=dumb', () => {
    const coloured = (isTTY: boolean, env = {}) => {
      const { out, stderr } = outputOn(isTTY, { env });
      out.say(out.style('red', 'x'));
      return stderr.text.includes('\u001b');
    };
    expect([coloured(true), coloured(false), coloured(true, { NO_COLOR: '1' }), coloured(true, { TERM: 'dumb' })]).toEqual([true, false, false, false]);
  });

  it('lets no escape of a server through beside its own colours', () => {
    const { out, stdout } = outputOn(true);
    out.result({}, () => [`${out.style('bold', hostile)} ${hostile}`]);
    expect(stdout.text.replaceAll('\u001b[1m', '').replaceAll('\u001b[22m', '')).not.toMatch(/[^\P{C}\n]/u);
  });

  it('keeps stdout for the one JSON document and says everything else on stderr', () => {
    const { out, stdout, stderr } = outputOn(true, { isJson: true });
    out.say('words');
    out.progress('50 %');
    out.result({ a: 1 }, () => ['never']);
    expect(JSON.parse(stdout.text)).toEqual({ a: 1 });
    expect(stderr.text).toBe('words\n');
  });

  it('shows progress on a terminal alone, and clears it before anything else', () => {
    const quiet = outputOn(false);
    quiet.out.progress('50 %');
    expect(quiet.stderr.text).toBe('');
    const { out, stderr } = outputOn(true);
    out.progress('50 %\n\u001b[2J');
    out.say('done');
    expect(stderr.text).toBe('\r\u001b[K50 % ' + String.raw`\u{1b}[2J` + '\r\u001b[Kdone\n');
  });

  it('lines columns up for wide characters too', () => {
    expect(columns([['服务器', 'a'], ['x', 'b']])).toEqual(['服务器  a', 'x       b']);
  });
});
