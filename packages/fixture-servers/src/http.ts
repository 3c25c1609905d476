import { parseArguments } from './options.ts';
import { definitionOf } from './presets.ts';
import { serveHttp } from './transport/http-server.ts';

// node packages/fixture-servers/src/http.ts <preset> --port=0 [--era=…] [--option=value …]
const { bare, options } = parseArguments(process.argv.slice(2));
const fixture = await serveHttp(definitionOf(bare[0], options), options);
process.stdout.write(`READY ${fixture.url}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    void fixture.close().then(() => process.exit(0));
  });
}
