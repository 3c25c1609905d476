/**
 * How the desktop says that questions wait while its window may be hidden: a number on the app, the window and the tray, and
 * a notification. All of it only leads to the questions; nothing is ever answered from here (H08, T:J09).
 */
import type { WaitingQuestions } from '@portolan/host/process/launcher';
import type { Catalogue } from '@portolan/i18n/catalogue-type';

/** The system's tray; where there is none, nothing is to be done. */
export interface TrayEnd {
  show(count: number, tooltip: string, menu: readonly TrayEntry[]): void;
}

export interface TrayEntry {
  label: string;
  isEnabled: boolean;
  onPress: () => void;
}

export interface NotificationEnd {
  close(): void;
}

export interface SignDeps {
  texts: Catalogue['desktop'];
  words: Catalogue['notifications'];
  /** Numbers on the app's icon and in the windows' titles. */
  badge(count: number): void;
  /** Throws or null where the system has no tray. */
  tray(): TrayEnd | null;
  /** Throws or null where the system shows no notifications. */
  notify(text: { title: string; body: string }, onPress: () => void): NotificationEnd | null;
  isInFront(): boolean;
  /** Brings the window to the front, at a question or at all of them; null leaves it where it is. */
  open(hash: string | null): void;
  quit(): void;
  log(line: string): void;
  /** Milliseconds in which further questions join a notification. */
  gather?: number;
}

export class QuestionSigns implements Disposable {
  readonly #deps: SignDeps;
  #tray: TrayEnd | null = null;
  #shown: NotificationEnd | null = null;
  #timer: NodeJS.Timeout | undefined;
  #waiting: WaitingQuestions = { count: 0, newest: null, notifies: false };
  /** Newest one that was told, or that was seen in front. */
  #told: string | null = null;

  constructor(deps: SignDeps) {
    this.#deps = deps;
    this.#tray = this.#tried('the tray', () => deps.tray());
    this.#draw();
  }

  get count(): number {
    return this.#waiting.count;
  }

  update(waiting: WaitingQuestions): void {
    const hasNew = waiting.newest !== null && waiting.newest.id !== this.#told && waiting.count > this.#waiting.count;
    this.#waiting = waiting;
    this.#draw();
    if (waiting.count === 0) this.#unshow();
    if (!hasNew) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#notify();
    }, this.#deps.gather ?? 250);
  }

  /** The person looks at the window: what was said about it is over. */
  seen(): void {
    this.#unshow();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#unshow();
  }

  #notify(): void {
    const { newest, count, notifies } = this.#waiting;
    if (newest === null || newest.id === this.#told) return;
    this.#told = newest.id;
    if (!notifies || this.#deps.isInFront()) return;
    const { words } = this.#deps;
    const server = newest.server || words.aServer;
    const title = newest.kind === 'ask' ? words.ask(server) : words[newest.kind](server, newest.tool || words.aTool);
    this.#unshow();
    const hash = `#/questions/${newest.id}`;
    this.#shown = this.#tried('a notification', () => this.#deps.notify({ title, body: count > 1 ? words.several(count) : words.one }, () => this.#deps.open(hash)));
  }

  #unshow(): void {
    const shown = this.#shown;
    this.#shown = null;
    if (shown !== null) this.#tried('closing a notification', () => shown.close());
  }

  #draw(): void {
    const { texts, badge, open, quit } = this.#deps;
    const { count } = this.#waiting;
    this.#tried('the badge', () => badge(count));
    const words = count === 0 ? texts.tray.none : texts.tray.questions(count);
    this.#tried('the tray', () =>
      this.#tray?.show(count, count === 0 ? 'Portolan' : `Portolan: ${words}`, [
        { label: words, isEnabled: count > 0, onPress: () => open('#/questions') },
        { label: texts.tray.open, isEnabled: true, onPress: () => open(null) },
        { label: texts.menu.quit, isEnabled: true, onPress: quit },
      ]),
    );
  }

  /** What a desktop lacks must not take the app down. */
  #tried<T>(what: string, work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      this.#deps.log(`${what} is not to be had here: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
}
