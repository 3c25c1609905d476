import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Preset } from '../engine/types.ts';
import { flagOption, numberOption, textOption } from '../options.ts';
import { objectSchema, textResult } from './content.ts';

/** Starts a process of its own that keeps stdin, stdout and stderr open: what `npx` and shell wrappers do. */
export const grandchild: Preset = {
  about: 'stdio: starts a grandchild that holds the pipes; the tool `pids` names both',
  options: {
    setsid: 'put the grandchild into a session of its own, out of the process group (default false)',
    'ignore-sigterm': 'the grandchild ignores SIGTERM and SIGINT (default false)',
    stubborn: 'the server itself stays when stdin ends and ignores SIGTERM (default false)',
    'pid-file': 'path of a file that gets {"pid":…,"grandchild":…}',
    life: 'seconds after which both end by themselves, so that no test leaves them behind (default 120)',
  },
  create(options) {
    const life = numberOption(options, 'life', 120) * 1000;
    const stubborn = flagOption(options, 'stubborn');
    const ignore = flagOption(options, 'ignore-sigterm') ? "for (const s of ['SIGTERM', 'SIGINT']) process.on(s, () => {});" : '';
    let pids = { pid: process.pid, grandchild: 0 };
    return {
      info: { name: 'grandchild', version: '1.0.0' },
      tools: [{ definition: { name: 'pids', description: 'The process ids.', inputSchema: objectSchema({}) }, call: () => textResult(JSON.stringify(pids)) }],
      script: {
        stubborn,
        start() {
          const child = spawn(process.execPath, ['-e', `${ignore} setTimeout(() => process.exit(0), ${life});`], { stdio: 'inherit', detached: flagOption(options, 'setsid') });
          child.unref();
          pids = { pid: process.pid, grandchild: child.pid ?? 0 };
          const file = textOption(options, 'pid-file', '');
          if (file !== '') writeFileSync(file, JSON.stringify(pids));
          setTimeout(() => process.exit(0), life).unref();
        },
      },
    };
  },
};
