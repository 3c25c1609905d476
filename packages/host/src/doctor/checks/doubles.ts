/** Servers that run or reach the same thing: one of them is enough, and both together offer every tool twice. */
import type { DoctorFinding } from '@portolan/contract/doctor';
import { launchHash } from '../../launch-hash.ts';
import { finding } from '../check.ts';
import type { Check, DoctorServer } from '../check.ts';

export const doublesCheck: Check = {
  name: 'doubles',
  run: (context) => {
    const groups = Map.groupBy(context.servers(), ({ launch }) => launchHash(launch));
    return Promise.resolve([...groups.values()].filter((group) => group.length > 1).map(doubles));
  },
};

function doubles(group: readonly DoctorServer[]): DoctorFinding {
  const [first, ...others] = group.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  // Only those that are on meet in a chat.
  const level = group.filter(({ isEnabled }) => isEnabled).length > 1 ? 'warn' : 'info';
  const fixes = others.slice(0, 5).map(({ id }) => ({ kind: 'open-server' as const, serverId: id }));
  return finding({ id: `doubles:${first?.id ?? ''}`, area: 'servers', level, code: 'servers-double', details: { server: first?.name ?? '', servers: others.map(({ name }) => name) }, fixes });
}
