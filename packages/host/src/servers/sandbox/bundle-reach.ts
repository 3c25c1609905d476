/** What the manifest of an installed bundle and the person's answers tell of what it has to reach (S05, S18). */
import type { FolderGrant, NetworkReason, SandboxPolicy } from '@portolan/contract/sandbox';

/** As its settings have it; paths are absolute or begin with `~/`. */
export interface BundleReach {
  /** Folders and files that the person chose for it. */
  folders: string[];
  /** One of the tools it lists says by its name that it changes something. */
  changesFiles: boolean;
  /** Installs what it needs by itself, when it starts. */
  installsItself: boolean;
  /** It asks for a secret: an account somewhere. */
  hasAccount: boolean;
  /** An answer is an address, or it asks for one. */
  hasAddress: boolean;
  /** It names privacy policies, which bundles that use services of others must. */
  hasServices: boolean;
  /** It asks for a folder or file at all: its work may well lie there. */
  asksForFiles: boolean;
}

/** As little as works, and why. A bundle that says nothing of a network gets one: most that say nothing use one. */
export function recommendForBundle(reach: BundleReach): { policy: SandboxPolicy; networkReason: NetworkReason } {
  const networkReason = reasonFor(reach);
  const access: FolderGrant['access'] = reach.changesFiles ? 'write' : 'read';
  return { policy: { folders: reach.folders.map((path) => ({ path, access })), network: networkReason === 'files-only' ? 'none' : 'all', environment: [] }, networkReason };
}

function reasonFor({ installsItself, hasAccount, hasAddress, hasServices, asksForFiles }: BundleReach): NetworkReason {
  if (hasAccount) return 'account';
  if (hasAddress) return 'address';
  if (hasServices) return 'services';
  if (installsItself) return 'installs';
  return asksForFiles ? 'files-only' : 'unsaid';
}
