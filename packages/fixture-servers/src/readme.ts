import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { commonOptions } from './engine/server.ts';
import type { Preset } from './engine/types.ts';
import { presets } from './presets.ts';
import { references } from './servers.ts';
import { httpOptions } from './transport/http-server.ts';
import { stdioOptions } from './transport/stdio-server.ts';

const file = fileURLToPath(new URL('../README.md', import.meta.url));

/** The README with its lists made from the presets, and as it stands on disk. */
export function renderReadme(): { wanted: string; found: string } {
  const found = readFileSync(file, 'utf8');
  const all: [string, Preset][] = Object.entries(presets);
  const sections: Readonly<Record<string, string>> = {
    'common options': optionList(commonOptions),
    'stdio options': optionList(stdioOptions),
    'http options': optionList(httpOptions),
    presets: all.map(([name, { about, options }]) => [`### ${name}\n\n${sentence(about)}`, optionList(options)].filter((part) => part !== '').join('\n\n')).join('\n\n'),
    references: Object.entries(references).map(([name, { about }]) => `- \`${name}\`: ${about}`).join('\n'),
  };
  let wanted = found;
  for (const [title, body] of Object.entries(sections)) {
    // From the marker to the next heading or the next line that is plain text of ours.
    wanted = wanted.replace(new RegExp(`<!-- ${title} -->[\\s\\S]*?(?=\\nOnly over|\\n## |\\s*$(?![\\s\\S]))`), () => `<!-- ${title} -->\n\n${body}\n`);
  }
  return { wanted, found };
}

function optionList(options: Readonly<Record<string, string>>): string {
  return Object.entries(options).map(([name, meaning]) => `- \`--${name}\`: ${meaning}`).join('\n');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, renderReadme().wanted);
