/** Long results: the model gets the beginning and the end, the person and the store keep everything. */

export interface Piece {
  text: string;
  /** 0 to 1; what matters least is cut first. */
  priority: number;
}

const headShare = 0.7;
/** Less than this of a piece tells a model nothing. */
const smallestPart = 500;

/** Says how what is left out can be had: it begins at this place of the whole. */
export type ReadOn = (offset: number) => string;
const askNarrower: ReadOn = () => 'The person sees the whole result; ask for a narrower one if you need more.';

/** Beginning (70 %) and end (30 %) of a text, with a note of what is missing between. */
export function headAndTail(text: string, limit: number, readOn: ReadOn = askNarrower, from = 0): string {
  if (text.length <= limit) return text;
  const head = whole(text.slice(0, Math.floor(limit * headShare)));
  const tail = wholeStart(text.slice(text.length - Math.floor(limit * (1 - headShare))));
  const left = text.length - head.length - tail.length;
  return `${head}\n[… ${left} of ${text.length} characters are left out here. ${readOn(from + head.length)} …]\n${tail}`;
}

/** Joins pieces, in their order, within `limit` characters. Pieces of the same priority are cut as one text. */
export function joinWithin(pieces: readonly Piece[], limit: number, readOn?: ReadOn): string {
  const joined = joinAll(pieces);
  if (joined.length <= limit) return joined;
  if (new Set(pieces.map((piece) => piece.priority)).size === 1) return headAndTail(joined, limit, readOn);
  return fitWithin(pieces, limit, readOn).join('\n');
}

/** All of it; places in it are what `ReadOn` names. */
export function joinAll(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join('\n');
}

/** The texts of pieces, in their order, within `limit` characters together: what matters most has room first. */
export function fitWithin(pieces: readonly Piece[], limit: number, readOn?: ReadOn): string[] {
  const texts = pieces.map((piece) => piece.text);
  if (texts.reduce((sum, text) => sum + text.length, 0) <= limit) return texts;
  const starts: number[] = [];
  let at = 0;
  for (const { text } of pieces) {
    starts.push(at);
    at += text.length + 1;
  }
  const priorities = [...new Set(pieces.map((piece) => piece.priority))].toSorted((a, b) => b - a);
  let room = limit;
  for (const priority of priorities) {
    for (const [index, piece] of pieces.entries()) {
      if (piece.priority !== priority) continue;
      const start = starts[index] ?? 0;
      if (piece.text.length > room) texts[index] = room >= smallestPart ? headAndTail(piece.text, room, readOn, start) : `[A part of ${piece.text.length} characters and lower priority is left out.${readOn === undefined ? '' : ` ${readOn(start)}`}]`;
      room = Math.max(0, room - piece.text.length);
    }
  }
  return texts;
}

/** Never leaves half a character. */
function whole(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
function wholeStart(text: string): string {
  const first = text.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? text.slice(1) : text;
}
