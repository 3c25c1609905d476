/** Every option there is, once: what it takes, and for which commands stands in the table of commands. */

import { builtInNames } from '@portolan/contract/built-in';
import { appIds } from '@portolan/contract/other-apps';

/** `value` names what a string option takes, for help and completion: a placeholder, or the words to choose from. */
export const optionTable = {
  // of every command
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  color: { type: 'boolean' },
  lang: { type: 'string', value: ['en', 'zh-CN'] },
  'data-dir': { type: 'string', value: 'FOLDER' },
  timeout: { type: 'string', value: 'SECONDS' },
  // of some
  args: { type: 'string', value: 'FILE' },
  arg: { type: 'string', multiple: true, value: 'WORD' },
  'built-in': { type: 'string', value: builtInNames },
  certificates: { type: 'string', value: 'FILE' },
  choice: { type: 'string', value: 'ID' },
  command: { type: 'string', value: 'PROGRAM' },
  contain: { type: 'boolean' },
  cursor: { type: 'string', value: 'CURSOR' },
  cwd: { type: 'string', value: 'FOLDER' },
  env: { type: 'string', multiple: true, value: 'NAME=VALUE' },
  'unset-env': { type: 'string', multiple: true, value: 'NAME' },
  except: { type: 'string', value: 'LIST' },
  folder: { type: 'string', multiple: true, value: 'FOLDER' },
  'folder-write': { type: 'string', multiple: true, value: 'FOLDER' },
  follow: { type: 'boolean', short: 'f' },
  from: { type: 'string', value: appIds },
  hash: { type: 'string', value: 'HASH' },
  header: { type: 'string', multiple: true, value: 'NAME: VALUE' },
  name: { type: 'string', value: 'NAME' },
  network: { type: 'boolean' },
  only: { type: 'string', multiple: true, value: 'NAME' },
  out: { type: 'string', value: 'FILE' },
  password: { type: 'boolean' },
  'plain-secrets': { type: 'boolean' },
  profile: { type: 'string', value: 'NAME' },
  proxy: { type: 'string', value: 'ADDRESS' },
  raw: { type: 'boolean' },
  replace: { type: 'boolean' },
  save: { type: 'boolean' },
  server: { type: 'string', value: 'NAME' },
  set: { type: 'string', multiple: true, value: 'KEY=VALUE' },
  since: { type: 'string', value: 'TIME' },
  start: { type: 'boolean' },
  startup: { type: 'string', value: ['launch', 'first-use', 'manual'] },
  template: { type: 'string', value: 'NAME' },
  to: { type: 'string', value: appIds },
  transport: { type: 'string', value: ['auto', 'streamable-http', 'sse'] },
  username: { type: 'string', value: 'NAME' },
  url: { type: 'string', value: 'ADDRESS' },
  when: { type: 'string', multiple: true, value: 'CONDITION' },
  var: { type: 'string', multiple: true, value: 'NAME=VALUE' },
  variable: { type: 'string', multiple: true, value: 'NAME' },
  yes: { type: 'boolean', short: 'y' },
} as const satisfies Record<string, OptionKind>;

interface OptionKind {
  type: 'string' | 'boolean';
  multiple?: boolean;
  short?: string;
  value?: string | readonly string[];
}

export type OptionName = keyof typeof optionTable;
export const commonOptions = ['json', 'help', 'color', 'lang', 'data-dir', 'timeout'] as const satisfies readonly OptionName[];

export type Options = {
  [K in OptionName]?: (typeof optionTable)[K] extends { multiple: true } ? string[] : (typeof optionTable)[K]['type'] extends 'boolean' ? boolean : string;
};

export function kindOf(name: OptionName): OptionKind {
  return optionTable[name];
}
