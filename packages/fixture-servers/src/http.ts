import { parseArguments } from './options.ts';
import { describeFixtures, serveFixtureHttp } from './servers.ts';

// node packages/fixture-servers/src/http.ts <preset> --port=0 [--era=…] [--option=value …]
const { bare, options } = parseArguments(process.argv.slice(2));
const [name] = bare;
if (name === undefined) {
  process.stderr.write(`Name a fixture:\n${describeFixtures()}\n`);
  process.exit(2);
}
const fixture = await serveFixtureHttp(name, options, (code) => process.exit(code));
process.stdout.write(`READY ${fixture.url}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    void fixture.close().finally(() => process.exit(0));
  });
}
