/** Run by a test as a process of its own: saves the configuration again and again until it is killed, printing what was confirmed. */
import { writeSync } from 'node:fs';
import { openConfig } from './config-file.ts';

const [path, first] = process.argv.slice(2);
if (path === undefined) throw new Error('a path is needed');
const config = await openConfig({ path, notices: { add: (notice) => process.stderr.write(`${JSON.stringify(notice)}\n`) } });
const server = config.current().servers.find((each) => each.name === 'weather');
if (!server) throw new Error('no server');
for (let n = Number(first); ; n++) {
  await config.updateServer(server.id, { disabledTools: [String(n), 'x'.repeat(20_000)] });
  writeSync(1, `${n}\n`);
}
