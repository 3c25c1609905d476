/** Pictures of servers as this window draws them: raster alone, so that an svg is an image for one moment and never a document (H31). */

/** Pixels of a drawn svg: enough for the largest place on a dense screen. */
const edge = 128;
const drawn = new Map<string, Promise<string | null>>();
/** Pictures drawn and kept. */
const maxDrawn = 500;

/** A raster `data:` URL of what the host gave, or null when it can't be drawn. Does not reject. */
export function toRaster(picture: string): Promise<string | null> {
  if (!picture.startsWith('data:image/svg+xml;')) return Promise.resolve(picture);
  const known = drawn.get(picture);
  if (known) return known;
  const drawing = draw(picture).catch(() => null);
  drawn.set(picture, drawing);
  if (drawn.size > maxDrawn) for (const first of drawn.keys()) {
    drawn.delete(first);
    break;
  }
  return drawing;
}

/** An image element runs no script of an svg and loads nothing for it; what is kept is pixels. */
async function draw(picture: string): Promise<string | null> {
  const image = new Image(edge, edge);
  image.src = picture;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = edge;
  canvas.height = edge;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(image, 0, 0, edge, edge);
  return canvas.toDataURL('image/png');
}
