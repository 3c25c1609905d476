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
  /** As typed; empty for the service's own. */
  temperature: string;
  /** One a line, written as inside a JSON text: `\n` for a line break. */
  stops: string;
  toolChoice: SamplingView['request']['toolChoice'];
}

export function draftOf({ request, choice }: SamplingView): SamplingDraft {
  return {
    model: choice === null ? null : { providerId: choice.providerId, model: choice.model },
    systemPrompt: request.systemPrompt,
    maxTokens: String(request.tokenCap),
    texts: {},
    tools: request.tools.map(({ name }) => name),
    temperature: request.temperature === null ? '' : String(request.temperature),
    stops: request.stopSequences.map((stop) => JSON.stringify(stop).slice(1, -1)).join('\n'),
    toolChoice: request.toolChoice,
  };
}

export function isTokenCount(text: string, most: number): boolean {
  return /^\d{1,7}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
}

/** Null for none, undefined for what is no temperature. */
export function temperatureOf(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  const value = /^\d*\.?\d+$/.test(typed) ? Number(typed) : Number.NaN;
  return value >= 0 && value <= 2 ? value : undefined;
}

/** Null for what can't be read. */
export function stopsOf(text: string): string[] | null {
  const stops: string[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      // A quotation mark may be typed as it is.
      const stop: unknown = JSON.parse(`"${line.replaceAll(/(?<!\\)((?:\\\\)*)"/g, '$1\\"')}"`);
      if (typeof stop !== 'string' || stop === '') return null;
      stops.push(stop);
    } catch {
      return null;
    }
  }
  return stops.length > mostStops ? null : stops;
}

const mostStops = 64;

/** The step that runs it, or null while it can't be run. */
export function runOf({ request }: SamplingView, draft: SamplingDraft): SamplingAnswer | null {
  const temperature = temperatureOf(draft.temperature);
  const stopSequences = stopsOf(draft.stops);
  if (draft.model === null || !isTokenCount(draft.maxTokens, request.maxTokens) || temperature === undefined || stopSequences === null) return null;
  // What the person left as it was is told as the server asked it.
  const changed = {
    ...(temperature === request.temperature ? {} : { temperature }),
    ...(JSON.stringify(stopSequences) === JSON.stringify(request.stopSequences) ? {} : { stopSequences }),
    ...(draft.toolChoice === request.toolChoice ? {} : { toolChoice: draft.toolChoice }),
  };
  const texts = Object.entries(draft.texts).map(([place, text]) => {
    const [message = '0', block = '0'] = place.split(' ');
    return { message: Number(message), block: Number(block), text };
  });
  return { kind: 'sampling', action: 'run', providerId: draft.model.providerId, model: draft.model.model, systemPrompt: draft.systemPrompt, maxTokens: Number(draft.maxTokens), texts, tools: [...draft.tools], ...changed };
}
