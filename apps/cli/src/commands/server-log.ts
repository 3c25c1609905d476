/** `servers logs`: what a server wrote and what happened to it, as lines or JSON Lines. */
import { HostError } from '@portolan/contract/errors';
import type { LogLine } from '@portolan/contract/servers';
import { lifecycleText } from '@portolan/i18n/lifecycle-text';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { serverNamed } from '../servers.ts';

/** In milliseconds. */
const quietMs = 150;

export const serverLogCommands: Command[] = [
  {
    name: 'servers logs',
    words: ['NAME'],
    options: ['follow'],
    examples: ['servers logs files', 'servers logs files --follow --json'],
    run: async (context) => {
      const server = await serverNamed(context, context.words[0] ?? '');
      const { client, isAttached } = await context.session();
      if (!isAttached) context.out.say(context.t.servers.nothingRuns);
      const { signal, options, out } = context;
      let quiet: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve, reject) => {
        const stop = client.watch(
          'servers/watchLog',
          { serverId: server.id },
          ({ lines, dropped }) => {
            if (dropped > 0) out.say(context.t.servers.linesGone(dropped));
            for (const line of lines) out.item(lineJson(line), () => lineText(context, line));
            // What is there comes at once, in one event or several; a pause is its end.
            clearTimeout(quiet);
            if (!options.follow) quiet = setTimeout(end, quietMs);
          },
          (error) => (error === null ? resolve() : reject(error)),
        );
        const end = () => {
          stop();
          resolve();
        };
        signal.addEventListener('abort', () => {
          stop();
          reject(new HostError('cancelled'));
        }, { once: true });
      });
      return exitCodes.done;
    },
  },
];

function lineJson({ seq, at, source, level, logger, note, text }: LogLine) {
  return { seq, at: new Date(at).toISOString(), source, level: level ?? null, logger: logger ?? null, note: note ?? null, text };
}

function lineText({ out, shared }: Context, line: LogLine): string {
  const time = new Date(line.at).toISOString().slice(11, 23);
  const text = line.note === undefined ? line.text : lifecycleText(shared, line.note.code, line.note.details);
  return `${out.style('dim', time)} ${out.style('cyan', line.source)} ${text}`;
}
