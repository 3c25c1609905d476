/** What each tool last failed with, while the host runs: models read it as they read the definition (C02). */
import type { ToolResultView } from '@portolan/contract/content';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';

const maxText = 20_000;
/** Tools that are remembered; the ones that failed longest ago are forgotten. */
const maxTools = 500;

export class LastFailures {
  readonly #texts = new Map<string, { at: number; text: string }>();

  /** Remembers what it failed with. A call that succeeds does not make the earlier text unread. */
  note(serverId: ServerId, tool: string, result: ToolResultView): void {
    if (result.isError) this.#note(serverId, tool, result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'));
  }

  noteError(serverId: ServerId, tool: string, error: unknown): void {
    const message = error instanceof HostError ? error.problem.details['message'] : undefined;
    if (typeof message === 'string') this.#note(serverId, tool, message);
  }

  of(serverId: ServerId, tool: string): { at: number; text: string } | null {
    return this.#texts.get(keyOf(serverId, tool)) ?? null;
  }

  #note(serverId: ServerId, tool: string, text: string): void {
    const key = keyOf(serverId, tool);
    this.#texts.delete(key);
    if (text.trim() !== '') this.#texts.set(key, { at: Date.now(), text: text.slice(0, maxText) });
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > maxTools && oldest !== undefined) this.#texts.delete(oldest);
  }
}

function keyOf(serverId: ServerId, tool: string): string {
  return JSON.stringify([serverId, tool]);
}
