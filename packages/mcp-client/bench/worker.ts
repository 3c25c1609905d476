/** The process of one client: opens connections and measures when it is told to, and sleeps while others are measured. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { httpServer, stdioServer } from './clients/client.ts';
import type { BenchClient, BenchEra, BenchTarget } from './clients/client.ts';
import { openClient } from './clients/open.ts';
import type { ClientName } from './clients/open.ts';
import { measureCalls, measureFlood, measureList, measureSchemas, time } from './measures.ts';
import type { CallsResult, FloodResult, SchemasResult, TimeResult } from './measures.ts';

export interface Setting {
  transport: 'stdio' | 'http';
  era: BenchEra;
}

/** What the parent asks for, and what it gets. */
export interface Commands {
  open: { ask: { client: ClientName; setting: Setting }; get: null };
  calls: { ask: { count: number; inFlight: number }; get: CallsResult };
  image: { ask: null; get: TimeResult };
  list: { ask: null; get: TimeResult };
  schemas: { ask: null; get: SchemasResult };
  flood: { ask: null; get: FloodResult };
  memory: { ask: null; get: number };
  end: { ask: null; get: null };
}

export type Command = { [K in keyof Commands]: { kind: K; ask: Commands[K]['ask'] } }[keyof Commands];

// Every client's server leads a process group of its own, as ours does: on Linux a group is scheduled by itself, so
// clients whose servers share their group would be measured against another machine.
const { spawn } = childProcess;
childProcess.spawn = ((command: string, args: string[], options: childProcess.SpawnOptions) => spawn(command, args, { ...options, detached: true })) as typeof spawn;
syncBuiltinESMExports();

const env = { PATH: process.env['PATH'] ?? '' };
const servers: childProcess.ChildProcess[] = [];
let name: ClientName = 'raw';
let setting: Setting = { transport: 'stdio', era: 'legacy' };
let main: BenchClient | undefined;

async function open(...flags: string[]): Promise<BenchClient> {
  return openClient(name, await targetOf(flags), setting.era);
}

async function targetOf(flags: string[]): Promise<BenchTarget> {
  if (setting.transport === 'stdio') return { kind: 'stdio', command: process.execPath, args: [stdioServer, ...flags], env };
  const server = childProcess.spawn(process.execPath, [httpServer, ...flags], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  servers.push(server);
  const url = await new Promise<string>((resolve) => {
    server.stdout?.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()));
  });
  return { kind: 'http', url };
}

async function run(command: Command): Promise<unknown> {
  if (command.kind === 'open') {
    ({ client: name, setting } = command.ask);
    main = await open();
    return null;
  }
  if (main === undefined) throw new Error('nothing is open');
  switch (command.kind) {
    case 'calls':
      return measureCalls(main, command.ask.count, command.ask.inFlight);
    case 'image': {
      const client = main;
      return time(() => client.call('image', {}));
    }
    case 'list':
      return measureList(main);
    case 'schemas': {
      const client = await open('--schemas');
      // The paths of a call are warm; what is not is what the schemas cost.
      await measureCalls(client, 50, 1);
      const result = await measureSchemas(client);
      await client.close();
      return result;
    }
    case 'flood': {
      const [client, other] = await Promise.all([open(), open()]);
      await measureCalls(other, 500, 1);
      const result = await measureFlood(client, other);
      await Promise.all([client.close(), other.close()]);
      return result;
    }
    case 'memory':
      return process.memoryUsage().rss / 1e6;
    case 'end':
      await main.close();
      for (const server of servers) server.stdin?.end();
      return null;
  }
}

process.on('message', (command: Command) => {
  run(command).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
