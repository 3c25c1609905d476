/** Reading one page of a list: each item by itself, so that a bad one costs nothing but itself. */
import type { RefusedItem } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { kindOf } from './reader.ts';
import { exceedsBytes } from './size.ts';

export type ItemReading<T> = { item: T } | { refused: string };

export interface ItemKind<T> {
  /** The field that identifies an item. */
  key: 'name' | 'uri' | 'uriTemplate' | 'taskId';
  read: (raw: JsonObject) => ItemReading<T>;
}

/** Gathers the items of all pages; the first of several with one key wins. */
export class ListReader<T> {
  readonly items: T[] = [];
  readonly refused: RefusedItem[] = [];
  readonly #kind: ItemKind<T>;
  readonly #definitionBytes: number;
  readonly #seen = new Set<string>();

  constructor(kind: ItemKind<T>, definitionBytes: number) {
    this.#kind = kind;
    this.#definitionBytes = definitionBytes;
  }

  add(raw: Json): void {
    const index = this.items.length + this.refused.length;
    if (!isJsonObject(raw)) {
      this.#refuse(`#${index + 1}`, `It is ${kindOf(raw)} instead of an object.`, raw);
      return;
    }
    const key = raw[this.#kind.key];
    const label = typeof key === 'string' && key !== '' ? key.slice(0, 200) : `#${index + 1}`;
    if (exceedsBytes(raw, this.#definitionBytes)) {
      // The definition itself is not kept: holding what is too large would defeat the limit.
      this.#refuse(label, `Its definition is larger than ${this.#definitionBytes} bytes.`, null);
      return;
    }
    if (typeof key === 'string' && this.#seen.has(key)) {
      this.#refuse(label, `An earlier item of the list has the same ${this.#kind.key}.`, raw);
      return;
    }
    const reading = this.#kind.read(raw);
    if ('refused' in reading) {
      this.#refuse(label, reading.refused, raw);
      return;
    }
    if (typeof key === 'string') this.#seen.add(key);
    this.items.push(reading.item);
  }

  /** What is beyond the limit of the list, as far as it was sent; it is not read. */
  leaveOut(count: number, limit: number): void {
    this.#refuse(`+${count}`, `${count} more were left out: not more than ${limit} are taken from one server.`, null);
  }

  #refuse(label: string, reason: string, raw: Json): void {
    this.refused.push({ label, reason, raw });
  }
}
