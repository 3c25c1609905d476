/** How one launch differs from another, thing by thing, as a person decides on it (H07, A07). */
import { diffArrays } from 'diff';
import type { LaunchChange } from '@portolan/contract/configuration';
import type { LaunchConfig } from '../ports.ts';
import { hiddenValueOf } from '../servers/views/launch-view.ts';

/** In the order of the review card. Arguments that stayed are listed when any of them changed. Values may be hidden, names never. */
export function launchChanges(before: LaunchConfig, after: LaunchConfig): LaunchChange[] {
  const a = parts(before);
  const b = parts(after);
  return [
    ...oneChange('command', a.command, b.command),
    ...oneChange('address', a.url, b.url),
    ...oneChange('transport', a.transport, b.transport),
    ...argumentChanges(a.args, b.args),
    ...namedChanges('variable', a.env, b.env),
    ...namedChanges('header', a.headers, b.headers),
    ...oneChange('folder', a.cwd, b.cwd),
  ];
}

interface Parts {
  command: string | null;
  args: string[];
  env: Record<string, string>;
  cwd: string | null;
  url: string | null;
  headers: Record<string, string>;
  transport: string | null;
}

function parts(launch: LaunchConfig): Parts {
  if (launch.kind === 'stdio') return { command: launch.command, args: launch.args, env: launch.env, cwd: launch.cwd ?? null, url: null, headers: {}, transport: null };
  return { command: null, args: [], env: {}, cwd: null, url: launch.url, headers: launch.headers, transport: launch.transport };
}

function oneChange(what: LaunchChange['what'], before: string | null, after: string | null): LaunchChange[] {
  if (before === after) return [];
  return [{ what, kind: before === null ? 'added' : after === null ? 'removed' : 'changed', name: '', before, after, isHidden: false }];
}

function argumentChanges(before: string[], after: string[]): LaunchChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return diffArrays(before, after).flatMap(({ value, added, removed }) =>
    value.map((text): LaunchChange => {
      const kind = added ? 'added' : removed ? 'removed' : 'same';
      return { what: 'argument', kind, name: '', before: added ? null : text, after: removed ? null : text, isHidden: false };
    }),
  );
}

function namedChanges(what: 'variable' | 'header', before: Record<string, string>, after: Record<string, string>): LaunchChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): LaunchChange[] => {
    const [old, fresh] = [before[name], after[name]];
    if (old === fresh) return [];
    // As in every view of a launch.
    const [oldHidden, freshHidden] = [old, fresh].map((value) => (value === undefined ? null : hiddenValueOf(name, value)));
    const kind = old === undefined ? 'added' : fresh === undefined ? 'removed' : 'changed';
    return [
      {
        what,
        kind,
        name,
        before: oldHidden ? null : (old ?? null),
        after: freshHidden ? null : (fresh ?? null),
        isHidden: Boolean(oldHidden ?? freshHidden),
        ...(oldHidden ? { beforeHidden: oldHidden } : {}),
        ...(freshHidden ? { afterHidden: freshHidden } : {}),
      },
    ];
  });
}
