/** The questions of an entry, in the format that VS Code keeps beside its servers and that we keep under our own key (S08). */
import { ServerInput } from '@portolan/contract/servers';
import type { Json, JsonObject } from '@portolan/contract/json';
import type { LaunchConfig } from '../ports.ts';

const reference = /\$\{input:([A-Za-z_][\w.-]{0,127})\}/g;
const maxInputs = 100;

/**
 * Reads one declaration: `promptString`, `pickString`, or `command`, which names a command of another program and is asked
 * of the person here. Null for what is none.
 */
export function readInput(value: Json): ServerInput | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { id, description, password } = value;
  const options = Array.isArray(value['options']) ? value['options'].flatMap(optionText) : [];
  const given = value['default'];
  const parsed = ServerInput.safeParse({
    id,
    description: typeof description === 'string' && description !== '' ? description : id,
    isSecret: password === true,
    ...(typeof given === 'string' && given !== '' && password !== true ? { default: given } : {}),
    ...(options.length > 0 ? { options } : {}),
  });
  return parsed.success ? parsed.data : null;
}

/** All that can be read, each id once. */
export function readInputs(values: readonly Json[]): ServerInput[] {
  const found = new Map<string, ServerInput>();
  for (const value of values.slice(0, maxInputs)) {
    const input = readInput(value);
    if (input && !found.has(input.id)) found.set(input.id, input);
  }
  return [...found.values()];
}

export function writeInput(input: ServerInput): JsonObject {
  const { id, description, isSecret, options } = input;
  return {
    type: options ? 'pickString' : 'promptString',
    id,
    description,
    ...(options ? { options } : {}),
    ...(input.default === undefined ? {} : { default: input.default }),
    ...(isSecret ? { password: true } : {}),
  };
}

/** Ids that the texts of a launch refer to, in the order of their first appearance. */
export function inputIds(launch: LaunchConfig): string[] {
  const texts = launch.kind === 'stdio' ? [launch.command, ...launch.args, ...Object.values(launch.env), launch.cwd ?? ''] : [launch.url, ...Object.values(launch.headers)];
  return [...new Set(texts.flatMap((text) => Array.from(text.matchAll(reference), ([, id = '']) => id)))];
}

/** The declarations, and one for each reference that has none. What nobody described is taken for a secret. */
export function completeInputs(launch: LaunchConfig, declared: readonly ServerInput[]): ServerInput[] {
  const missing = inputIds(launch).filter((id) => !declared.some((input) => input.id === id));
  return [...declared, ...missing.map((id) => ({ id, description: id, isSecret: true }))].slice(0, maxInputs);
}

function optionText(option: Json): string[] {
  if (typeof option === 'string') return [option];
  if (typeof option !== 'object' || option === null || Array.isArray(option)) return [];
  const { value, label } = option;
  return typeof value === 'string' ? [value] : typeof label === 'string' ? [label] : [];
}
