/** Servers found in a text, whatever it is, and what of it could not be used. */
import type { ServerInput } from '@portolan/contract/servers';
import type { LaunchConfig } from '../ports.ts';

/** One server found. `name` is null when the text has none. */
export interface Found {
  name: string | null;
  launch: LaunchConfig;
  notes: string[];
  /** What its texts ask for, each with its declaration. */
  inputs: ServerInput[];
}

/** An entry that cannot be used. `line` is 1-based. */
export interface Refused {
  name: string;
  reason: string;
  line: number;
}

export interface FoundIn {
  format: string;
  found: Found[];
  refused: Refused[];
}
