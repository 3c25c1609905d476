/**
 * An SVG picture written anew from the few parts of SVG an icon needs (H31, D05–D07). Not a filter that takes bad things out:
 * what comes out was put in by name, so what nobody thought of is not in it. Linear in the text; what is drawn is bounded, so
 * that drawing it is too.
 */
import { SaxesParser } from 'saxes';
import { attributeShapes, containerElements, drawnElements, identifier, propertyShapes, referenceProperties } from './svg-names.ts';

const namespace = 'http://www.w3.org/2000/svg';
/** Elements in one icon. */
const maxElements = 2_000;
const maxDepth = 32;
/** Uses of a mask or a clipping path: each draws its picture once more. */
const maxNested = 32;
/** Lines drawn are longer than any icon needs before this many characters of path data. */
const maxLength = 64 * 1024;

export interface CleanSvg {
  text: string;
}

/** Null for what is no SVG picture, declares a document type or entities, is too large, or has nothing left to draw. */
export function cleanSvg(source: string): CleanSvg | null {
  if (source.length > maxLength || /<!(?:DOCTYPE|ENTITY)/i.test(source)) return null;
  const writer = new Writer();
  const parser = new SaxesParser({ xmlns: true, fragment: false, position: false });
  try {
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('doctype', () => {
      throw new NotAnIcon();
    });
    parser.on('opentag', (tag) => {
      const own = Object.values(tag.attributes).filter(({ uri }) => uri === '');
      const link = Object.values(tag.attributes).find(({ local, uri }) => local === 'href' && (uri === '' || uri === 'http://www.w3.org/1999/xlink'));
      writer.open(tag.uri === namespace ? tag.local : '', new Map(own.map(({ local, value }) => [local, value])), link?.value);
    });
    parser.on('closetag', () => writer.close());
    parser.write(source).close();
    return writer.end();
  } catch {
    return null;
  }
}

class NotAnIcon extends Error {}

class Writer {
  #text = '';
  #depth = 0;
  /** The depth of the element whose whole inside is left out; null while nothing is. */
  #leftOutAt: number | null = null;
  #elements = 0;
  #drawn = 0;
  #nested = 0;
  readonly #open: string[] = [];

  open(name: string, attributes: ReadonlyMap<string, string>, link: string | undefined): void {
    this.#depth += 1;
    this.#elements += 1;
    if (this.#elements > maxElements || this.#depth > maxDepth) throw new NotAnIcon();
    if (this.#depth === 1) {
      if (name !== 'svg') throw new NotAnIcon();
      this.#text += `<svg xmlns="${namespace}"${rootSize(attributes)}${this.#paint(attributes)}>`;
      return;
    }
    if (this.#leftOutAt !== null) return;
    const isKnown = drawnElements.has(name) || (containerElements.has(name) && name !== 'svg');
    if (!isKnown) {
      this.#leftOutAt = this.#depth;
      return;
    }
    this.#open.push(name);
    if (drawnElements.has(name)) this.#drawn += 1;
    // A gradient may take its colours from another one; nothing else may point anywhere by an address.
    const from = name.endsWith('Gradient') && link?.startsWith('#') === true && identifier.test(link.slice(1)) ? ` href="${link}"` : '';
    this.#text += `<${name}${geometry(attributes)}${this.#paint(attributes)}${from}>`;
  }

  close(): void {
    if (this.#depth === 1) this.#text += '</svg>';
    else if (this.#leftOutAt === null) this.#text += `</${this.#open.pop() ?? ''}>`;
    if (this.#leftOutAt === this.#depth) this.#leftOutAt = null;
    this.#depth -= 1;
  }

  end(): CleanSvg | null {
    return this.#drawn === 0 ? null : { text: this.#text };
  }

  #paint(attributes: ReadonlyMap<string, string>): string {
    const properties = new Map<string, string>();
    for (const [name, value] of attributes) if (name in propertyShapes || name in referenceProperties) properties.set(name, value);
    for (const declaration of (attributes.get('style') ?? '').split(';')) {
      const colon = declaration.indexOf(':');
      if (colon !== -1) properties.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim());
    }
    return [...properties].map(([name, value]) => this.#property(name, value.trim())).join('');
  }

  #property(name: string, value: string): string {
    const target = /^url\(\s*(['"]?)#([^'")\s]+)\1\s*\)$/.exec(value)?.[2];
    if (target !== undefined) {
      const reference = referenceProperties[name];
      if (reference === undefined || !identifier.test(target)) return '';
      if (reference.isNested) {
        // A mask inside a mask is drawn once for each use of each: a few of them are a picture that never ends.
        if (this.#open.includes('mask') || this.#open.includes('clipPath')) return '';
        this.#nested += 1;
        if (this.#nested > maxNested) throw new NotAnIcon();
      }
      return ` ${name}="url(#${target})"`;
    }
    return propertyShapes[name]?.test(value) === true ? ` ${name}="${value}"` : '';
  }
}

function geometry(attributes: ReadonlyMap<string, string>): string {
  const id = attributes.get('id');
  const named = id !== undefined && identifier.test(id) ? ` id="${id}"` : '';
  return named + [...attributes].map(([name, value]) => (attributeShapes[name]?.test(value.trim()) === true ? ` ${name}="${value.trim().replaceAll(/\s+/g, ' ')}"` : '')).join('');
}

/** An icon has the size of its place: what the picture says is only the shape of its frame. */
function rootSize(attributes: ReadonlyMap<string, string>): string {
  const box = (attributes.get('viewBox') ?? '').trim().split(/[\s,]+/).map(Number);
  const [left, top, width, height] = box.length === 4 ? box : [0, 0, Number.parseFloat(attributes.get('width') ?? ''), Number.parseFloat(attributes.get('height') ?? '')];
  if (![left, top, width, height].every((each) => each !== undefined && Number.isFinite(each)) || !((width ?? 0) > 0) || !((height ?? 0) > 0)) throw new NotAnIcon();
  return ` viewBox="${left} ${top} ${width} ${height}" width="256" height="256"`;
}
