import { createContext, use } from 'react';

/**
 * The few words primitives need by themselves. They come from the catalogue, so that this package
 * holds no language.
 */
export interface UiLabels {
  close: string;
  dismiss: string;
  copy: string;
  copied: string;
  copyFailed: string;
  increase: string;
  decrease: string;
  clear: string;
  notifications: string;
  /** Note beside the label of a field that may stay empty. */
  optional: string;
  /** Spoken for the asterisk of a field that must be filled. */
  required: string;
  /** "3 hidden characters", shown after a text in which some were made visible. */
  hiddenCharacters: (count: number) => string;
  /** "and 120 more characters", shown where a very long text was cut. */
  moreCharacters: (count: number) => string;
}

const UiLabelsContext = createContext<UiLabels | null>(null);

export const UiLabelsProvider = UiLabelsContext.Provider;

/** The labels of the nearest {@link UiLabelsProvider}; throws when the tree has none. */
export function useUiLabels(): UiLabels {
  const labels = use(UiLabelsContext);
  if (!labels) throw new Error('UiProvider is missing above this component');
  return labels;
}
