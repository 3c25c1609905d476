/** What a bundle or a registry's entry asks for, as it is being answered. Pure: nothing here knows the screen. */
import type { BundleField, BundleValue } from '@portolan/contract/bundles';
import type { RegistryInput } from '@portolan/contract/registry';

/** One question, whoever asks it. Texts are theirs. */
export interface AskedField {
  key: string;
  kind: 'string' | 'number' | 'boolean' | 'directory' | 'file' | 'choice';
  label: string;
  description: string;
  placeholder: string;
  isRequired: boolean;
  isSensitive: boolean;
  isMultiple: boolean;
  choices: readonly string[];
  /** A secret is stored already. */
  isSet: boolean;
}

/** What is typed: text for every kind but a box that is ticked. Lists have one item a line. */
export type Answer = string | boolean;
export type AnswersDraft = Readonly<Record<string, Answer>>;

export function askedByBundle(field: BundleField): AskedField {
  const { key, type, title, description, isRequired, isSensitive, isMultiple, isSet, min, max } = field;
  const range = min === undefined && max === undefined ? '' : `${min ?? ''}–${max ?? ''}`;
  return { key, kind: type, label: title, description: description ?? '', placeholder: range, isRequired, isSensitive, isMultiple, choices: [], isSet };
}

export function draftOfBundle(fields: readonly BundleField[]): AnswersDraft {
  return Object.fromEntries(fields.map(({ key, value, type }) => [key, draftValue(value, type)]));
}

function draftValue(value: BundleValue | null, type: BundleField['type']): Answer {
  if (type === 'boolean') return value === true;
  if (value === null) return '';
  return Array.isArray(value) ? value.join('\n') : String(value);
}

/** The answers as the host takes them; a number that is none goes as it was typed, for the host to say so. */
export function bundleValues(fields: readonly BundleField[], draft: AnswersDraft): Record<string, BundleValue> {
  const values: Record<string, BundleValue> = {};
  for (const { key, type, isSensitive, isMultiple } of fields) {
    const answer = draft[key];
    if (isSensitive || answer === undefined || answer === '') continue;
    if (typeof answer === 'boolean') values[key] = answer;
    else if (isMultiple) values[key] = answer.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '');
    else if (type === 'number') values[key] = answer.trim() !== '' && Number.isFinite(Number(answer)) ? Number(answer) : answer;
    else values[key] = answer;
  }
  return values;
}

export function askedByRegistry(input: RegistryInput, placeName: string): AskedField {
  const { key, name, description, format, isRequired, isSecret, isRepeated, placeholder, choices } = input;
  const kind = isSecret ? 'string' : choices.length > 0 && !isRepeated ? 'choice' : format === 'filepath' ? 'file' : format;
  return { key, kind, label: name === '' ? placeName : name, description, placeholder, isRequired, isSensitive: isSecret, isMultiple: isRepeated && !isSecret, choices, isSet: false };
}

export function draftOfRegistry(inputs: readonly RegistryInput[]): AnswersDraft {
  return Object.fromEntries(inputs.map(({ key, format, isSecret, default: initial }) => [key, isSecret ? '' : format === 'boolean' ? initial === 'true' : initial]));
}

/** A box that was never ticked and need not be is no answer. */
export function registryAnswers(inputs: readonly RegistryInput[], draft: AnswersDraft): Record<string, string> {
  const answers: Record<string, string> = {};
  for (const { key, isSecret, isRequired, default: initial } of inputs) {
    const answer = draft[key];
    if (isSecret || answer === undefined || answer === '') continue;
    if (answer === false && !isRequired && initial === '') continue;
    answers[key] = String(answer);
  }
  return answers;
}

/** Secrets that were typed. Those left alone keep what is stored. */
export function typedSecrets(fields: readonly { key: string; isSensitive: boolean }[], draft: AnswersDraft): { name: string; value: string }[] {
  return fields.flatMap(({ key, isSensitive }) => {
    const answer = draft[key];
    return isSensitive && typeof answer === 'string' && answer !== '' ? [{ name: key, value: answer }] : [];
  });
}

/** Labels of what has to be filled in and is not. */
export function missingOf(fields: readonly AskedField[], faults: readonly { key: string; reason: string }[]): string[] {
  const keys = new Set(faults.flatMap(({ key, reason }) => (reason === 'required' ? [key] : [])));
  return fields.filter(({ key }) => keys.has(key)).map(({ label }) => label);
}
