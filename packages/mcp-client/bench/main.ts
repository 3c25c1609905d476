/**
 * `pnpm bench:protocol`: this client, a raw one as the floor, and the official v1 and v2 clients against the same server, interleaved
 * in one run. Prints a table for each transport and era and writes every round's numbers to a file.
 *
 * --rounds=5  --short  --only=stdio-legacy,http-modern  --measures=calls,flood  --clients=raw,ours  --profile=folder
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { clientNames } from './clients/open.ts';
import type { ClientName } from './clients/open.ts';
import { formatTable, misses } from './report.ts';
import type { SettingResult } from './report.ts';
import { measureNames, runRound } from './round.ts';
import type { MeasureName } from './round.ts';
import type { Setting } from './worker.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    measures: { type: 'string' },
    clients: { type: 'string' },
    profile: { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('results.json', import.meta.url)) },
  },
});

const settings: Setting[] = [
  { transport: 'stdio', era: 'legacy' },
  { transport: 'stdio', era: 'modern' },
  { transport: 'http', era: 'legacy' },
  { transport: 'http', era: 'modern' },
];
const nameOf = ({ transport, era }: Setting): string => `${transport}-${era}`;

const rounds = values.short ? 1 : Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number from 1');
const chosenSettings = pick(settings, nameOf, values.only);
const chosenClients = pick([...clientNames], (name) => name, values.clients);
const measures = new Set<MeasureName>(pick([...measureNames], (name) => name, values.measures));
if (values.profile !== undefined) mkdirSync(values.profile, { recursive: true });

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}; medians of ${rounds} rounds, for blocks and first calls the least; of the turns of a round, the quickest.`);
console.log('In each round every client gets a fresh process and the same server, started the same way: a process group of its own, stdin,');
console.log('stdout and stderr as pipes. The clients are measured in turns, in alternating order. Ratios hold; absolute numbers are this machine now.\n');

const results: SettingResult[] = [];
for (const setting of chosenSettings) {
  const clients = chosenClients.filter((client) => !(client === 'sdk-v1' && setting.era === 'modern'));
  const samples: Partial<Record<ClientName, Record<string, number>[]>> = {};
  for (let index = 0; index < rounds; index += 1) {
    if (process.stderr.isTTY) process.stderr.write(`\r${nameOf(setting)}: round ${index + 1} of ${rounds} `);
    const size = values.short ? { slices: 3, calls: 200 } : { slices: 6, calls: 500 };
    const execArgv = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
    const round = await runRound({ setting, clients, measures, ...size, execArgv, index });
    for (const [client, sample] of round) (samples[client] ??= []).push(sample);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const result = { setting, samples };
  results.push(result);
  console.log(`${formatTable(result)}\n`);
}
writeFileSync(values.out, `${JSON.stringify({ at: new Date().toISOString(), node: process.version, rounds, results }, undefined, 2)}\n`);
console.log(`The numbers of every round: ${values.out}`);
const missed = results.flatMap(misses);
console.log(missed.length === 0 ? 'Every target is met.' : `Not met:\n${missed.map((line) => `- ${line}`).join('\n')}`);
process.exitCode = missed.length === 0 ? 0 : 1;

function pick<T>(all: T[], name: (item: T) => string, wanted: string | undefined): T[] {
  if (wanted === undefined) return all;
  return wanted.split(',').map((each) => {
    const found = all.find((item) => name(item) === each);
    if (found === undefined) throw new Error(`"${each}" is none of ${all.map(name).join(', ')}`);
    return found;
  });
}
