/** The programs that servers of the pictures run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { DataFolder } from '../harness/data-folder.ts';
import { local } from '../support/entries.ts';

/** Programs under plain names. */
const programs = {
  calculator: () => local('basic', { era: '2025-11-25' }),
  documents: () => local('documents', { era: '2025-11-25' }),
  concierge: () => local('asks', { era: '2025-11-25' }),
  planner: () => local('asks', { era: '2026-07-28' }),
  forecast: () => local('rug-pull', { after: 1 }),
  tickets: () => local('printenv'),
};

/** A PATH with those programs on it: no picture shows where on whose machine it was taken. */
export function programsPath(data: DataFolder): string {
  const folder = join(data.home, 'bin');
  mkdirSync(folder);
  for (const [name, made] of Object.entries(programs)) {
    const { command, args } = made();
    const words = [command, ...args].map((word) => `'${word}'`).join(' ');
    writeFileSync(join(folder, name), `#!/bin/sh\nexec ${words}\n`, { mode: 0o755 });
  }
  return [folder, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
}
