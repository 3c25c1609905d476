/** What one look of the doctor is: a function from this computer, as the host sees it, to findings. */
import type { DoctorFinding } from '@portolan/contract/doctor';
import type { Problem } from '@portolan/contract/errors';
import type { NetworkView } from '@portolan/contract/network';
import type { ServerId } from '@portolan/contract/ids';
import type { ServerState } from '@portolan/contract/servers';
import type { LaunchConfig } from '../ports.ts';
import type { PreferredFolder } from '../servers/launch/preferred-folder.ts';
import type { LaunchDeps } from '../servers/launch/resolve-launch.ts';

/** A configured server, as the doctor needs it. */
export interface DoctorServer {
  id: ServerId;
  name: string;
  launch: LaunchConfig;
  isEnabled: boolean;
  isReviewed: boolean;
  state: ServerState;
  problem: Problem | null;
  /** Round trip of a sign of life in milliseconds; null when there is no connection to ask. Rejects when none comes. */
  ping(): Promise<number> | null;
}

/** Where secrets are kept. `name` is the file's path, `message` why they can't be read. */
export interface SecretsPlace {
  kind: 'keyring' | 'passphrase' | 'file' | 'memory' | 'unavailable';
  name: string;
  message?: string;
}

/** What the doctor looks at; handed in, so that every check can be tried on a computer made for it. */
export interface DoctorContext {
  launch: LaunchDeps;
  preferred: PreferredFolder;
  dataDir: string;
  configPath: string;
  servers: () => readonly DoctorServer[];
  database: () => { file: string; isReadOnly: boolean };
  secrets: () => Promise<SecretsPlace>;
  /** The way that was chosen in the settings; absent is the environment's. */
  network?: () => Promise<Pick<NetworkView, 'settings' | 'certificateFiles'>>;
}

export interface Check {
  /** Names it when it fails itself. */
  name: string;
  run: (context: DoctorContext, signal: AbortSignal) => Promise<DoctorFinding[]>;
}

/** A finding without what most have not. */
export function finding(part: Pick<DoctorFinding, 'id' | 'area' | 'level' | 'code'> & Partial<DoctorFinding>): DoctorFinding {
  return { details: {}, fixes: [], ...part };
}
