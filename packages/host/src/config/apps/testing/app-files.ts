/** Configurations as the programs write them, with foreign entries, unknown fields and comments. */
import type { AppId } from '@portolan/contract/other-apps';

export interface AppFile {
  app: AppId;
  /** Below the home folder, on Linux. */
  path: string;
  text: string;
  /** Name, then program and arguments or the address, of what can be brought over. */
  servers: string[][];
}

export const appFiles: AppFile[] = [
  {
    app: 'claude-desktop',
    path: '.config/Claude/claude_desktop_config.json',
    text: '{\n  "mcpServers": {\n    "files": {\n      "command": "npx",\n      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/docs"],\n      "env": { "LOG": "debug", "API_KEY": "sk-abcdefghijklmnop1234" }\n    }\n  },\n  "globalShortcut": "Ctrl+Space"\n}\n',
    servers: [['files', 'npx', '-y', '@modelcontextprotocol/server-filesystem', '/home/me/docs']],
  },
  {
    app: 'claude-code',
    path: '.claude.json',
    text: '{"numStartups": 42, "mcpServers": {"sentry": {"type": "http", "url": "https://mcp.sentry.dev/mcp", "headers": {"Authorization": "Bearer ${SENTRY_TOKEN}"}}}, "projects": {"/home/me/work": {"allowedTools": [], "mcpServers": {"db": {"type": "stdio", "command": "uvx", "args": ["mcp-server-sqlite"], "env": {}}}}}}',
    servers: [['sentry', 'https://mcp.sentry.dev/mcp'], ['db', 'uvx', 'mcp-server-sqlite']],
  },
  {
    app: 'cursor',
    path: '.cursor/mcp.json',
    text: '{\n\t"mcpServers": {\n\t\t"github": {\n\t\t\t"command": "docker",\n\t\t\t"args": ["run", "-i", "--rm", "-e", "GITHUB_TOKEN", "ghcr.io/github/github-mcp-server"],\n\t\t\t"env": { "GITHUB_TOKEN": "${env:GITHUB_TOKEN}" },\n\t\t\t"envFile": ".env"\n\t\t},\n\t\t"linear": { "url": "https://mcp.linear.app/sse" }\n\t}\n}\n',
    servers: [['github', 'docker', 'run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/github/github-mcp-server'], ['linear', 'https://mcp.linear.app/sse']],
  },
  {
    app: 'vscode',
    path: '.config/Code/User/mcp.json',
    text: '{\n  // asked once, then kept by VS Code\n  "inputs": [\n    { "type": "promptString", "id": "perplexity-key", "description": "Perplexity API Key", "password": true },\n    { "type": "pickString", "id": "region", "description": "Region", "options": ["eu", "us"], "default": "eu" }\n  ],\n  "servers": {\n    "perplexity": { "type": "stdio", "command": "npx", "args": ["-y", "server-perplexity-ask", "--region=${input:region}"], "env": { "PERPLEXITY_API_KEY": "${input:perplexity-key}" }, "dev": { "watch": "src/**" } },\n    "docs": { "type": "http", "url": "https://learn.example/api/mcp", "gallery": true },\n  }\n}\n',
    servers: [['perplexity', 'npx', '-y', 'server-perplexity-ask', '--region=${input:region}'], ['docs', 'https://learn.example/api/mcp']],
  },
  {
    app: 'cline',
    path: '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    text: '{\n  "mcpServers": {\n    "weather": { "command": "node", "args": ["/srv/weather/build/index.js"], "disabled": true, "autoApprove": ["get_forecast"], "timeout": 60, "transportType": "stdio" },\n    "remote": { "type": "streamableHttp", "url": "https://r.example/mcp", "disabled": false, "autoApprove": [] }\n  }\n}\n',
    servers: [['weather', 'node', '/srv/weather/build/index.js'], ['remote', 'https://r.example/mcp']],
  },
  {
    app: 'windsurf',
    path: '.codeium/windsurf/mcp_config.json',
    text: '{\n  "mcpServers": {\n    "figma": { "serverUrl": "https://mcp.figma.example/mcp", "headers": { "Authorization": "Bearer ${env:FIGMA_TOKEN}" }, "disabledTools": ["x"] },\n    "git": { "command": "uvx", "args": ["mcp-server-git"], "disabled": false }\n  }\n}\n',
    servers: [['figma', 'https://mcp.figma.example/mcp'], ['git', 'uvx', 'mcp-server-git']],
  },
  {
    app: 'zed',
    path: '.config/zed/settings.json',
    text: '// Zed settings\n{\n  "theme": "One Dark",\n  "context_servers": {\n    "puppeteer": { "source": "custom", "command": "npx", "args": ["-y", "puppeteer-mcp"], "env": {} },\n    "old": { "command": { "path": "old-server", "args": ["--stdio"], "env": { "A": "1" } }, "settings": {} },\n    "from-extension": { "source": "extension", "settings": { "x": 1 } }\n  },\n  "vim_mode": true\n}\n',
    servers: [['puppeteer', 'npx', '-y', 'puppeteer-mcp'], ['old', 'old-server', '--stdio']],
  },
  {
    app: 'lm-studio',
    path: '.lmstudio/mcp.json',
    text: '{\n  "mcpServers": {\n    "hf": { "url": "https://huggingface.co/mcp", "headers": { "Authorization": "Bearer hf_abcdefghijklmnop" } }\n  }\n}',
    servers: [['hf', 'https://huggingface.co/mcp']],
  },
  {
    app: 'goose',
    path: '.config/goose/config.yaml',
    text: '# my goose\nGOOSE_PROVIDER: anthropic\nextensions:\n  developer:\n    enabled: true\n    type: builtin\n    name: developer\n    timeout: 300\n    bundled: true\n  # fetches pages\n  fetch:\n    enabled: true\n    type: stdio\n    name: fetch\n    cmd: uvx\n    args:\n      - mcp-server-fetch # the one\n    envs:\n      LEVEL: info\n    env_keys:\n      - FETCH_KEY\n    timeout: 300\n    available_tools: []\n  remote:\n    enabled: false\n    type: streamable_http\n    name: remote\n    uri: https://goose.example/mcp\n    headers: {}\nGOOSE_MODE: auto # asks nothing\n',
    servers: [['fetch', 'uvx', 'mcp-server-fetch'], ['remote', 'https://goose.example/mcp']],
  },
];
