/** A choice being made: rows that may still be empty, kept apart from what is sent. */
import type { SandboxChoice, SandboxOffer, SandboxPolicy } from '@portolan/contract/sandbox';

export interface FolderRow {
  key: number;
  path: string;
  access: 'read' | 'write';
}

export interface PolicyDraft {
  isContained: boolean;
  folders: readonly FolderRow[];
  network: SandboxPolicy['network'];
  environment: readonly string[];
}

let rows = 0;
export const newRow = (path = '', access: FolderRow['access'] = 'read'): FolderRow => ({ key: ++rows, path, access });

/** What stands, else what is proposed. Choosing containment later starts from the recommendation. */
export function draftOf(standing: SandboxChoice | undefined, offer: SandboxOffer): PolicyDraft {
  const policy = standing === undefined || standing === 'off' ? offer.recommended : standing;
  const isPossible = offer.support.kind !== 'none';
  return {
    isContained: standing === undefined ? offer.isProposed : standing !== 'off' && (isPossible || standing !== undefined),
    folders: policy.folders.map(({ path, access }) => newRow(path, access)),
    network: policy.network,
    environment: policy.environment,
  };
}

export function choiceOf(draft: PolicyDraft): SandboxChoice {
  if (!draft.isContained) return 'off';
  const folders = draft.folders.filter(({ path }) => path.trim() !== '').map(({ path, access }) => ({ path: path.trim(), access }));
  return { folders, network: draft.network, environment: [...draft.environment] };
}

/** Keys of rows whose path can not be meant. */
export function badRows({ isContained, folders }: PolicyDraft): ReadonlySet<number> {
  return new Set(isContained ? folders.filter(({ path }) => path.trim() !== '' && !isWhole(path.trim())).map(({ key }) => key) : []);
}

function isWhole(path: string): boolean {
  return /^(?:\/|~(?:\/|$)|[A-Za-z]:[\\/])/.test(path) && !path.split(/[\\/]/).includes('..');
}

export function isWholeHome(path: string): boolean {
  return /^(?:~\/?|\/root\/?|\/(?:home|Users)(?:\/[^/]+)?\/?|\/)$/.test(path.trim());
}
