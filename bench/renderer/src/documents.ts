/** What is streamed: always the same, so that runs and renderers can be compared. */

/** A token is about this many characters of such text. */
export const charactersPerToken = 4.3;

const words =
  'the server answers with a list of tools and each of them has a schema that says what it takes and what it returns so the window can draw a form before anything is called while the model writes what it found in a file or a table and explains why one way costs less than another'.split(' ');

/** Numbers that look random and are the same in each run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function sentence(next: () => number): string {
  const length = 8 + Math.floor(next() * 14);
  const said = Array.from({ length }, () => words[Math.floor(next() * words.length)] ?? 'it');
  const marked = Math.floor(next() * length);
  const kind = next();
  const word = said[marked] ?? '';
  if (kind < 0.15) said[marked] = `**${word}**`;
  else if (kind < 0.3) said[marked] = `\`${word}_${marked}\``;
  else if (kind < 0.36) said[marked] = `[${word}](https://example.com/${word})`;
  else if (kind < 0.4) said[marked] = `*${word}*`;
  const text = said.join(' ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

const paragraph = (next: () => number): string => Array.from({ length: 2 + Math.floor(next() * 4) }, () => sentence(next)).join(' ');

function codeLine(next: () => number, at: number): string {
  const name = words[Math.floor(next() * words.length)] ?? 'value';
  const kind = next();
  if (kind < 0.2) return `export function ${name}${at}(input: string, limit = ${at}): number {`;
  if (kind < 0.4) return `  const ${name}${at} = await read('${name}/${at}', { limit: ${at} }); // ${name}`;
  if (kind < 0.6) return `  if (${name}.length > ${at}) return ${name}.map((each) => each.size + ${at}).reduce(sum, 0);`;
  if (kind < 0.8) return `  log(\`\${${name}} has \${input.length} entries\`);`;
  return '}';
}

function code(next: () => number, lines: number): string {
  return `\`\`\`ts\n${Array.from({ length: lines }, (_each, at) => codeLine(next, at)).join('\n')}\n\`\`\``;
}

const table = (next: () => number): string =>
  ['| Name | What it does | Cost |', '|---|---|---:|', ...Array.from({ length: 6 + Math.floor(next() * 8) }, (_each, at) => `| \`tool_${at}\` | ${sentence(next).replaceAll('|', '')} | ${(next() * 100).toFixed(2)} |`)].join('\n');

const list = (next: () => number): string =>
  Array.from({ length: 4 + Math.floor(next() * 5) }, (_each, at) => `${at % 4 === 3 ? '  - ' : '- '}${sentence(next)}`).join('\n');

/** Headings, paragraphs, lists, tables and sixteen code blocks, one of them of 240 lines. */
export function mixed(tokens: number): string {
  const next = numbers(7);
  const wanted = Math.round(tokens * charactersPerToken);
  const parts: string[] = [];
  let length = 0;
  let codes = 0;
  for (let at = 0; length < wanted; at += 1) {
    const share = length / wanted;
    const isLong = codes === 8 && share > 0.5;
    const part =
      codes < 16 && share * 16 >= codes
        ? code(next, isLong ? 240 : 8 + Math.floor(next() * 14))
        : at % 7 === 0
          ? `${'#'.repeat(1 + (at % 3))} ${sentence(next)}`
          : at % 5 === 0
            ? list(next)
            : at % 11 === 0
              ? table(next)
              : paragraph(next);
    if (part.startsWith('```')) codes += 1;
    parts.push(part);
    length += part.length + 2;
  }
  return parts.join('\n\n').slice(0, wanted);
}

/** One code block of so many characters, which never ends. */
export function oneCodeBlock(characters: number): string {
  const next = numbers(11);
  const lines: string[] = [];
  let length = 0;
  for (let at = 0; length < characters; at += 1) {
    const line = codeLine(next, at);
    lines.push(line);
    length += line.length + 1;
  }
  return `Here it is:\n\n\`\`\`ts\n${lines.join('\n')}`.slice(0, characters);
}
