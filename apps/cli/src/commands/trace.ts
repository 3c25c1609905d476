/** `trace export`: what crossed between Portolan and its servers, as JSON Lines, without its secrets. */
import { open } from 'node:fs/promises';
import { HostError } from '@portolan/contract/errors';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { CliFailure, messageOf } from '../failure.ts';
import { jsonLinesText } from '../output/visible.ts';
import { serverNamed } from '../servers.ts';

export const traceCommands: Command[] = [
  {
    name: 'trace export',
    words: ['[SERVER]'],
    options: ['out'],
    examples: ['trace export files --out trace.jsonl', 'trace export | jq -c "select(.isProblem)"'],
    run: async (context) => {
      const { words, options, out, t } = context;
      const server = words[0] === undefined ? null : await serverNamed(context, words[0]);
      const { isAttached } = await context.session();
      if (!isAttached) out.say(t.servers.nothingRuns);
      const pieces = await exportPieces(context, server === null ? {} : { serverId: server.id });
      const { out: file } = options;
      if (file === undefined) {
        for (const piece of pieces) out.raw(jsonLinesText(piece));
        return exitCodes.done;
      }
      const bytes = await write(context, file, pieces);
      out.result({ file, bytes, mimeType: 'application/jsonl' }, () => [t.saved(file)]);
      return exitCodes.done;
    },
  },
];

async function exportPieces({ session, signal }: Context, scope: { serverId?: Awaited<ReturnType<typeof serverNamed>>['id'] }): Promise<string[]> {
  const { client } = await session();
  const pieces: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const stop = client.watch('trace/export', scope, ({ text }) => void pieces.push(text), (error) => (error === null ? resolve() : reject(error)));
    signal.addEventListener('abort', () => {
      stop();
      reject(new HostError('cancelled'));
    }, { once: true });
  });
  return pieces;
}

/** Into a new file for this user alone: a trace holds what servers and you said. */
async function write({ t }: Context, file: string, pieces: readonly string[]): Promise<number> {
  try {
    await using handle = await open(file, 'wx', 0o600);
    const bytes = Buffer.from(pieces.join(''));
    await handle.writeFile(bytes);
    return bytes.length;
  } catch (error) {
    throw new CliFailure(exitCodes.failed, 'file', t.errors.notWritten(file, messageOf(error)));
  }
}
