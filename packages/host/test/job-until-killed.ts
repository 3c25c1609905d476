/** A whole host that begins a job and says so, until it is killed: `node job-until-killed.ts <folder> <model's address> <fixture> <its options>`. */
import { writeSync } from 'node:fs';
import type { FixtureName, FixtureOptions } from '@portolan/fixture-servers/start';
import { openJobHost } from './job-host.ts';

const [, , folder = '', url = '', name = '', options = '{}'] = process.argv;
const { begin, call } = await openJobHost(folder, url, { name: name as FixtureName, options: JSON.parse(options) as FixtureOptions });
const id = await begin();
await call(id, ({ state, job }) => state === 'running' && job !== undefined);
writeSync(1, `job ${id}\n`);
