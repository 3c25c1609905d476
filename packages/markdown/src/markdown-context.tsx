import { createContext, use } from 'react';
import type { DiagramProblem } from './diagrams.ts';
import type { RemoteImages } from './remote-images.ts';

/** Words around the document, in the person's language. */
export interface MarkdownLabels {
  copyCode: string;
  copyTable: string;
  /** As comma-separated values. */
  copyCsv: string;
  wrapLines: string;
  /** Accessible name of a table, never the text of the table alone. */
  tableOf: (headings: string) => string;
  copied: string;
  codeBlock: string;
  imageFrom: (host: string) => string;
  imageBlocked: string;
  loadImage: string;
  loadingImage: string;
  imageFailed: string;
  /** Another site, that the first one named. */
  imageElsewhere: (host: string) => string;
  loadImageFrom: (host: string) => string;
  linkBlocked: string;
  moreRows: (count: number) => string;
  moreText: (count: number) => string;
  tooDeep: string;
  hiddenCharacters: (count: number) => string;
  math: string;
  diagram: string;
  /** Alternative text of a diagram, by its first line. */
  diagramOf: (line: string) => string;
  diagramSource: string;
  drawing: string;
  /** Said above the text of a diagram of a kind that is not drawn. */
  diagramKind: (kind: string) => string;
  diagramProblem: Readonly<Record<DiagramProblem, string>>;
  checked: string;
  unchecked: string;
}

export interface MarkdownTools {
  labels: MarkdownLabels;
  /** Asked with a normalised http, https or mailto address; it shows the whole address and opens it, or not. */
  onOpenLink: (url: string) => void;
  /** Absent: images from elsewhere cannot be loaded. */
  images?: RemoteImages | undefined;
  /** Shows where a link leads, at the element; null hides it. */
  onHint: (hint: { element: HTMLElement; text: string } | null) => void;
  /** Whether long lines of code go on below instead of being scrolled to. */
  wrapsCode: boolean;
  /** Absent: lines cannot be wrapped. */
  onWrapCode?: ((wraps: boolean) => void) | undefined;
  /** Levels added to headings so that they fit the page's outline. */
  headingOffset: number;
}

const ToolsContext = createContext<MarkdownTools | null>(null);

export const MarkdownToolsProvider = ToolsContext.Provider;

export function useMarkdownTools(): MarkdownTools {
  const tools = use(ToolsContext);
  if (!tools) throw new Error('This belongs inside <Markdown>');
  return tools;
}
