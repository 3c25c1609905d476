import type { Preset } from '../engine/types.ts';
import { objectSchema, textResult } from './content.ts';

/** Shows how the process was started, byte for byte. */
export const argvEnv: Preset = {
  about: 'the tool `show` returns {argv, env, cwd} as JSON; argv are the words after the preset name, whatever they are',
  options: {},
  anyOption: true,
  create: () => ({
    info: { name: 'argv-env', version: '1.0.0' },
    tools: [
      {
        definition: { name: 'show', description: 'How this server was started.', inputSchema: objectSchema({}) },
        call: () => textResult(JSON.stringify({ argv: process.argv.slice(3), env: process.env, cwd: process.cwd() })),
      },
    ],
  }),
};

/** Shows the environment as `printenv` does. */
export const printenv: Preset = {
  about: 'the tool `printenv` returns NAME=value lines',
  options: {},
  create: () => ({
    info: { name: 'printenv', version: '1.0.0' },
    tools: [
      {
        definition: { name: 'printenv', description: 'The environment of this server.', inputSchema: objectSchema({}) },
        call: () => textResult(Object.entries(process.env).map(([name, value]) => `${name}=${value ?? ''}`).join('\n')),
      },
    ],
  }),
};
