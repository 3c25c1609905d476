/** Collects, in plain sentences, what had to be changed in a schema, and why. */
import type { FitChange } from '@portolan/contract/tool-fit';

const maxChanges = 40;

export class ChangeLog {
  readonly #first = new Set<string>();
  readonly #sentences = new Set<string>();
  readonly #about = new Map<string, Omit<FitChange, 'text'>>();
  #left = 0;
  /** Why what is added from now on was changed, unless it says so itself. */
  why: FitChange['why'] = 'form';

  /** `path` names the place as a person would: `filter.tags[]`; empty for the schema itself. */
  add(path: string, sentence: string, about: Partial<Omit<FitChange, 'text'>> = {}): void {
    const line = `${path || 'Top level'}: ${sentence}`;
    if (this.#sentences.has(line)) return;
    this.#about.set(line, { why: this.why, isLoss: false, ...about });
    if (this.#sentences.size >= maxChanges) this.#left++;
    else this.#sentences.add(line);
  }

  /** Something that loses meaning: never among those not listed. */
  addLoss(sentence: string): void {
    const line = `Top level: ${sentence}`;
    this.#about.set(line, { why: this.why, isLoss: true });
    this.#first.add(line);
  }

  about(line: string): Omit<FitChange, 'text'> {
    return this.#about.get(line) ?? { why: 'form', isLoss: false };
  }

  list(): string[] {
    const all = [...this.#first, ...this.#sentences];
    return this.#left === 0 ? all : [...all, `… and ${this.#left} more changes.`];
  }
}

/** The sentences of a list with what is known of them; those that were not collected here are about the description. */
export function changesOf(log: ChangeLog, sentences: readonly string[]): FitChange[] {
  return sentences.map((text) => ({ text, ...log.about(text) }));
}

/** A place one property down, for reading. */
export function at(path: string, property: string): string {
  const name = property.length > 40 ? `${property.slice(0, 40)}…` : property;
  return path ? `${path}.${name}` : name;
}
