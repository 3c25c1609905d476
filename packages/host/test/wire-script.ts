/** What a model is to say, whatever the format it is said in. */
export interface Script {
  reasoning?: string;
  text?: string;
  calls?: { id: string; name: string; /** JSON text; need not be valid. */ arguments: string }[];
  /** `input` counts what came from the provider's cache too. */
  usage?: { input: number; output: number; cached?: number };
  finish?: 'stop' | 'length';
}
