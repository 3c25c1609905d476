/** The one queue of questions to the person. Each is settled exactly once, by an answer or by the host. */
import type { FieldProblemView } from '@portolan/contract/elicitation';
import type { ArgumentProblemView, InteractionAnswer, InteractionView, WithdrawnReason } from '@portolan/contract/interactions';
import type { InteractionId } from '@portolan/contract/ids';
import type { EventOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { Broadcast } from '../broadcast.ts';

type WatchEvent = EventOf<'interactions/watch'>;

interface Open {
  view: InteractionView;
  onAnswer: (answer: InteractionAnswer) => void;
  onWithdrawn: () => void;
  review: Reviewer;
  isShown: boolean;
}

/** What becomes of an answer before it counts: it settles the question, leads to its next step, or has to be mended. */
export type Review = { outcome: 'settles' } | { outcome: 'stands'; problems: FieldProblemView[]; argumentProblems?: ArgumentProblemView[] } | { outcome: 'goes-on'; view: InteractionView };

/** May take its time: the question stands meanwhile, and what is settled or withdrawn by then does not take the answer. */
export type Reviewer = (answer: InteractionAnswer) => Review | Promise<Review>;

/** What an answer came to. */
export interface Answered {
  accepted: boolean;
  problems?: FieldProblemView[];
  argumentProblems?: ArgumentProblemView[];
}

const settles: Review = { outcome: 'settles' };

export interface QueueOptions {
  /** Shown at once for one server; further ones wait their turn, so that no server can bury the others (C17). Default 20. */
  maxShownPerServer?: number;
  /** The same for what a server itself asks; the questions of one round count once (E07). Default 3. */
  maxAsksPerServer?: number;
  /** Open at once in all; beyond it asking fails with `too-many-requests`. Default 500. */
  maxOpen?: number;
}

export class InteractionQueue {
  readonly #open = new Map<InteractionId, Open>();
  readonly #events: Broadcast<WatchEvent>;
  readonly #maxShown: number;
  readonly #maxAsks: number;
  readonly #maxOpen: number;
  #isClosed = false;

  constructor(options: QueueOptions = {}) {
    this.#maxShown = options.maxShownPerServer ?? 20;
    this.#maxAsks = options.maxAsksPerServer ?? 3;
    this.#maxOpen = options.maxOpen ?? 500;
    this.#events = new Broadcast({ resync: () => [this.#snapshot()] });
  }

  /** What is shown now, oldest first. */
  list(): InteractionView[] {
    return [...this.#open.values()].filter((each) => each.isShown).map((each) => each.view);
  }

  watch(signal: AbortSignal): AsyncIterable<WatchEvent> {
    return this.#events.subscribe(signal, [this.#snapshot()]);
  }

  /**
   * Asks. Exactly one of the two callbacks is called, once. `review` looks at an answer first: what has to be mended, or is
   * one of several steps, leaves the question open. Throws `too-many-requests`.
   */
  add(view: InteractionView, onAnswer: (answer: InteractionAnswer) => void, onWithdrawn: () => void, review: Reviewer = () => settles): void {
    if (this.#isClosed) {
      onWithdrawn();
      return;
    }
    if (this.#open.size >= this.#maxOpen) throw new HostError('too-many-requests', { limit: this.#maxOpen });
    this.#open.set(view.id, { view, onAnswer, onWithdrawn, review, isShown: false });
    this.#showNext();
  }

  /**
   * Not accepted when it was settled before, never existed, was not shown yet, or the hash is not the one shown: then nothing
   * happens. With problems nothing happens either, and the question stands. What has to be looked at for a while is not
   * accepted here: see `resolve`.
   */
  answer(id: InteractionId, hash: string, answer: InteractionAnswer): Answered {
    const entry = this.#shown(id, hash);
    if (entry?.view.kind !== answer.kind) return { accepted: false };
    const review = entry.review(answer);
    return review instanceof Promise ? { accepted: false } : this.#take(entry, answer, review);
  }

  /** As `answer`, and takes its time where an answer has to be looked at: it counts only if the question still stands just so afterwards. */
  async resolve(id: InteractionId, hash: string, answer: InteractionAnswer): Promise<Answered> {
    const entry = this.#shown(id, hash);
    if (entry?.view.kind !== answer.kind) return { accepted: false };
    const review = await entry.review(answer);
    return this.#shown(id, hash) === entry ? this.#take(entry, answer, review) : { accepted: false };
  }

  #take(entry: Open, answer: InteractionAnswer, review: Review): Answered {
    if (review.outcome === 'stands') return { accepted: false, problems: review.problems, ...(review.argumentProblems === undefined ? {} : { argumentProblems: review.argumentProblems }) };
    if (review.outcome === 'goes-on') {
      this.change(review.view);
      return { accepted: true };
    }
    this.#settle(entry, 'person');
    entry.onAnswer(answer);
    return { accepted: true };
  }

  /** Several questions at once: each answer would settle its question, or nothing happens to any of them. */
  answerAll(answers: readonly { id: InteractionId; hash: string; answer: InteractionAnswer }[]): { accepted: boolean; problems?: { id: InteractionId; problems: FieldProblemView[] }[] } {
    const found = answers.map(({ id, hash, answer }) => ({ entry: this.#shown(id, hash), answer }));
    const entries = found.flatMap(({ entry, answer }) => {
      const review = entry?.view.kind === answer.kind && isLast(answer) ? entry.review(answer) : undefined;
      // What has to be looked at for a while is no question of a round: those are answered by themselves.
      return entry === null || review === undefined || review instanceof Promise ? [] : [{ entry, answer, review }];
    });
    const isEach = entries.length === answers.length && new Set(entries.map(({ entry }) => entry)).size === answers.length;
    if (!isEach) return { accepted: false };
    const standing = entries.flatMap(({ entry, review }) => (review.outcome === 'settles' ? [] : [{ id: entry.view.id, problems: review.outcome === 'stands' ? review.problems : [] }]));
    if (standing.length > 0) return { accepted: false, problems: standing };
    for (const { entry } of entries) this.#settle(entry, 'person');
    for (const { entry, answer } of entries) entry.onAnswer(answer);
    return { accepted: true };
  }

  /** The open question of this id, when it is shown exactly so. */
  find(id: InteractionId, hash: string): InteractionView | null {
    return this.#shown(id, hash)?.view ?? null;
  }

  /** Shows the next step of an open question in its place. Does nothing when it is settled. */
  change(view: InteractionView): void {
    const entry = this.#open.get(view.id);
    if (!entry) return;
    entry.view = view;
    if (entry.isShown) this.#events.publish({ type: 'changed', interaction: view });
  }

  /** The host settles it without an answer. Does nothing when it is settled. */
  withdraw(id: InteractionId, reason?: WithdrawnReason): void {
    const entry = this.#open.get(id);
    if (!entry) return;
    this.#settle(entry, 'host', reason);
    entry.onWithdrawn();
  }

  /** The same for every open question that it holds of, also those that wait to be shown. */
  withdrawWhere(holds: (view: InteractionView) => boolean, reason?: WithdrawnReason): void {
    const found = [...this.#open.values()].filter(({ view }) => holds(view));
    for (const { view } of found) this.withdraw(view.id, reason);
  }

  /** Withdraws all that is open; asking afterwards is withdrawn at once. */
  close(): void {
    this.#isClosed = true;
    for (const id of this.#open.keys()) this.withdraw(id, 'closing');
    this.#events.close();
  }

  #shown(id: InteractionId, hash: string): Open | null {
    const entry = this.#open.get(id);
    return entry?.isShown === true && entry.view.hash === hash ? entry : null;
  }

  #settle(entry: Open, by: 'person' | 'host', reason?: WithdrawnReason): void {
    this.#open.delete(entry.view.id);
    if (entry.isShown) this.#events.publish({ type: 'settled', id: entry.view.id, by, ...(reason === undefined ? {} : { reason }) });
    this.#showNext();
  }

  #showNext(): void {
    const lanes = new Map<string, Set<string>>();
    const sheetsOf = (view: InteractionView): Set<string> => {
      const lane = `${isAsked(view) ? 'ask' : view.kind} ${view.serverId}`;
      const sheets = lanes.get(lane) ?? new Set();
      lanes.set(lane, sheets);
      return sheets;
    };
    for (const { view, isShown } of this.#open.values()) if (isShown) sheetsOf(view).add(sheetOf(view));
    for (const entry of this.#open.values()) {
      const sheets = sheetsOf(entry.view);
      const most = isAsked(entry.view) ? this.#maxAsks : this.#maxShown;
      if (entry.isShown || (sheets.size >= most && !sheets.has(sheetOf(entry.view)))) continue;
      entry.isShown = true;
      sheets.add(sheetOf(entry.view));
      this.#events.publish({ type: 'added', interaction: entry.view });
    }
  }

  #snapshot(): WatchEvent {
    return { type: 'snapshot', interactions: this.list() };
  }
}

/** Not a step that leads to another: such a step is taken by itself. */
function isLast(answer: InteractionAnswer): boolean {
  return answer.kind !== 'sampling' || answer.action === 'send' || answer.action === 'deny';
}

/** Questions of one round are one sheet. */
function sheetOf(view: InteractionView): string {
  return !isAsked(view) || view.round === null ? view.id : `round ${view.round.id}`;
}

/** Asked by a server itself, not about a call of a model. */
function isAsked(view: InteractionView): view is Exclude<InteractionView, { kind: 'tool-approval' | 'result-review' }> {
  return view.kind !== 'tool-approval' && view.kind !== 'result-review';
}
