/**
 * Where everything a command says goes: results to stdout, as text or as JSON, and words for the person to stderr. All of it
 * passes `visible` on the way.
 */
import { stripVTControlCharacters, styleText } from 'node:util';
import { jsonText, visibleBlock } from './visible.ts';

export interface OutputStream {
  write(text: string): boolean;
  isTTY?: boolean;
}

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export interface OutputOptions {
  stdout: OutputStream;
  stderr: OutputStream;
  isJson: boolean;
  /** Overrules what the streams and the environment say. */
  isColoured?: boolean;
  env: Record<string, string | undefined>;
}

export class Output {
  readonly isJson: boolean;
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  readonly #isColoured: boolean;
  #hasProgress = false;

  constructor(options: OutputOptions) {
    this.isJson = options.isJson;
    this.#stdout = options.stdout;
    this.#stderr = options.stderr;
    // https://no-color.org: set and not empty, whatever it says.
    const isWanted = !options.env['NO_COLOR'] && options.env['TERM'] !== 'dumb' && options.stdout.isTTY === true && options.stderr.isTTY === true;
    this.#isColoured = options.isColoured ?? isWanted;
  }

  /** The one document of a command: the value with --json, else the lines. */
  result(value: unknown, lines: () => readonly string[]): void {
    this.clearProgress();
    this.#stdout.write(this.isJson ? `${jsonText(value, 2)}\n` : lines().map((line) => `${this.#safe(line)}\n`).join(''));
  }

  /** One of many: a line of JSON, or text. */
  item(value: unknown, line: () => string): void {
    this.clearProgress();
    this.#stdout.write(this.isJson ? `${jsonText(value)}\n` : `${this.#safe(line())}\n`);
  }

  /** Exactly these characters, for files and pipes. */
  raw(text: string): void {
    this.#stdout.write(text);
  }

  /** A sentence for the person. */
  say(line: string): void {
    this.clearProgress();
    this.#stderr.write(`${this.#safe(line)}\n`);
  }

  /** How it is getting on: one line that is replaced by the next, on a terminal; nothing elsewhere. */
  progress(line: string): void {
    if (this.#stderr.isTTY !== true || this.isJson) return;
    const short = this.#safe(line).replaceAll('\n', ' ').slice(0, 100);
    this.#stderr.write(`\r\u001b[K${short}`);
    this.#hasProgress = true;
  }

  clearProgress(): void {
    if (this.#hasProgress) this.#stderr.write('\r\u001b[K');
    this.#hasProgress = false;
  }

  style(style: Style, text: string): string {
    // Made safe here, so that our own escapes can be told from those of others.
    return this.#isColoured ? styleText(style, visibleBlock(text), { validateStream: false }) : text;
  }

  /** Our own colours stay; everything else is made visible. */
  #safe(line: string): string {
    if (!this.#isColoured) return visibleBlock(line);
    return line
      .split(ownStyle)
      .map((part, index) => (index % 2 === 1 ? part : visibleBlock(part)))
      .join('');
  }
}

/** What `styleText` makes of the styles above and nothing else: colours can hide nothing and move nothing. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const ownStyle = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/;

/** Columns of a table, padded by what they take up on a screen. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  return rows.map((row) => row.map((cell, index) => (index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell) + 2))).join('').trimEnd());
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

const graphemes = new Intl.Segmenter();

function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(stripVTControlCharacters(text))) width += wide.test(segment) ? 2 : 1;
  return width;
}
