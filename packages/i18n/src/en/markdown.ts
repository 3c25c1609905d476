import { plural } from './plural.ts';

/** Words the Markdown renderer shows around what a model or a server wrote. */
export const markdown = {
  copyCode: 'Copy code',
  copyTable: 'Copy table',
  tableOf: (headings: string) => `Table: ${headings}`,
  copied: 'Copied',
  codeBlock: 'Code',
  imageFrom: (host: string) => `Image from ${host}`,
  imageBlocked: 'Image that cannot be shown',
  loadImage: 'Load image',
  loadingImage: 'Loading…',
  imageFailed: 'Could not load the image',
  linkBlocked: 'Link that cannot be opened',
  moreRows: (count: number) => plural(count, { one: 'Show # more row', other: 'Show # more rows' }),
  moreText: (count: number) => plural(count, { one: 'Show # more character', other: 'Show # more characters' }),
  tooDeep: 'Deeper nesting is shown as plain text',
  hiddenCharacters: (count: number) => plural(count, { one: '# hidden character', other: '# hidden characters' }),
  math: 'Formula',
  checked: 'Done',
  unchecked: 'Not done',
  footnotes: 'Footnotes',
};
