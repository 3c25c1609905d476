/** The programs whose servers can be brought over and given back: where they keep them and how they write them (S04). */
import path from 'node:path';
import type { AppId } from '@portolan/contract/other-apps';

/** The machine as far as known places depend on it. */
export interface Surroundings {
  os: NodeJS.Platform;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

export interface KnownApp {
  id: AppId;
  name: string;
  /** Where the entries stand in the file. */
  container: string[];
  isYaml: boolean;
  /** Further files that are read and never written. */
  moreFiles?: (around: Surroundings) => string[];
  /** The file of the person, which is read and written. */
  file: (around: Surroundings) => string;
  /** How a reference to an environment variable is written there: `env` is `${env:NAME}`, `plain` is `${NAME}`. */
  references: 'env' | 'plain' | 'inputs' | 'keys' | 'none';
  takesAddresses: boolean;
  takesFolder: boolean;
}

const join = (around: Surroundings, ...parts: string[]) => (around.os === 'win32' ? path.win32 : path.posix).join(...parts);

/** Where programs keep what belongs to a person, by the custom of each system. */
function appData(around: Surroundings): string {
  if (around.os === 'win32') return around.env['APPDATA'] ?? join(around, around.home, 'AppData', 'Roaming');
  if (around.os === 'darwin') return join(around, around.home, 'Library', 'Application Support');
  return configHome(around);
}

function configHome(around: Surroundings): string {
  const xdg = around.env['XDG_CONFIG_HOME'];
  return xdg !== undefined && path.posix.isAbsolute(xdg) ? xdg : join(around, around.home, '.config');
}

const atHome = (...parts: string[]) => (around: Surroundings) => join(around, around.home, ...parts);
const inAppData = (...parts: string[]) => (around: Surroundings) => join(around, appData(around), ...parts);

function codeFamily(id: AppId, name: string, folder: string): KnownApp {
  return {
    id,
    name,
    container: ['servers'],
    isYaml: false,
    file: inAppData(folder, 'User', 'mcp.json'),
    // Older versions kept them among the settings.
    moreFiles: (around) => [join(around, appData(around), folder, 'User', 'settings.json')],
    references: 'inputs',
    takesAddresses: true,
    takesFolder: true,
  };
}

const plain = { container: ['mcpServers'], isYaml: false } as const;

export const knownApps: readonly KnownApp[] = [
  { ...plain, container: ['mcpServers'], id: 'claude-desktop', name: 'Claude Desktop', file: inAppData('Claude', 'claude_desktop_config.json'), references: 'none', takesAddresses: false, takesFolder: false },
  { ...plain, container: ['mcpServers'], id: 'claude-code', name: 'Claude Code', file: atHome('.claude.json'), references: 'plain', takesAddresses: true, takesFolder: false },
  { ...plain, container: ['mcpServers'], id: 'cursor', name: 'Cursor', file: atHome('.cursor', 'mcp.json'), references: 'env', takesAddresses: true, takesFolder: false },
  codeFamily('vscode', 'VS Code', 'Code'),
  codeFamily('vscode-insiders', 'VS Code Insiders', 'Code - Insiders'),
  codeFamily('vscodium', 'VSCodium', 'VSCodium'),
  {
    ...plain,
    container: ['mcpServers'],
    id: 'cline',
    name: 'Cline',
    file: inAppData('Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'),
    moreFiles: (around) => [join(around, around.home, '.cline', 'data', 'settings', 'cline_mcp_settings.json')],
    references: 'env',
    takesAddresses: true,
    takesFolder: true,
  },
  { ...plain, container: ['mcpServers'], id: 'windsurf', name: 'Windsurf', file: atHome('.codeium', 'windsurf', 'mcp_config.json'), references: 'env', takesAddresses: true, takesFolder: false },
  { id: 'zed', name: 'Zed', container: ['context_servers'], isYaml: false, file: (around) => (around.os === 'win32' ? join(around, appData(around), 'Zed', 'settings.json') : join(around, configHome(around), 'zed', 'settings.json')), references: 'none', takesAddresses: true, takesFolder: false },
  { ...plain, container: ['mcpServers'], id: 'lm-studio', name: 'LM Studio', file: atHome('.lmstudio', 'mcp.json'), moreFiles: (around) => [join(around, around.home, '.cache', 'lm-studio', 'mcp.json')], references: 'none', takesAddresses: true, takesFolder: false },
  {
    id: 'goose',
    name: 'Goose',
    container: ['extensions'],
    isYaml: true,
    file: (around) => (around.os === 'win32' ? join(around, appData(around), 'Block', 'goose', 'config', 'config.yaml') : join(around, configHome(around), 'goose', 'config.yaml')),
    // Secret variables are named there, and their values kept in the system's key store.
    references: 'keys',
    takesAddresses: true,
    takesFolder: false,
  },
];

export function appOf(id: AppId): KnownApp {
  const app = knownApps.find((each) => each.id === id);
  if (!app) throw new Error(`no such program: ${id}`);
  return app;
}

/** The machine the host runs on. */
export function surroundings(): Surroundings {
  return { os: process.platform, home: process.env['HOME'] ?? process.env['USERPROFILE'] ?? '', env: process.env };
}
