/** The host's way to the system's store of secrets, which only the desktop app's first process may ask. */
import type { ShellKeeper } from '../secrets/shell-holder.ts';
import type { FromHost } from './messages.ts';

type Act = Extract<FromHost, { t: 'keep' }>['act'];

export class KeeperLine {
  readonly #send: (message: FromHost) => void;
  readonly #waiting = new Map<number, (answer: string | null) => void>();
  #next = 1;

  constructor(send: (message: FromHost) => void) {
    this.#send = send;
  }

  /** What the shell answered. */
  taken(n: number, answer: string | null): void {
    this.#waiting.get(n)?.(answer);
    this.#waiting.delete(n);
  }

  readonly keeper: ShellKeeper = {
    status: async () => {
      const answer = await this.#ask('status', '');
      return answer === 'good' || answer === 'basic' ? answer : 'unavailable';
    },
    seal: (text) => this.#need('seal', text),
    open: (sealed) => this.#need('open', sealed),
  };

  async #need(act: Act, text: string): Promise<string> {
    const answer = await this.#ask(act, text);
    if (answer === null) throw new Error(`the system's store could not ${act}`);
    return answer;
  }

  #ask(act: Act, text: string): Promise<string | null> {
    return new Promise((resolve) => {
      const n = this.#next++;
      this.#waiting.set(n, resolve);
      this.#send({ t: 'keep', n, act, text });
    });
  }
}
