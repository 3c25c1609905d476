/**
 * A drawn diagram written anew from what a picture needs: shapes, lines and words. Nothing that runs, links, loads or brings styles of
 * its own is among it, whatever the drawing library let through from a model's text; and it is shown as an image besides, where an SVG
 * can do none of that (T:B03, T:B17).
 */
import { SaxesParser } from 'saxes';

export interface DiagramColours {
  background: string;
  text: string;
  accent: string;
}

export interface DiagramPicture {
  svg: string;
  /** Pixels. */
  width: number;
  height: number;
}

const maxElements = 20_000;
const maxSide = 20_000;

const elements = new Set(['svg', 'defs', 'marker', 'g', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'path', 'text', 'tspan']);
const numbers = '[-+\\d.eE,\\s%]+';
const paint = `none|transparent|currentColor|#[\\da-fA-F]{3,8}|[a-zA-Z]{3,30}|var\\(--_?[a-z-]{1,30}\\)|rgba?\\([\\d.,%\\s/]{1,40}\\)|hsla?\\([\\d.,%\\s/a-z]{1,40}\\)`;
/** Attribute → what its whole value must be. */
const attributes: Readonly<Record<string, RegExp>> = {
  ...pattern(['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'dx', 'dy', 'width', 'height', 'points', 'viewBox', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-weight', 'opacity', 'fill-opacity', 'stroke-opacity', 'markerWidth', 'markerHeight', 'refX', 'refY'], numbers),
  ...pattern(['fill', 'stroke'], paint),
  ...pattern(['d'], '[MmLlHhVvCcSsQqTtAaZz\\d.,\\s+eE-]+'),
  ...pattern(['transform'], '(?:\\s*(?:translate|rotate|scale)\\([\\d.,\\s+eE-]{1,60}\\)\\s*){1,4}'),
  ...pattern(['text-anchor'], 'start|middle|end'),
  ...pattern(['dominant-baseline'], '[a-z-]{3,20}'),
  ...pattern(['stroke-linejoin', 'stroke-linecap'], 'round|miter|bevel|butt|square'),
  ...pattern(['font-style'], 'normal|italic'),
  ...pattern(['orient'], 'auto|auto-start-reverse'),
  ...pattern(['id'], '[a-z-]{1,40}'),
  ...pattern(['marker-start', 'marker-end'], 'url\\(#[a-z-]{1,40}\\)'),
};

function pattern(names: readonly string[], source: string): Record<string, RegExp> {
  const whole = new RegExp(`^(?:${source})$`);
  return Object.fromEntries(names.map((name) => [name, whole]));
}

/** Throws where it is no SVG, or one that is too large. */
export function rewriteDiagram(drawn: string, colours: DiagramColours): DiagramPicture {
  const parser = new SaxesParser();
  const out: string[] = [];
  /** For each open element whether it was written; below one that was not, nothing is. */
  const open: boolean[] = [];
  let count = 0;
  let size = { width: 0, height: 0 };
  const isWritten = (): boolean => open.at(-1) ?? true;
  parser.on('doctype', () => {
    throw new Error('a picture has no document type');
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    count += 1;
    if (count > maxElements) throw new Error('too many elements');
    const isWanted = isWritten() && elements.has(name) && (name === 'svg') === (open.length === 0);
    open.push(isWanted);
    if (!isWanted) return;
    const kept = Object.entries(given).map(([key, value]): [string, string] => [key, plainPaint(name, key, value)]).filter(([key, value]) => value.length < 20_000 && attributes[key]?.test(value) === true);
    if (name === 'svg') size = sizeOf(given);
    out.push(`<${name}${name === 'svg' ? ' xmlns="http://www.w3.org/2000/svg"' : ''}${kept.map(([key, value]) => ` ${key}="${escape(value)}"`).join('')}>`);
    if (name === 'svg') out.push(`<style>${styleOf(colours)}</style>`);
  });
  parser.on('closetag', ({ name }) => {
    if (open.pop() === true) out.push(`</${name}>`);
  });
  parser.on('text', (text) => {
    if (isWritten() && open.length > 0) out.push(escape(text));
  });
  parser.write(drawn).close();
  if (size.width <= 0 || size.height <= 0 || size.width > maxSide || size.height > maxSide) throw new Error('an empty or a far too large picture');
  return { svg: out.join(''), ...size };
}

/** A paint that is refused would be black: it becomes what such a thing has otherwise. */
function plainPaint(element: string, key: string, value: string): string {
  if ((key !== 'fill' && key !== 'stroke') || attributes[key]?.test(value) === true) return value;
  return element === 'text' || element === 'tspan' ? 'var(--_text)' : key === 'fill' ? 'var(--_node-fill)' : 'var(--_node-stroke)';
}

function sizeOf(given: Readonly<Record<string, string>>): { width: number; height: number } {
  return { width: Math.ceil(Number(given['width'] ?? 0)), height: Math.ceil(Number(given['height'] ?? 0)) };
}

/** Mixed of the three colours of the page, so that a diagram looks as what it stands in. */
function styleOf(given: DiagramColours): string {
  const safe = (value: string): string => (/^[#\w(),.%\s/+-]{3,60}$/.test(value) ? value : 'gray');
  const [background, text, accent] = [safe(given.background), safe(given.text), safe(given.accent)];
  const mix = (share: number): string => `color-mix(in srgb, ${text} ${share}%, ${background})`;
  const tones = { '--bg': background, '--fg': text, '--_text': text, '--_text-sec': mix(75), '--_text-muted': mix(60), '--_text-faint': mix(40), '--_line': mix(50), '--_arrow': accent, '--_node-fill': mix(4), '--_node-stroke': mix(30), '--_group-fill': background, '--_group-hdr': mix(6), '--_inner-stroke': mix(14), '--_key-badge': mix(10) };
  return `svg{${Object.entries(tones).map(([name, value]) => `${name}:${value}`).join(';')}}text{font-family:system-ui,sans-serif}`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
