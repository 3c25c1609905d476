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
  switch (kind) {
    case 'openai':
      return { imagesInResults: true, audio: none, pdf: true, images };
    case 'anthropic':
      return { imagesInResults: true, audio: none, pdf: true, images };
    case 'google':
      // Before Gemini 3 each block of a result becomes an answer of its own, and the service counts answers.
      return { imagesInResults: /gemini-(?:[3-9]|\d\d)/i.test(model), audio: 'any', pdf: true, images };
    case 'openai-chat':
      return { imagesInResults: false, audio: /audio/i.test(model) ? wavAndMp3 : none, pdf: true, images };
    case 'ollama':
      return { imagesInResults: true, audio: none, pdf: false, images };
    case 'gguf':
      return { imagesInResults: false, audio: none, pdf: false, images: false };
    case 'openai-compatible':
      return { imagesInResults: false, audio: /audio|omni/i.test(model) ? wavAndMp3 : none, pdf: images, images };
    default:
      return kind satisfies never;
  }
}
