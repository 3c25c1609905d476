import type { Definition, Preset } from './engine/types.ts';
import type { FixtureOptions } from './options.ts';
import { basic } from './presets/basic.ts';

/** Every preset by its name. */
export const presets = {
  basic,
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;

/** Makes the definition of a preset; throws a message that lists the names when there is no such preset. */
export function definitionOf(name: string | undefined, options: FixtureOptions): Definition {
  const preset = name !== undefined && Object.hasOwn(presets, name) ? presets[name as PresetName] : undefined;
  if (preset === undefined) throw new Error(`No preset '${String(name)}'. There are: ${Object.keys(presets).join(', ')}`);
  return preset.create(options);
}
