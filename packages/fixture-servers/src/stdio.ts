import { parseArguments } from './options.ts';
import { describeFixtures, serveFixtureStdio } from './servers.ts';

// node packages/fixture-servers/src/stdio.ts <preset> [--era=…] [--option=value …]
const { bare, options } = parseArguments(process.argv.slice(2));
const [name] = bare;
if (name === undefined) {
  process.stderr.write(`Name a fixture:\n${describeFixtures()}\n`);
  process.exit(2);
}
await serveFixtureStdio(name, options);
