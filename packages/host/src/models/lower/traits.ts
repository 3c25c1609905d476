/** What each wire format takes where (measured with the provider packages; limits of the services as reported). */
import type { ModelCapabilities } from '@portolan/contract/model-capabilities';
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

/** What is known of one model, where that differs from its kind. */
type Known = Pick<ModelCapabilities, 'vision' | 'pdf' | 'audio'>;

/**
 * What goes to a model: what the format has a place for, as far as nobody knows better of this model.
 * @param refusesImages it refused pictures or other files while the host ran
 */
export function traitsOf(kind: ProviderKind, model: string, refusesImages = false, known: Known = {}): WireTraits {
  const format = formatOf(kind, model);
  const images = format.images && !refusesImages && known.vision !== false;
  const hears = known.audio ?? format.hears;
  return {
    imagesInResults: format.imagesInResults,
    audio: hears ? format.audio : none,
    // Many small servers that refuse pictures refuse documents; who says that it takes them is believed.
    pdf: format.pdf && known.pdf !== false && (format.pdfWithoutImages || images || (known.pdf === true && !refusesImages)),
    images,
    ...(format.namelessFiles ? { namelessFiles: true } : {}),
  };
}

export interface WireFormat {
  images: boolean;
  imagesInResults: boolean;
  /** What may be sent where the model hears; nothing where the format has no place for it. */
  audio: ReadonlySet<string> | 'any';
  /** Whether its models hear, as far as their names tell. */
  hears: boolean;
  pdf: boolean;
  /** A model that takes no pictures takes documents nevertheless. */
  pdfWithoutImages: boolean;
  namelessFiles: boolean;
}

/** What the wire format of a kind has a place for. */
export function formatOf(kind: ProviderKind, model: string): WireFormat {
  const common: WireFormat = { images: true, imagesInResults: false, audio: none, hears: false, pdf: true, pdfWithoutImages: false, namelessFiles: false };
  switch (kind) {
    case 'openai':
    case 'azure':
    case 'anthropic':
      return { ...common, imagesInResults: true, pdfWithoutImages: true };
    case 'google':
      // Before Gemini 3 each block of a result becomes an answer of its own, and the service counts answers.
      return { ...common, imagesInResults: /gemini-(?:[3-9]|\d\d)/i.test(model), audio: 'any', hears: true, pdfWithoutImages: true };
    case 'openai-chat':
      return { ...common, audio: wavAndMp3, hears: /audio/i.test(model), pdfWithoutImages: true };
    case 'mistral':
      return common;
    case 'groq':
    case 'deepseek':
      // The packages throw on documents, or leave them out in silence.
      return { ...common, pdf: false };
    case 'xai':
      // Documents have to be uploaded first, which would leave them there.
      return { ...common, imagesInResults: true, pdf: false };
    case 'bedrock':
      return { ...common, imagesInResults: /claude|nova/i.test(model), namelessFiles: true };
    case 'ollama':
      return { ...common, imagesInResults: true, pdf: false };
    case 'gguf':
      return { ...common, images: false, pdf: false };
    case 'openrouter':
    case 'openai-compatible':
      return { ...common, audio: wavAndMp3, hears: /audio|omni/i.test(model) };
    default:
      return kind satisfies never;
  }
}

/** Pictures and sounds are named in words, as for a model that takes none. */
export const textAlone: WireTraits = { imagesInResults: false, audio: new Set(), pdf: false, images: false };
