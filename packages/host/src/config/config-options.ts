/** Where the configuration lies, and how it is looked after. */
import type { NoticesPort } from '../ports.ts';

export interface ConfigOptions {
  /** The file, usually `<data folder>/portolan.json`; it need not exist. */
  path: string;
  notices: NoticesPort;
  /** Dated copies; default `backups` beside the file. */
  backupFolder?: string;
  /** Seals reviews (see seal.ts); default `config.key` beside the file. */
  keyPath?: string;
  now?: () => number;
  /** How often the file is looked at where the system does not tell (milliseconds, default 2000). */
  pollMs?: number;
  /** How long a file that does not parse may take to become whole, as it does while an editor writes it in place (milliseconds, default 300). */
  settleMs?: number;
  /** How often what a killed save left behind is taken away (milliseconds, default an hour). */
  sweepMs?: number;
  /** A listener or a backup that failed, for the host's log. */
  onError?: (error: unknown) => void;
}
