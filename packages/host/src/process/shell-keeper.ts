/** The host's way to the system's store of secrets, which only the desktop app's first process may ask. */
import type { ShellKeeper } from '../secrets/shell-holder.ts';
import type { FromHost } from './messages.ts';
import { ShellAnswers } from './shell-answers.ts';

type Act = Extract<FromHost, { t: 'keep' }>['act'];

export class KeeperLine {
  readonly #send: (message: FromHost) => void;
  readonly #answers = new ShellAnswers<string | null>();

  constructor(send: (message: FromHost) => void) {
    this.#send = send;
  }

  /** What the shell answered. */
  taken(n: number, answer: string | null): void {
    this.#answers.taken(n, answer);
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
    return this.#answers.ask((n) => this.#send({ t: 'keep', n, act, text }));
  }
}
