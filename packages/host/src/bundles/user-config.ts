/** What a bundle asks the person for: its fields, what was answered, and what is wrong with the answers. */
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { BundleFault, BundleField, BundleValue } from '@portolan/contract/bundles';
import type { Manifest, UserConfigOption } from './manifest.ts';
import { replaceFolders } from './system-folders.ts';
import type { SystemFolders } from './system-folders.ts';

export type BundleValues = Readonly<Record<string, BundleValue>>;

const maxValue = 32_768;
const maxItems = 100;

/** The fields in the manifest's order. `kept` are the values of an earlier version or setting; secrets are never among them. */
export function fieldsOf(manifest: Manifest, folders: SystemFolders, kept: BundleValues, hasSecret: (key: string) => boolean): BundleField[] {
  return Object.entries(manifest.user_config ?? {}).map(([key, option]) => {
    const initial = isSensitive(option) ? null : fitting(option, kept[key]) ?? fitting(option, option.default === undefined ? undefined : withFolders(option.default, folders));
    return {
      key,
      type: option.type,
      title: option.title,
      ...(option.description === undefined ? {} : { description: option.description }),
      isRequired: option.required ?? false,
      isSensitive: isSensitive(option),
      isMultiple: isMultiple(option),
      ...(option.min === undefined ? {} : { min: option.min }),
      ...(option.max === undefined ? {} : { max: option.max }),
      value: initial ?? null,
      isSet: isSensitive(option) && hasSecret(key),
    };
  });
}

/** `sensitive` means a string's text (MCPB manifest, User Configuration); a folder or number is no secret. */
export function isSensitive(option: UserConfigOption): boolean {
  return option.type === 'string' && option.sensitive === true;
}

export function isMultiple(option: UserConfigOption): boolean {
  return (option.type === 'directory' || option.type === 'file') && option.multiple === true;
}

export interface Answers {
  values: BundleValues;
  /** Keys of secrets that have a value, new or kept. */
  secrets: ReadonlySet<string>;
}

/** Everything that is wrong, by field. Folders and files are looked for on the disk. */
export async function faultsOf(manifest: Manifest, answers: Answers, home: string): Promise<BundleFault[]> {
  const faults: BundleFault[] = [];
  for (const [key, option] of Object.entries(manifest.user_config ?? {})) {
    if (isSensitive(option)) {
      if (option.required === true && !answers.secrets.has(key)) faults.push({ key, reason: 'required' });
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- few, and in order
    const reason = await faultOf(option, answers.values[key], home);
    if (reason !== null) faults.push({ key, reason });
  }
  return faults;
}

async function faultOf(option: UserConfigOption, value: BundleValue | undefined, home: string): Promise<BundleFault['reason'] | null> {
  if (isEmpty(value)) return option.required === true && option.type !== 'boolean' ? 'required' : null;
  if (value === undefined || fitting(option, value) === undefined) return option.type === 'number' ? 'not-a-number' : 'wrong-type';
  if (typeof value === 'number') return option.min !== undefined && value < option.min ? 'below' : option.max !== undefined && value > option.max ? 'above' : null;
  if (typeof value === 'boolean' || option.type === 'string') return null;
  for (const path of typeof value === 'string' ? [value] : value) {
    // oxlint-disable-next-line no-await-in-loop -- the first that is wrong is what the person is told
    const reason = await pathFault(option.type === 'file' ? 'file' : 'directory', path, home);
    if (reason !== null) return reason;
  }
  return null;
}

async function pathFault(kind: 'file' | 'directory', path: string, home: string): Promise<BundleFault['reason'] | null> {
  const whole = path === '~' ? home : path.startsWith('~/') || path.startsWith('~\\') ? home + path.slice(1) : path;
  if (!isAbsolute(whole)) return 'not-absolute';
  const found = await stat(whole).catch(() => null);
  if (!found) return 'missing';
  if (kind === 'directory') return found.isDirectory() ? null : 'not-a-folder';
  return found.isFile() ? null : 'not-a-file';
}

/** The value when it is of the option's kind; undefined for anything else. */
function fitting(option: UserConfigOption, value: BundleValue | undefined): BundleValue | undefined {
  if (value === undefined) return undefined;
  if (option.type === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  if (option.type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (isMultiple(option)) {
    const list = typeof value === 'string' ? [value] : value;
    return Array.isArray(list) && list.length <= maxItems && list.every((item) => typeof item === 'string' && item.length <= maxValue && !item.includes('\0')) ? list : undefined;
  }
  return typeof value === 'string' && value.length <= maxValue && !value.includes('\0') ? value : undefined;
}

export function isEmpty(value: BundleValue | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && (value.length === 0 || value.some((item) => item === '')));
}

function withFolders(value: BundleValue, folders: SystemFolders): BundleValue {
  if (typeof value === 'string') return replaceFolders(value, folders);
  return Array.isArray(value) ? value.map((item) => replaceFolders(item, folders)) : value;
}
