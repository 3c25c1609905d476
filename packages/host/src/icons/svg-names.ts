/** What of SVG 2 an icon may use. Anything that loads, links, animates, repeats or filters is not among it (D05, D06, D07). */

export const drawnElements = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);
export const containerElements = new Set(['svg', 'g', 'defs', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop']);

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?(?:px|%)?$/i;
const numbers = /^[\d\s.,eE+-]*$/;
/** Only a colour by name or number: a reference is looked at by itself. */
const colour = /^(?:[a-zA-Z]{1,32}|#[0-9a-fA-F]{3,8}|(?:rgb|rgba|hsl|hsla)\([\d\s.,%/deg+-]{1,80}\))$/;
const transform = /^(?:\s*(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s.,eE+-]*\)\s*,?)*$/;
const word = /^[a-zA-Z-]{1,32}$/;
const pathData = /^[MmZzLlHhVvCcSsQqTtAa\d\s.,eE+-]*$/;
const words = /^[a-zA-Z\s]{1,64}$/;
export const identifier = /^[A-Za-z_][\w.-]{0,199}$/;

/** The values of attributes that are the same wherever they stand. */
export const attributeShapes: Readonly<Record<string, RegExp>> = {
  d: pathData,
  points: numbers,
  viewBox: numbers,
  transform,
  gradientTransform: transform,
  gradientUnits: word,
  clipPathUnits: word,
  maskUnits: word,
  maskContentUnits: word,
  spreadMethod: word,
  preserveAspectRatio: words,
  offset: number,
  ...Object.fromEntries(['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'fr', 'width', 'height', 'pathLength'].map((name) => [name, number])),
};

/** The same as attributes and inside `style` (SVG 2, presentation attributes). */
export const propertyShapes: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(['fill', 'stroke', 'stop-color', 'color'].map((name) => [name, colour])),
  ...Object.fromEntries(['opacity', 'fill-opacity', 'stroke-opacity', 'stop-opacity', 'stroke-width', 'stroke-miterlimit'].map((name) => [name, number])),
  ...Object.fromEntries(['fill-rule', 'clip-rule', 'stroke-linecap', 'stroke-linejoin', 'mask-type', 'display', 'visibility', 'paint-order', 'shape-rendering'].map((name) => [name, word])),
};

/** Properties whose value may be `url(#…)`, and whether what is meant is painted as a whole picture of its own. */
export const referenceProperties: Readonly<Record<string, { isNested: boolean }>> = {
  fill: { isNested: false },
  stroke: { isNested: false },
  'clip-path': { isNested: true },
  mask: { isNested: true },
};
