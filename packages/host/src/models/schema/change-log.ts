/** Collects, in plain sentences, what had to be changed in a schema. */

const maxChanges = 40;

export class ChangeLog {
  readonly #first = new Set<string>();
  readonly #sentences = new Set<string>();
  #left = 0;

  /** `path` names the place as a person would: `filter.tags[]`; empty for the schema itself. */
  add(path: string, sentence: string): void {
    const line = `${path || 'Top level'}: ${sentence}`;
    if (this.#sentences.has(line)) return;
    if (this.#sentences.size >= maxChanges) this.#left++;
    else this.#sentences.add(line);
  }

  /** Something that loses meaning: never among those not listed. */
  addLoss(sentence: string): void {
    this.#first.add(`Top level: ${sentence}`);
  }

  list(): string[] {
    const all = [...this.#first, ...this.#sentences];
    return this.#left === 0 ? all : [...all, `… and ${this.#left} more changes.`];
  }
}

/** A place one property down, for reading. */
export function at(path: string, property: string): string {
  const name = property.length > 40 ? `${property.slice(0, 40)}…` : property;
  return path ? `${path}.${name}` : name;
}
