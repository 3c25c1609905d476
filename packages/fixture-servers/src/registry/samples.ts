/** Entries as publishers write them, and as somebody who means harm would. */
import type { RegistryEntry } from './start.ts';

const stdio = { type: 'stdio' };

export const weather: RegistryEntry = {
  server: {
    name: 'io.github.example/weather-mcp',
    title: 'Weather',
    description: 'The weather, anywhere.',
    version: '1.2.0',
    websiteUrl: 'https://weather.example/',
    repository: { url: 'https://code.example/weather', source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: '@example/weather-mcp',
        version: '1.2.0',
        runtimeHint: 'npx',
        transport: stdio,
        packageArguments: [
          { type: 'positional', value: 'serve' },
          { type: 'named', name: '--units', description: 'Units', choices: ['metric', 'imperial'], default: 'metric' },
          { type: 'positional', valueHint: 'folder', description: 'Folders to keep maps in', format: 'filepath', isRepeated: true },
        ],
        environmentVariables: [
          { name: 'WEATHER_KEY', description: 'Your key', isRequired: true, isSecret: true },
          { name: 'LOG_LEVEL', default: 'info' },
          { name: 'ENDPOINT', value: 'https://{region}.weather.example', variables: { region: { description: 'Region', isRequired: true, choices: ['eu', 'us'] } } },
        ],
      },
      { registryType: 'pypi', identifier: 'weather-mcp', version: '1.2.0', transport: stdio },
      { registryType: 'oci', identifier: 'docker.io/example/weather:1.2.0', transport: stdio, environmentVariables: [{ name: 'WEATHER_KEY', isSecret: true }], runtimeArguments: [{ type: 'named', name: '--mount', value: 'type=bind,src={source},dst=/data', variables: { source: { format: 'filepath', isRequired: true } } }] },
      { registryType: 'nuget', identifier: 'Example.Weather', version: '1.2.0-beta', transport: stdio, packageArguments: [{ type: 'positional', value: 'mcp' }, { type: 'positional', value: 'start' }] },
      { registryType: 'cargo', identifier: 'weather', version: '1.2.0', transport: stdio },
    ],
    remotes: [{ type: 'streamable-http', url: 'https://{tenant}.weather.example/mcp', variables: { tenant: { description: 'Your tenant', isRequired: true } }, headers: [{ name: 'Authorization', value: 'Bearer {token}', variables: { token: { isSecret: true, isRequired: true } } }] }],
  },
};

/** Many small ones, for pages. */
export const many: RegistryEntry[] = Array.from({ length: 75 }, (_, n) => ({ server: { name: `io.example/server-${String(n).padStart(2, '0')}`, description: `Number ${n}`, version: '1.0.0', remotes: [{ type: 'streamable-http', url: `https://s${n}.example/mcp` }] } }));

/** Names, versions and arguments that want to be something else. */
export const hostilePackages = [
  { registryType: 'npm', identifier: 'x; touch PWNED', version: '1.0.0', transport: stdio },
  { registryType: 'npm', identifier: '--registry=https://evil.example', version: '1.0.0', transport: stdio },
  { registryType: 'npm', identifier: 'git+https://evil.example/x.git', version: '1.0.0', transport: stdio },
  { registryType: 'npm', identifier: '../../evil', version: '1.0.0', transport: stdio },
  { registryType: 'npm', identifier: 'fine', version: '1.0.0 && touch PWNED', transport: stdio },
  { registryType: 'npm', identifier: 'fine', version: 'latest', transport: stdio },
  { registryType: 'npm', identifier: 'fine', version: '^1.0.0', transport: stdio },
  { registryType: 'pypi', identifier: '-e .', version: '1.0.0', transport: stdio },
  { registryType: 'oci', identifier: '--privileged', transport: stdio },
  { registryType: 'oci', identifier: 'docker.io/x/y:1.0 -v /:/h', transport: stdio },
  { registryType: 'npm', identifier: 'fine', version: '1.0.0', registryBaseUrl: 'javascript:alert(1)', transport: stdio },
  { registryType: 'npm', identifier: 'fine', version: '1.0.0', transport: stdio, environmentVariables: [{ name: 'X', value: '${AWS_SECRET_ACCESS_KEY}' }] },
  { registryType: 'npm', identifier: 'fine', version: '1.0.0', transport: { type: 'streamable-http', url: 'http://localhost:1' } },
  { registryType: 'mcpb', identifier: 'https://files.example/x.mcpb', transport: stdio },
  { registryType: 'mcpb', identifier: 'file:///etc/passwd', fileSha256: '0'.repeat(64), transport: stdio },
  { registryType: 'shell', identifier: 'sh', version: '1.0.0', transport: stdio },
];

export const hostileText: RegistryEntry = {
  server: {
    name: 'io.evil/text',
    title: '<img src=x onerror="window.__pwned=1">Verified ✅',
    description: '<script>window.__pwned=1</script>[click](javascript:alert(1)) gpj\u202Eexe',
    version: '1.0.0',
    websiteUrl: 'javascript:window.__pwned=1',
    repository: { url: 'data:text/html,<script>window.__pwned=1</script>', source: 'x' },
    packages: [{ registryType: 'npm', identifier: 'fine', version: '1.0.0', transport: stdio, environmentVariables: [{ name: 'A\u202EB', description: '<b>bold</b>\u200b', placeholder: '"><script>window.__pwned=1</script>' }], packageArguments: [{ type: 'positional', value: '--eval=a\nb' }] }],
  },
};
