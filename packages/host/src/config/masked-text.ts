/** Configuration texts as a window may see them: laid out as they are, without what may be secret in them (S09). */
import { isPossibleSecretName } from '@portolan/contract/secret-names';
import { parseTree } from 'jsonc-parser';
import type { KnownSecrets } from '../trace/known-secrets.ts';
import type { Redactor } from '../trace/redact.ts';
import { isPlainReference } from '../servers/views/launch-view.ts';
import { elements, properties } from './jsonc-tree.ts';
import type { Node } from './jsonc-tree.ts';

/** Whose values are all hidden, in every client's words. */
const valueKeys = new Set(['env', 'environment', 'envs', 'headers', 'secrets']);
const plainKeys = new Set(['command', 'cmd', 'url', 'serverUrl', 'httpUrl', 'uri', 'type', 'transport', 'cwd', 'name', 'description', 'theme', 'locale', 'kind', 'baseUrl', 'model', 'id', 'source', '$schema']);

export interface MaskOptions {
  /** Strikes out what is known to be secret, or looks like it, wherever it stands. */
  redactor: Redactor;
  known: KnownSecrets;
}

/**
 * Replaces hidden values by numbered marks, the same number for the same value in all of the texts, so that a comparison
 * still shows which ones differ. Also reads texts that do not parse; in those, fewer fields are shown.
 */
export function maskTexts(texts: readonly string[], { redactor, known }: MaskOptions): string[] {
  const numbers = new Map<string, number>();
  const markOf = (value: string): string => {
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return `••• ${number}`;
  };
  return texts.map((text) => {
    const errors: unknown[] = [];
    const root = text.trim() === '' ? undefined : parseTree(text, errors as never[], { allowTrailingComma: true });
    const hidden: Node[] = [];
    if (root) collect(root, '', false, hidden, known);
    let masked = text;
    for (const node of hidden.toSorted((a, b) => b.offset - a.offset)) {
      masked = `${masked.slice(0, node.offset)}${JSON.stringify(markOf(String(node.value)))}${masked.slice(node.offset + node.length)}`;
    }
    const lines = errors.length > 0 ? masked.replaceAll(/("(?:[^"\\\n]|\\.)*"\s*:\s*)"((?:[^"\\\n]|\\.)*)"/g, (whole, key: string, value: string) => (isShownInBroken(key, value) ? whole : `${key}"${markOf(value)}"`)) : masked;
    return lines.split('\n').map((line) => redactor.text(line)).join('\n');
  });
}

/** A text whose structure is not certain shows only fields that never hold a secret. */
function isShownInBroken(keyPart: string, value: string): boolean {
  const key = /^"((?:[^"\\]|\\.)*)"/.exec(keyPart)?.[1] ?? '';
  return plainKeys.has(key) || value.startsWith('•••') || isPlainReference(value) || value === '';
}

function collect(node: Node, key: string, isValue: boolean, hidden: Node[], known: KnownSecrets): void {
  if (node.type === 'object') {
    for (const { key: name, value } of properties(node)) collect(value, name, isValue || valueKeys.has(name), hidden, known);
    return;
  }
  if (node.type === 'array') {
    const items = elements(node);
    const texts = items.map((item) => String(item.value));
    // `--token x`: what follows a telling option is struck out wherever it stands.
    if (key === 'args' || key === 'command') known.addArguments(texts);
    for (const item of items) collect(item, key, isValue, hidden, known);
    return;
  }
  if (node.type !== 'string' && node.type !== 'number') return;
  const value = String(node.value);
  if (typeof node.value === 'string') known.addAddress(value);
  const isTelling = isPossibleSecretName(key) && !['reviewedHash', 'promptString', 'password'].includes(key) && node.type === 'string' && !plainKeys.has(key);
  if ((isValue || isTelling) && value !== '' && !isPlainReference(value) && node.length > 0) hidden.push(node);
}
