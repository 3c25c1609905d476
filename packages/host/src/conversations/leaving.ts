/** Why an answer is cut that nobody stopped: what it waits for at servers is not asked to stop. */
export class Leaving extends Error {}

/** The host ends: an answer it cuts was interrupted, not stopped by the person, and a job it waits for goes on. */
export class ShutDown extends Leaving {
  override readonly name = 'ShutDown';
}

/** Its chat was deleted, which can be undone. */
export class ChatRemoved extends Leaving {
  override readonly name = 'ChatRemoved';
}
