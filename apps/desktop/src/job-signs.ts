/** How the desktop says that a long job has ended while no window is in front: once for each, leading to its chat or its place in the list (C18). */
import type { EndedJob } from '@portolan/host/process/launcher';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import type { NotificationEnd } from './question-signs.ts';

export interface JobSignDeps {
  words: Catalogue['notifications'];
  notify(text: { title: string; body: string }, onPress: () => void): NotificationEnd | null;
  isInFront(): boolean;
  open(hash: string): void;
  log(line: string): void;
}

/** Those that are shown at once; a server whose jobs all end together takes the place of its own earlier news. */
const most = 3;

export class JobSigns {
  readonly #deps: JobSignDeps;
  #shown: NotificationEnd[] = [];

  constructor(deps: JobSignDeps) {
    this.#deps = deps;
  }

  ended({ id, server, tool, outcome, conversationId, notifies }: EndedJob): void {
    const { words, notify, isInFront, open, log } = this.#deps;
    if (!notifies || isInFront()) return;
    const title = (outcome === 'done' ? words.jobDone : words.jobFailed)(server || words.aServer, tool || words.aTool);
    try {
      const shown = notify({ title, body: words.jobBody }, () => open(conversationId === null ? `#/jobs/${id}` : `#/chat/${conversationId}`));
      if (shown !== null) this.#shown.push(shown);
      if (this.#shown.length > most) this.#shown.shift()?.close();
    } catch (error) {
      // What a desktop lacks must not take the app down.
      log(`a notification is not to be had here: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** The person looks at the window. */
  seen(): void {
    for (const shown of this.#shown.splice(0)) shown.close();
  }
}
