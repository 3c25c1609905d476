/** The table of differences in the README. `node packages/mcp-client/test/differential/readme.ts` writes it anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { known } from './known.ts';

export const readmeFile = fileURLToPath(new URL('../../README.md', import.meta.url));

const START = '<!-- differences -->';
const END = '<!-- /differences -->';

/** The part of the README between its marks, with them. */
export function differencesSection(): string {
  const rows = known.map(({ where, client, ours, theirs, why }) => `| ${where} | ${client ?? 'v1, v2'} | ${ours} | ${theirs} | ${why} |`);
  return [START, '', '| where | compared to | this client | the official one | why |', '|---|---|---|---|---|', ...rows, '', END].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = readFileSync(readmeFile, 'utf8');
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start === -1 || end === -1) throw new Error(`The README lacks ${START} or ${END}.`);
  writeFileSync(readmeFile, `${text.slice(0, start)}${differencesSection()}${text.slice(end + END.length)}`);
}
