/** `servers sandbox`: what a server may reach of this computer, shown and changed (S18). */
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { visible } from '../output/visible.ts';
import { chosenSandbox, sandboxLines, sandboxOffer, sandboxOptions } from '../sandbox-choice.ts';
import { serverNamed } from '../servers.ts';

export const serverSandboxCommands: Command[] = [
  {
    name: 'servers sandbox',
    words: ['NAME'],
    options: sandboxOptions,
    examples: ['servers sandbox files', 'servers sandbox files --folder ~/notes --folder-write ~/work --no-network', 'servers sandbox files --no-contain'],
    run: async (context) => {
      const { words, t, out, signal } = context;
      const before = await serverNamed(context, words[0] ?? '');
      const chosen = await chosenSandbox(context, before);
      const { client } = await context.session();
      const server = chosen === null ? before : await client.request('servers/setSandbox', { serverId: before.id, launchHash: before.launchHash, sandbox: chosen }, { signal });
      const offer = server.launch.kind === 'stdio' ? await sandboxOffer(context, server) : null;
      const { support, recommended, isProposed } = offer ?? { support: null, recommended: null, isProposed: false };
      out.result({ server: server.name, sandbox: server.sandbox ?? null, launchHash: server.launchHash, isReviewed: server.isReviewed, support, recommended, isProposed }, () => [
        out.style('bold', visible(server.name)),
        ...(offer === null ? [`  ${t.sandbox.address}`] : server.sandbox === undefined ? [`  ${t.sandbox.undecided}`] : sandboxLines(server.sandbox, t).map((line) => `  ${line}`)),
        ...(recommended === null || chosen !== null ? [] : [t.sandbox.recommended, ...sandboxLines(recommended, t).map((line) => `  ${line}`)]),
      ]);
      return exitCodes.done;
    },
  },
];
