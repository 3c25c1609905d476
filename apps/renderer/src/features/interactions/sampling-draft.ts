/** What the person makes of a server's request before a model gets it. */
import type { ModelRef } from '@portolan/contract/conversations';
import type { SamplingAnswer, SamplingView } from '@portolan/contract/sampling';

export interface SamplingDraft {
  model: ModelRef | null;
  systemPrompt: string;
  maxTokens: string;
  /** Changed texts by `message block`. */
  texts: Readonly<Record<string, string>>;
  tools: readonly string[];
}

export function draftOf({ request, choice }: SamplingView): SamplingDraft {
  return {
    model: choice === null ? null : { providerId: choice.providerId, model: choice.model },
    systemPrompt: request.systemPrompt,
    maxTokens: String(request.tokenCap),
    texts: {},
    tools: request.tools.map(({ name }) => name),
  };
}

export function isTokenCount(text: string, most: number): boolean {
  return /^\d{1,7}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
}

/** The step that runs it, or null while it can't be run. */
export function runOf({ request }: SamplingView, draft: SamplingDraft): SamplingAnswer | null {
  if (draft.model === null || !isTokenCount(draft.maxTokens, request.maxTokens)) return null;
  const texts = Object.entries(draft.texts).map(([place, text]) => {
    const [message = '0', block = '0'] = place.split(' ');
    return { message: Number(message), block: Number(block), text };
  });
  return { kind: 'sampling', action: 'run', providerId: draft.model.providerId, model: draft.model.model, systemPrompt: draft.systemPrompt, maxTokens: Number(draft.maxTokens), texts, tools: [...draft.tools] };
}
