/** What a measured client must be able to do. */
import { fileURLToPath } from 'node:url';

export type BenchEra = 'legacy' | 'modern';

export type BenchTarget = { kind: 'stdio'; command: string; args: string[]; env: Record<string, string> } | { kind: 'http'; url: string };

export interface BenchClient {
  /** Resolves with the result when the server's answer was read. */
  call(name: string, args: Record<string, unknown>): Promise<unknown>;
  /** Resolves with how many tools there are. */
  listTools(): Promise<number>;
  close(): Promise<void>;
}

export type OpenClient = (target: BenchTarget, era: BenchEra) => Promise<BenchClient>;

export const stdioServer = fileURLToPath(new URL('../server/stdio.ts', import.meta.url));
export const httpServer = fileURLToPath(new URL('../server/http.ts', import.meta.url));

export const legacyVersion = '2025-11-25';
export const modernVersion = '2026-07-28';
