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
  checked: 'Done',
  unchecked: 'Not done',
};
