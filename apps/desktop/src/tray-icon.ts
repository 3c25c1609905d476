/** The picture in the system's tray, drawn here: a needle, and how many questions wait. */

/** Width and height in pixels; shown at half that size. */
export const iconSize = 44;

/** Digits of three by five points, a line a row. */
const digits: Readonly<Record<string, readonly string[]>> = {
  '1': ['010', '110', '010', '010', '111'],
  '2': ['111', '001', '111', '100', '111'],
  '3': ['111', '001', '111', '001', '111'],
  '4': ['101', '101', '111', '001', '001'],
  '5': ['111', '100', '111', '001', '111'],
  '6': ['111', '100', '111', '101', '111'],
  '7': ['111', '001', '010', '010', '010'],
  '8': ['111', '101', '111', '101', '111'],
  '9': ['111', '101', '111', '001', '111'],
  '+': ['000', '010', '111', '010', '000'],
};

type Colour = readonly [red: number, green: number, blue: number];
const blue: Colour = [37, 99, 235];
const white: Colour = [255, 255, 255];
const red: Colour = [200, 30, 30];

/** Pixels as Electron's `nativeImage.createFromBitmap` takes them (BGRA). More than nine questions are drawn as `9+`. */
export function trayPixels(count: number): Buffer {
  const pixels = Buffer.alloc(iconSize * iconSize * 4);
  const dot = (x: number, y: number, [r, g, b]: Colour) => pixels.set([b, g, r, 255], (y * iconSize + x) * 4);
  const middle = (iconSize - 1) / 2;
  for (let y = 0; y < iconSize; y++) {
    for (let x = 0; x < iconSize; x++) {
      const [dx, dy] = [x - middle, y - middle];
      if (Math.hypot(dx, dy) > middle) continue;
      // A needle that points to the upper right, as on a compass.
      const [along, across] = [dx - dy, dx + dy];
      dot(x, y, Math.abs(across) * 3 + Math.abs(along) < 40 ? white : blue);
    }
  }
  if (count > 0) drawCount(dot, count);
  return pixels;
}

/** In the lower right corner, on a ground of its own. */
function drawCount(dot: (x: number, y: number, colour: Colour) => void, count: number): void {
  const text = count > 9 ? '9+' : String(Math.floor(count));
  const scale = 3;
  const width = text.length * 4 * scale - scale;
  const height = 5 * scale;
  const left = iconSize - width - 4;
  const top = iconSize - height - 4;
  for (let y = top - 4; y < iconSize; y++) for (let x = Math.max(0, left - 4); x < iconSize; x++) dot(x, y, red);
  for (const [index, character] of Array.from(text).entries()) {
    for (const [row, line] of (digits[character] ?? []).entries()) {
      for (const [column, point] of Array.from(line).entries()) {
        if (point !== '1') continue;
        for (let y = 0; y < scale; y++) for (let x = 0; x < scale; x++) dot(left + (index * 4 + column) * scale + x, top + row * scale + y, white);
      }
    }
  }
}
