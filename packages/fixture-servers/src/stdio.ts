import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Tests start these by the hundred, and starting is most of what they do.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const { parseArguments } = await import('./options.ts');
const { describeFixtures, serveFixtureStdio } = await import('./servers.ts');

// node packages/fixture-servers/src/stdio.ts <preset> [--era=…] [--option=value …]
const { bare, options } = parseArguments(process.argv.slice(2));
const [name] = bare;
if (name === undefined) {
  process.stderr.write(`Name a fixture:\n${describeFixtures()}\n`);
  process.exit(2);
}
await serveFixtureStdio(name, options);
