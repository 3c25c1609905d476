/** A long life of a configuration in steps, each one durable write, and what must stand in the file after each. */
import { ProviderId } from '@portolan/contract/ids';
import type { ConfigState, ConfigStore, LaunchConfig } from '../../ports.ts';

/** What a foreign hand wrote before we came; it has to survive everything. */
export const foreignText = `// My servers
{
	"$schema": "https://example.com/schema.json",
	"mcpServers": {
		// knows the sky
		"weather": {
			"command": "npx", // from npm
			"args": ["-y", "weather@1.2.3"],
			"autoApprove": ["get-forecast"], /* another client's */
		},
	},
	"otherTool": { "keep": [1, 2.50, 1e3] }
}
`;
const marks = ['// My servers', '// knows the sky', '// from npm', "/* another client's */", '"keep": [1, 2.50, 1e3]'];

/** What can be told from a state, in a form to be compared. */
export interface Stand {
  servers: string[];
  mark: string;
  theme: string;
  provider: string;
}

const launch = (n: number): LaunchConfig => ({ kind: 'stdio', command: `command-${n}`, args: ['x'.repeat(400)], env: {} });
const kept = 8;

/** What must stand after step `n`, -1 for the text as it was found. */
export function standAfter(n: number): Stand {
  const stand: Stand = { servers: ['weather'], mark: '', theme: 'system', provider: '' };
  for (let at = 0; at <= n; at++) {
    if (at % 5 === 0) stand.mark = String(at);
    if (at % 5 === 1) stand.servers.push(`s${at}`);
    if (at % 5 === 2) stand.theme = at % 2 === 0 ? 'dark' : 'light';
    if (at % 5 === 3) stand.provider = `p${at}`;
    if (at % 5 === 4 && stand.servers.length > kept) stand.servers.splice(1, 1);
    else if (at % 5 === 4) stand.mark = `-${at}`;
  }
  return stand;
}

/** Makes step `n`, and resolves when it is durable. */
export async function takeStep(config: ConfigStore, n: number): Promise<void> {
  const { servers } = config.current();
  const weather = servers.find(({ name }) => name === 'weather');
  if (!weather) throw new Error('the first server is gone');
  const mark = (text: string) => config.updateServer(weather.id, { disabledTools: [text, 'x'.repeat(20_000)] });
  if (n % 5 === 0) await mark(String(n));
  else if (n % 5 === 1) await config.addServer({ name: `s${n}`, launch: launch(n), isEnabled: n % 2 === 0, reviewedHash: null, disabledTools: [], inputs: [] });
  else if (n % 5 === 2) await config.updateSettings({ theme: n % 2 === 0 ? 'dark' : 'light' });
  else if (n % 5 === 3) await config.saveProvider({ id: ProviderId.parse('p'), kind: 'openai', name: `p${n}`, baseUrl: '', models: [] });
  else if (servers[1] && servers.length > kept) await config.removeServer(servers[1].id);
  else await mark(`-${n}`);
}

/** What stands in a state that was read. */
export function standOf(state: ConfigState): Stand {
  return {
    servers: state.servers.map(({ name }) => name),
    mark: state.servers[0]?.disabledTools[0] ?? '',
    theme: state.settings.theme,
    provider: state.providers[0]?.name ?? '',
  };
}

/** Foreign comments and fields that are no longer in the text. */
export function missingMarks(text: string): string[] {
  return marks.filter((mark) => !text.includes(mark));
}
