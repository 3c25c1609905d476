import type { MarkdownLabels } from '../src/markdown.tsx';

/** Words for tests; the product's are in the catalogues. */
export const labels: MarkdownLabels = {
  copyCode: 'Copy code',
  copyTable: 'Copy table',
  tableOf: (headings) => `Table: ${headings}`,
  copied: 'Copied',
  codeBlock: 'Code',
  imageFrom: (host) => `Image from ${host}`,
  imageBlocked: 'Image that cannot be shown',
  loadImage: 'Load image',
  loadingImage: 'Loading',
  imageFailed: 'Failed',
  linkBlocked: 'Link that cannot be opened',
  moreRows: (count) => `Show ${count} more rows`,
  moreText: (count) => `Show ${count} more characters`,
  tooDeep: 'Too deep',
  hiddenCharacters: (count) => `${count} hidden characters`,
  math: 'Formula',
  diagram: 'Diagram',
  diagramOf: (line) => `Diagram: ${line}`,
  diagramSource: 'Text',
  drawing: 'Drawing',
  diagramProblem: { 'too-long': 'Too long', 'too-slow': 'Too slow', unknown: 'Unknown kind', wrong: 'Has a fault', unavailable: 'Cannot be drawn here' },
  checked: 'Done',
  unchecked: 'Not done',
};
