/** The official suite's command, one scenario at a time. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ScenarioRun {
  /** The column of the table. */
  set: string;
  scenario: string;
  /** The revision on the wire; undefined takes the newest that the scenario is of. */
  revision: string | undefined;
}

const scenarioMs = 60_000;
const client = fileURLToPath(new URL('client.ts', import.meta.url));

/** Names of the client scenarios; with a revision those it requires, and those that are run with it and not counted there. */
export async function listScenarios(revision: string | undefined): Promise<string[]> {
  const { output, code } = await run(['list', '--client', ...(revision === undefined ? [] : ['--requirements', revision])]);
  if (code !== 0) throw new Error(`The conformance suite lists no scenarios: ${output}`);
  const lines = output.split('\n');
  const names: string[] = [];
  let isClient = false;
  for (const line of lines) {
    if (/^\S/.test(line)) isClient = line.startsWith('Client scenarios');
    const named = /^ {2}- (\S+)/.exec(line);
    const unscored = /^ {4}- (\S+) \[client\]$/.exec(line);
    if (named?.[1] !== undefined && isClient) names.push(named[1]);
    else if (unscored?.[1] !== undefined) names.push(unscored[1]);
  }
  if (names.length === 0) throw new Error(`The conformance suite's list could not be read: ${output.slice(0, 500)}`);
  return names;
}

export function runSuite({ scenario, revision }: ScenarioRun, { directory, expectedFailures }: { directory: string; expectedFailures: string }): Promise<{ output: string; code: number }> {
  // Extensions belong to no revision; they are run at the wire of the set all the same.
  const version = revision === undefined ? [] : ['--spec-version', revision, '--force'];
  const command = `"${process.execPath}" "${client}"`;
  return run(['client', '--command', command, '--scenario', scenario, ...version, '--timeout', String(scenarioMs), '--expected-failures', expectedFailures, '--output-dir', directory]);
}

function run(args: string[]): Promise<{ output: string; code: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=DEP0190', cli(), ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } });
    let output = '';
    const take = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', reject);
    child.once('close', (code) => resolve({ output, code: code ?? 1 }));
  });
}

function cli(): string {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
  return join(dirname(manifest), 'dist/index.js');
}
