/** What each wire format takes where (measured with the provider packages; limits of the services as reported). */
import type { ProviderKind } from '@portolan/contract/providers';

export interface WireTraits {
  /** Images inside a tool result; elsewhere they are moved to a user message after it. */
  imagesInResults: boolean;
  /** MIME types of audio in a user message; the packages throw on others. */
  audio: ReadonlySet<string> | 'any';
  /** PDFs in a user message; many small servers refuse them, as they do pictures. */
  pdf: boolean;
  /** False once a model has refused pictures or other files. */
  images: boolean;
  /** Documents go without their names: Amazon refuses a request in which two are the same. */
  namelessFiles?: true;
  /** What goes of one tool result, where it is less than usual, and whether the model can read on. */
  results?: ResultLimits;
}

export interface ResultLimits {
  /** Characters of one result. */
  characters: number;
  /** Name towards the model of the tool that reads on; null where it is not offered. */
  readOnTool: string | null;
}

const none: ReadonlySet<string> = new Set();
const wavAndMp3: ReadonlySet<string> = new Set(['audio/wav', 'audio/mp3', 'audio/mpeg']);

export function traitsOf(kind: ProviderKind, model: string, refusesImages = false): WireTraits {
  const images = !refusesImages;
  const common: WireTraits = { imagesInResults: false, audio: none, pdf: false, images };
  switch (kind) {
    case 'openai':
    case 'azure':
    case 'anthropic':
      return { ...common, imagesInResults: true, pdf: true };
    case 'google':
      // Before Gemini 3 each block of a result becomes an answer of its own, and the service counts answers.
      return { ...common, imagesInResults: /gemini-(?:[3-9]|\d\d)/i.test(model), audio: 'any', pdf: true };
    case 'openai-chat':
      return { ...common, audio: /audio/i.test(model) ? wavAndMp3 : none, pdf: true };
    case 'mistral':
      return { ...common, pdf: images };
    case 'groq':
    case 'deepseek':
      // The packages throw on documents, or leave them out in silence.
      return common;
    case 'xai':
      // Documents have to be uploaded first, which would leave them there.
      return { ...common, imagesInResults: true };
    case 'bedrock':
      return { ...common, imagesInResults: /claude|nova/i.test(model), pdf: images, namelessFiles: true };
    case 'ollama':
      return { ...common, imagesInResults: true };
    case 'gguf':
      return { ...common, images: false };
    case 'openrouter':
    case 'openai-compatible':
      return { ...common, audio: /audio|omni/i.test(model) ? wavAndMp3 : none, pdf: images };
    default:
      return kind satisfies never;
  }
}
