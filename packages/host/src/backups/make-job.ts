/** What the host and the thread that makes a backup say to each other. */
import type { BackupHolds, BackupSecret } from '@portolan/contract/backups';

export interface MakeJob {
  /** The database that the host has open. */
  database: string;
  /** Attached files. */
  files: string;
  /** Without secrets. */
  config: string;
  target: string;
  app: string;
  at: number;
  servers: string[];
  providers: string[];
  secrets: BackupSecret[];
  sealKey: Uint8Array;
}

export type MakeNews = { kind: 'progress'; part: number } | { kind: 'made'; holds: BackupHolds };
