/** Closing the app while questions are open ends them: that is said first, and can be taken back (H08). */
import type { Catalogue } from '@portolan/i18n/catalogue-type';

export interface QuitQuestionDeps {
  texts: Catalogue['desktop'];
  /** Questions that are open now. */
  count(): number;
  /** Shows the box; resolves with whether to quit. */
  ask(words: { message: string; detail: string; quit: string; stay: string }): Promise<boolean>;
  quit(): void;
  log(line: string): void;
}

export class QuitQuestion {
  readonly #deps: QuitQuestionDeps;
  #isAsking = false;
  #isSettled = false;

  constructor(deps: QuitQuestionDeps) {
    this.#deps = deps;
  }

  /** True: the person is being asked, and the app quits by itself if they say so. False: nothing stands in the way. */
  asks(): boolean {
    const { texts, count, ask, quit, log } = this.#deps;
    if (this.#isSettled || count() === 0) return false;
    if (this.#isAsking) return true;
    this.#isAsking = true;
    const { quitting } = texts;
    ask({ message: quitting.title(count()), detail: quitting.text, quit: texts.menu.quit, stay: quitting.stay })
      .catch((error: unknown) => {
        // A box that cannot be shown must not keep the app open for ever.
        log(`the question before quitting: ${String(error)}`);
        return true;
      })
      .then((isMeant) => {
        this.#isAsking = false;
        if (!isMeant) return;
        this.#isSettled = true;
        quit();
      })
      .catch((error: unknown) => log(String(error)));
    return true;
  }
}
