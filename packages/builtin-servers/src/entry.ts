/** Where the built-in servers lie: as sources here, as one bundled file in the packaged app. Knows no server itself. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command that stands for them in a configuration; never looked for on any search path. */
export const builtInCommand = 'portolan-builtin';

/** The word after the command. */
export const builtInNames = ['files', 'fetch', 'memory', 'time', 'demo'] as const;
export type BuiltInName = (typeof builtInNames)[number];

export interface BuiltInFiles {
  /** What Node runs. */
  entry: string;
  /** Everything it reads to start, for a container to show. */
  reads: string[];
}

export function builtInFiles(): BuiltInFiles {
  const here = fileURLToPath(import.meta.url);
  if (here.endsWith('.ts')) return fromSources(path.dirname(here));
  // Bundled into the host: `dist/host.mjs`, or a part of it one folder down.
  const folder = path.dirname(here);
  const dist = path.basename(folder) === 'parts' ? path.dirname(folder) : folder;
  // A plain Node can not look into the app's archive; these files lie beside it.
  const entry = path.join(dist, 'builtin', 'servers.mjs').replace(/([\\/])app\.asar([\\/])/, '$1app.asar.unpacked$2');
  return { entry, reads: [path.dirname(entry)] };
}

function fromSources(source: string): BuiltInFiles {
  const folder = path.dirname(source);
  const modules = realpathSync(path.join(folder, 'node_modules', 'zod'));
  const store = modules.slice(0, modules.indexOf(`${path.sep}node_modules${path.sep}`) + '/node_modules'.length);
  const engine = realpathSync(path.join(folder, 'node_modules', '@portolan', 'mcp-client'));
  return { entry: path.join(source, 'main.ts'), reads: [folder, engine, store].filter((each) => existsSync(each)) };
}
