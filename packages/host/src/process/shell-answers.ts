/** Questions of the host to its shell that wait for their answers, by number. */
export class ShellAnswers<T> {
  readonly #waiting = new Map<number, (answer: T) => void>();
  #next = 1;

  /** @param send puts the question, with its number */
  ask(send: (n: number) => void): Promise<T> {
    return new Promise((resolve) => {
      const n = this.#next++;
      this.#waiting.set(n, resolve);
      send(n);
    });
  }

  /** What the shell answered; an answer to nothing is none. */
  taken(n: number, answer: T): void {
    this.#waiting.get(n)?.(answer);
    this.#waiting.delete(n);
  }
}
