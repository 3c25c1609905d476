/** Small PDF documents, written by hand (ISO 32000-1, 7.5): enough to read, to draw, and to be deceived by. */

export interface PdfPage {
  /** Operators of its contents; `/F1` is Helvetica, `/F2` a Chinese font that is not in the file. */
  content: string;
  /** In points. */
  width?: number;
  height?: number;
}

export interface PdfExtras {
  /** Further entries of the catalog and of the trailer. */
  catalog?: string;
  trailer?: string;
  /** Entries of each page. */
  page?: string;
  /** Further resources of each page, for example `/XObject<<…>>`. */
  resources?: string;
  /** Further objects, numbered from 7 on. */
  objects?: readonly string[];
}

const fixed = 6;

/** Base64, as a blob carries it. */
export function pdf(pages: readonly PdfPage[], { catalog = '', trailer = '', page = '', resources = '', objects = [] }: PdfExtras = {}): string {
  const first = fixed + 1 + objects.length;
  const numbers = pages.map((_, index) => first + index * 2);
  const bodies = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[5 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/DW 1000/FontDescriptor 6 0 R>>',
    '<</Type/FontDescriptor/FontName/STSong-Light/Flags 4/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>',
    ...objects,
    ...pages.flatMap(({ content, width = 595, height = 842 }, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>${resources}>>/Contents ${(numbers[index] ?? 0) + 1} 0 R${page}>>`,
      stream(content),
    ]),
  ];
  let text = '%PDF-1.7\n';
  const places = bodies.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = text.length;
  text += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}trailer\n<</Size ${bodies.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1').toString('base64');
}

/** `entries` beside the length. */
export const stream = (content: string, entries = ''): string => `<</Length ${content.length}${entries}>>\nstream\n${content}\nendstream`;

/** A line of text at a place, from the lower left. */
export const line = (text: string, x: number, y: number, size = 14): string => `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET\n`;

/** The same in the Chinese font. */
export const chineseLine = (text: string, x: number, y: number, size = 14): string => `BT /F2 ${size} Tf ${x} ${y} Td <${Buffer.from(text, 'utf16le').swap16().toString('hex')}> Tj ET\n`;
