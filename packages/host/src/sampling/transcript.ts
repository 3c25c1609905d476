/** One request of a server for an answer, and what came of it, as it is kept beside the server. */
import type { AnswerBlock, SamplingView } from '@portolan/contract/sampling';
import type { SamplingTranscript } from '@portolan/contract/samplings';

/** Characters kept of all of it; files are named, not kept. */
const mostCharacters = 200_000;
const aboutLength = 160;

type Message = SamplingTranscript['messages'][number];

/** @param request as the person left it */
export function transcriptOf(request: SamplingView['request'], answer: readonly AnswerBlock[]): SamplingTranscript {
  let left = mostCharacters;
  let isCut = false;
  const take = (text: string): string => {
    const kept = text.slice(0, Math.max(0, left));
    if (kept.length < text.length) isCut = true;
    left -= kept.length;
    return kept;
  };
  // What the server was sent is the part that must not be missing.
  const kept = answer.map((block): AnswerBlock => (block.type === 'text' ? { ...block, text: take(block.text) } : { ...block, input: takeInput(block.input) }));
  function takeInput(input: Extract<AnswerBlock, { type: 'tool_use' }>['input']): typeof input {
    const length = JSON.stringify(input).length;
    if (length > left) {
      isCut = true;
      return {};
    }
    left -= length;
    return input;
  }
  const systemPrompt = take(request.systemPrompt);
  const messages = request.messages.map(({ role, content }): Message => ({
    role,
    content: content.map((block): Message['content'][number] => {
      if (block.type === 'text') return { ...block, text: take(block.text) };
      if (block.type === 'tool_result') return { ...block, text: take(block.text) };
      if (block.type === 'tool_use') return { ...block, input: takeInput(block.input) };
      return { ...block, data: '' };
    }),
  }));
  return { systemPrompt, messages, tools: request.tools.map(({ name }) => name), answer: kept, isCut };
}

/** The last words that were put to the model. */
export function aboutOf({ messages }: SamplingView['request']): string {
  const texts = messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'text' ? [block.text] : [])));
  return (texts.at(-1) ?? '').replace(/\s+/gu, ' ').trim().slice(0, aboutLength);
}
