import { parseArguments } from './options.ts';
import { definitionOf } from './presets.ts';
import { serveStdio } from './transport/stdio-server.ts';

// node packages/fixture-servers/src/stdio.ts <preset> [--era=…] [--option=value …]
const { bare, options } = parseArguments(process.argv.slice(2));
await serveStdio(definitionOf(bare[0], options), options);
