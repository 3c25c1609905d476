/** What of long chats is remembered, so that measuring one again does not read all of it again. */
import type { ConversationId, MessageId } from '@portolan/contract/ids';
import type { ConversationStore } from '../ports.ts';
import type { ChatFacts } from './chat-context.ts';
import { calledIn } from './chat-tools.ts';
import { longestResult } from './read-result.ts';
import { keptMessages } from './summaries.ts';
import { addUp, weighMessage } from './weigh.ts';
import type { MessageWeight } from './weigh.ts';

interface Digest {
  called: ReadonlySet<string>;
  longestResult: number;
  /** At the limit it was weighed with; another model may have another one. */
  weight: MessageWeight;
  resultLimit: number;
}

/** Chats that are watched are few; more than these are read anew. */
const keptChats = 4;
/** From here on all messages are read at once rather than one by one. */
const manyUnknown = 50;

export class ChatDigests {
  readonly #store: Pick<ConversationStore, 'path' | 'message' | 'messages'>;
  readonly #chats = new Map<ConversationId, Map<MessageId, Digest>>();

  constructor(store: Pick<ConversationStore, 'path' | 'message' | 'messages'>) {
    this.#store = store;
  }

  /** This message is another one by now. */
  changed(id: ConversationId, messageId: MessageId): void {
    this.#chats.get(id)?.delete(messageId);
  }

  facts(id: ConversationId, resultLimit: number): ChatFacts {
    const known = this.#chat(id);
    const path = this.#store.path(id);
    const unknown = path.filter((each) => known.get(each)?.resultLimit !== resultLimit);
    const read = unknown.length > manyUnknown ? this.#store.messages(id) : unknown.flatMap((each) => this.#store.message(each) ?? []);
    const digests = new Map(known);
    for (const message of read) {
      const digest: Digest = { called: calledIn([message]), longestResult: longestResult([message]), weight: weighMessage(message, resultLimit), resultLimit };
      digests.set(message.id, digest);
      // What is being written grows without a word of it each time.
      if (message.status === 'streaming') known.delete(message.id);
      else known.set(message.id, digest);
    }
    const of = path.flatMap((each) => digests.get(each) ?? []);
    return {
      ids: path.map((each) => ({ id: each })),
      called: new Set(of.flatMap(({ called }) => [...called])),
      longestResult: of.reduce((most, digest) => Math.max(most, digest.longestResult), 0),
      weightOf: (summary) => {
        if (summary === null) return addUp(of.map(({ weight }) => weight));
        const kept = path.slice(Math.max(0, path.indexOf(summary.before)));
        if (summary.inside === null) return addUp(kept.flatMap((each) => digests.get(each)?.weight ?? []));
        // Of an answer that is told in part only the rest counts: that one is read.
        const messages = kept.map((each) => this.#store.message(each)).filter((message) => message !== null);
        return addUp(keptMessages(messages, summary).map((message) => weighMessage(message, resultLimit)));
      },
    };
  }

  #chat(id: ConversationId): Map<MessageId, Digest> {
    const known = this.#chats.get(id) ?? new Map<MessageId, Digest>();
    // The one looked at last is the last to go.
    this.#chats.delete(id);
    this.#chats.set(id, known);
    for (const oldest of this.#chats.keys()) {
      if (this.#chats.size <= keptChats) break;
      this.#chats.delete(oldest);
    }
    return known;
  }
}
