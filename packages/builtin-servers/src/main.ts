/** One entry point for every built-in server: the first word says which, the others are its options. Speaks MCP over stdio. */
import { builtInNames } from './entry.ts';
import type { BuiltInName } from './entry.ts';
import { parseOptions } from './options.ts';
import type { Options } from './options.ts';
import { OptionError } from './options.ts';

const starts: Record<BuiltInName, (options: Options) => Promise<void>> = {
  files: async (options) => (await import('./files/server.ts')).serveFiles(options),
  fetch: async (options) => (await import('./fetch/server.ts')).serveFetch(options),
  memory: async (options) => (await import('./memory/server.ts')).serveMemory(options),
  time: async (options) => (await import('./time/server.ts')).serveTime(options),
  demo: async (options) => (await import('./demo/server.ts')).serveDemo(options),
};

const [name, ...words] = process.argv.slice(2);
const wanted = builtInNames.find((each) => each === name);
if (Number(process.versions.node.split('.')[0]) < 20) fail(`The built-in servers need Node 20 or newer; this is ${process.version}.`);
if (wanted === undefined) fail(`There is no built-in server “${name ?? ''}”. There are: ${builtInNames.join(', ')}.`);
try {
  await starts[wanted](parseOptions(words));
} catch (error) {
  fail(error instanceof OptionError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
