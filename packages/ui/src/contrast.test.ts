// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(path.join(import.meta.dirname, 'styles/tokens.css'), 'utf8');

/** The colours of a block of the token file: `:root` first, a theme laid over it. */
function tokens(...selectors: string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const selector of selectors) {
    const start = css.indexOf(`\n${selector} {`);
    const block = css.slice(start, css.indexOf('\n}', start));
    for (const [, name = '', value = ''] of block.matchAll(/--ui-([a-z0-9-]+): (#[0-9a-f]{6}|rgb\([^)]*\));/g)) found.set(name, value);
  }
  return found;
}

type Rgb = [number, number, number];

function parse(value: string): { rgb: Rgb; alpha: number } {
  const hex = /^#(..)(..)(..)$/.exec(value);
  if (hex) return { rgb: [hex[1], hex[2], hex[3]].map((part) => Number.parseInt(part ?? '', 16)) as Rgb, alpha: 1 };
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)%\)$/.exec(value);
  if (!parts) throw new Error(`no colour: ${value}`);
  return { rgb: [Number(parts[1]), Number(parts[2]), Number(parts[3])], alpha: Number(parts[4]) / 100 };
}

function luminance([r, g, b]: Rgb): number {
  const [x = 0, y = 0, z = 0] = [r, g, b].map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}

/** Contrast of two tokens (WCAG 2.2); a translucent background lies on the canvas. */
function contrast(theme: Map<string, string>, front: string, back: string): number {
  const colour = (name: string): { rgb: Rgb; alpha: number } => parse(theme.get(name) ?? `missing ${name}`);
  const canvas = colour('bg').rgb;
  const { rgb, alpha } = colour(back);
  const ground = rgb.map((part, index) => part * alpha + (canvas[index] ?? 0) * (1 - alpha)) as Rgb;
  const [light = 0, dark = 0] = [luminance(colour(front).rgb), luminance(ground)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['bg', 'surface', 'raised', 'sunken', 'hover', 'active'];
const textPairs: [string, string][] = [
  ...['fg', 'muted'].flatMap((text) => grounds.map((ground): [string, string] => [text, ground])),
  ...['bg', 'surface', 'raised', 'sunken'].flatMap((ground): [string, string][] => ['subtle', 'accent-fg', 'danger-fg', 'warn-fg', 'success-fg'].map((text) => [text, ground])),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ...['accent', 'danger', 'warn', 'success'].flatMap((tone): [string, string][] => [
    [`${tone}-fg`, `${tone}-soft`],
    ['fg', `${tone}-soft`],
    ['muted', `${tone}-soft`],
  ]),
  ...['comment', 'keyword', 'string', 'function', 'constant', 'type'].map((tone): [string, string] => [`code-${tone}`, 'sunken']),
  ['fg', 'selection'],
  ['bg', 'fg'],
];
/** Lines and marks that must be seen to understand a control. */
const markPairs: [string, string][] = ['bg', 'surface', 'sunken'].flatMap((ground): [string, string][] => ['line-control', 'accent', 'danger', 'warn', 'success', 'focus'].map((mark) => [mark, ground]));

describe.each([
  ['light', tokens(':root')],
  ['dark', tokens(':root', "[data-theme='dark']")],
] as const)('%s colours (C16)', (_, theme) => {
  it('are readable as text: 4.5 to 1', () => {
    const weak = textPairs.map(([text, ground]) => ({ pair: `${text} on ${ground}`, ratio: contrast(theme, text, ground) })).filter(({ ratio }) => ratio < 4.5);
    expect(weak).toEqual([]);
  });

  it('are visible as marks: 3 to 1', () => {
    const weak = markPairs.map(([mark, ground]) => ({ pair: `${mark} on ${ground}`, ratio: contrast(theme, mark, ground) })).filter(({ ratio }) => ratio < 3);
    expect(weak).toEqual([]);
  });
});

describe.each([
  ['light', tokens(':root', "[data-contrast='more']")],
  ['dark', tokens(':root', "[data-theme='dark']", "[data-contrast='more'][data-theme='dark']")],
] as const)('%s colours with more contrast (C16)', (_, theme) => {
  it('are readable as text: 7 to 1, and lines are seen: 3 to 1', () => {
    const texts = grounds.flatMap((ground) => ['fg', 'muted', 'subtle'].map((text) => ({ pair: `${text} on ${ground}`, ratio: contrast(theme, text, ground), least: 7 })));
    const lines = ['bg', 'surface', 'sunken'].flatMap((ground) => ['line-strong', 'line-control'].map((line) => ({ pair: `${line} on ${ground}`, ratio: contrast(theme, line, ground), least: 3 })));
    expect([...texts, ...lines].filter(({ ratio, least }) => ratio < least)).toEqual([]);
  });
});

describe('tokens', () => {
  it('have a dark value for every colour', () => {
    const [light, dark] = [tokens(':root'), tokens("[data-theme='dark']")];
    expect([...dark.keys()].toSorted()).toEqual([...light.keys()].toSorted());
    expect(light.size).toBeGreaterThan(40);
  });
});
