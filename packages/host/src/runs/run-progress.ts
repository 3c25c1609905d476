/** What a run tells of its answer, from what a window would be told of the chat. */
import type { EventOf } from '@portolan/contract/contract';
import type { MessageView, PartView } from '@portolan/contract/conversations';
import type { RunCall } from '@portolan/contract/runs';

type WatchEvent = EventOf<'conversations/watch'>;
type RunEvent = EventOf<'runs/start'>;

/** Follows one answer; the chat has no other. */
export class RunProgress {
  #parts: PartView[] = [];
  #answer: MessageView | null = null;
  #isRunning = true;
  /** Characters told of each part, and calls as they were told last. */
  readonly #told = new Map<number, number>();
  readonly #calls = new Map<number, string>();
  #lastPart = -1;

  /** The answer once it is over. */
  get ended(): MessageView | null {
    return !this.#isRunning && this.#answer !== null && this.#answer.status !== 'streaming' ? { ...this.#answer, parts: this.#parts } : null;
  }

  take(event: WatchEvent): RunEvent[] {
    if (event.type === 'snapshot') {
      this.#isRunning = event.conversation.isRunning;
      this.#message(event.messages.findLast(({ role }) => role === 'assistant'));
    } else if (event.type === 'conversation') this.#isRunning = event.conversation.isRunning;
    else if (event.type === 'message') this.#message(event.message.role === 'assistant' ? event.message : undefined);
    else if (event.type === 'part' && event.messageId === this.#answer?.id) this.#parts[event.part] = event.value;
    else if (event.type === 'delta' && event.messageId === this.#answer?.id) {
      const part = this.#parts[event.part];
      if (part?.type === 'text' || part?.type === 'reasoning') this.#parts[event.part] = { ...part, text: part.text + event.text };
    }
    return this.#news();
  }

  #message(message: MessageView | undefined): void {
    if (message === undefined) return;
    this.#answer = message;
    this.#parts = [...message.parts];
  }

  #news(): RunEvent[] {
    const news: RunEvent[] = [];
    for (const [index, part] of this.#parts.entries()) {
      if (part.type === 'text') {
        const told = this.#told.get(index) ?? 0;
        if (part.text.length <= told) continue;
        news.push({ type: 'text', text: part.text.slice(told), isNewPart: told === 0 && this.#lastPart >= 0 && this.#lastPart !== index });
        this.#told.set(index, part.text.length);
        this.#lastPart = index;
      } else if (part.type === 'tool-call') {
        const call = runCall(part);
        const text = `${call.state} ${call.decidedBy ?? ''}`;
        if (this.#calls.get(index) === text) continue;
        this.#calls.set(index, text);
        news.push({ type: 'call', call });
      }
    }
    return news;
  }
}

export function runCall({ callId, serverName, tool, state, decidedBy, problem }: Extract<PartView, { type: 'tool-call' }>): RunCall {
  return { callId, server: serverName, tool, state, decidedBy, problem };
}

export function runEnd({ parts, status, usage, problem }: MessageView): Extract<RunEvent, { type: 'done' }> {
  return {
    type: 'done',
    status,
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n'),
    calls: parts.flatMap((part) => (part.type === 'tool-call' ? [runCall(part)] : [])),
    usage: usage === null ? null : { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens, cost: usage.cost ?? null },
    problem,
  };
}
