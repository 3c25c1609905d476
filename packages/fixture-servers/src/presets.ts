import type { Definition, Preset } from './engine/types.ts';
import type { FixtureOptions } from './options.ts';
import { apps } from './presets/apps.ts';
import { argvEnv, printenv } from './presets/argv-env.ts';
import { asks } from './presets/asks.ts';
import { banner } from './presets/banner.ts';
import { basic } from './presets/basic.ts';
import { big } from './presets/big.ts';
import { counting } from './presets/counting.ts';
import { cursorLoops } from './presets/cursor-loops.ts';
import { definitionFloods } from './presets/definition-floods.ts';
import { dies } from './presets/dies.ts';
import { documents } from './presets/documents.ts';
import { evilText } from './presets/evil-text.ts';
import { floods } from './presets/floods.ts';
import { framing } from './presets/framing.ts';
import { grandchild } from './presets/grandchild.ts';
import { hostileApps } from './presets/hostile-apps.ts';
import { html } from './presets/html.ts';
import { httpFaults } from './presets/http-faults.ts';
import { jsonSpoofing } from './presets/json-spoofing.ts';
import { listChanging } from './presets/list-changing.ts';
import { living } from './presets/living.ts';
import { malformedItems } from './presets/malformed-items.ts';
import { manyTools } from './presets/many-tools.ts';
import { multiRound } from './presets/multi-round.ts';
import { noiseFrames } from './presets/noise-frames.ts';
import { oddSchemas } from './presets/odd-schemas.ts';
import { parrot } from './presets/parrot.ts';
import { pictured } from './presets/pictured.ts';
import { progress } from './presets/progress.ts';
import { prowler } from './presets/prowler.ts';
import { rugPull } from './presets/rug-pull.ts';
import { scripted } from './presets/scripted.ts';
import { shelves } from './presets/shelves.ts';
import { reachingApps } from './presets/reaching-apps.ts';
import { silent } from './presets/silent.ts';
import { sleepy } from './presets/sleepy.ts';
import { slowStart } from './presets/slow-start.ts';
import { stderr } from './presets/stderr.ts';
import { stubborn } from './presets/stubborn.ts';
import { tasksLegacy } from './presets/tasks-legacy.ts';
import { tasksModern } from './presets/tasks-modern.ts';
import { traps } from './presets/traps.ts';
import { twoSearch } from './presets/two-search.ts';

/** Every scripted preset by its name. */
export const presets = {
  basic,
  documents,
  shelves,
  traps,
  apps,
  'hostile-apps': hostileApps,
  'reaching-apps': reachingApps,
  'list-changing': listChanging,
  living,
  'rug-pull': rugPull,
  'many-tools': manyTools,
  'odd-schemas': oddSchemas,
  'malformed-items': malformedItems,
  banner,
  stderr,
  framing,
  'noise-frames': noiseFrames,
  dies,
  silent,
  'slow-start': slowStart,
  stubborn,
  grandchild,
  big,
  'argv-env': argvEnv,
  printenv,
  prowler,
  sleepy,
  counting,
  progress,
  floods,
  'cursor-loops': cursorLoops,
  html,
  'http-faults': httpFaults,
  'tasks-legacy': tasksLegacy,
  'tasks-modern': tasksModern,
  'two-search': twoSearch,
  'evil-text': evilText,
  'multi-round': multiRound,
  asks,
  scripted,
  pictured,
  parrot,
  'definition-floods': definitionFloods,
  'json-spoofing': jsonSpoofing,
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;

/** Makes the definition of a preset; throws a message that lists the names when there is no such preset. */
export function definitionOf(name: string | undefined, options: FixtureOptions): Definition {
  const preset = Object.entries(presets).find(([each]) => each === name)?.[1];
  if (preset === undefined) throw new Error(`No preset '${name ?? ''}'. There are: ${Object.keys(presets).join(', ')}`);
  return preset.create(options);
}
