/** The mark of this installation, drawn at the first start and kept for this user alone: `<data>/state/mark.json` (J01). */
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Mark, markColours, markSize, markWords } from '@portolan/contract/mark';
import { HostError } from '@portolan/contract/errors';
import type { EventOf, HandlersFor } from '@portolan/contract/contract';
import type { marks } from '@portolan/contract/mark';
import writeFileAtomic from 'write-file-atomic';
import { Broadcast } from '../broadcast.ts';

/** Filled cells of a picture: enough of both to be told apart at a glance. */
const leastFilled = 9;
const mostFilled = 16;

export class InstallMark {
  readonly #file: string;
  readonly #events = new Broadcast<EventOf<'mark/watch'>>();
  #mark: Mark;

  /** A mark that cannot be kept holds for this run: the person sees that it is another one the next time. */
  constructor(file: string, onError: (error: unknown) => void) {
    this.#file = file;
    const kept = this.#read();
    this.#mark = kept ?? draw();
    if (kept !== null) return;
    try {
      this.#write(this.#mark);
    } catch (error) {
      onError(error);
    }
  }

  get current(): Mark {
    return this.#mark;
  }

  /** @throws {HostError} `storage-failed` */
  renew(): Mark {
    const mark = draw();
    try {
      this.#write(mark);
    } catch {
      throw new HostError('storage-failed', { reason: 'read-only', path: this.#file });
    }
    this.#mark = mark;
    this.#events.publish({ mark });
    return mark;
  }

  watch(signal: AbortSignal): AsyncIterable<EventOf<'mark/watch'>> {
    return this.#events.subscribe(signal, [{ mark: this.#mark }]);
  }

  close(): void {
    this.#events.close();
  }

  #read(): Mark | null {
    try {
      const parsed = Mark.safeParse(JSON.parse(readFileSync(this.#file, 'utf8')));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }

  #write(mark: Mark): void {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    writeFileAtomic.sync(this.#file, JSON.stringify(mark), { mode: 0o600 });
  }
}

function draw(): Mark {
  for (;;) {
    const cells = Array.from({ length: markSize * markSize }, () => randomInt(2) === 1);
    const filled = cells.filter(Boolean).length;
    if (filled >= leastFilled && filled <= mostFilled) return { cells, colour: randomInt(markColours), words: [randomInt(markWords), randomInt(markWords)] };
  }
}

export function markRoutes(mark: InstallMark): HandlersFor<typeof marks> {
  return {
    'mark/watch': (_input, { signal }) => mark.watch(signal),
    'mark/renew': () => ({ mark: mark.renew() }),
  };
}
