/** How long the context is that Ollama is asked for; apart from the rest, which is loaded with the first question to it. */

/** Tokens of context that are asked for: memory is taken for all of them at once, so the largest a model has is too much. */
const usualContext = 16_384;

/** @param wanted by the person, who knows their memory */
export function ollamaContext(contextTokens: number | undefined, wanted?: number): number {
  return wanted ?? Math.min(contextTokens ?? usualContext, usualContext);
}
