/** Text from a file or from stdin, with a limit. */
import { open } from 'node:fs/promises';
import type { Context } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { CliFailure, messageOf } from './failure.ts';

/** `-` is stdin. `most` is in bytes. Fails as wrong usage when it cannot be read or is larger. */
export async function readText({ terminal, t }: Context, file: string, most: number): Promise<string> {
  const bytes = file === '-' ? await terminal.readAll(most) : await readFileUpTo(file, most).catch((error: unknown) => {
    throw new CliFailure(exitCodes.usage, 'file', t.errors.unreadable(file, messageOf(error)));
  });
  if (bytes === null) throw new CliFailure(exitCodes.usage, 'file', t.errors.tooLarge(file));
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

/** Reads no further than the limit, whatever the file says of its size. */
async function readFileUpTo(file: string, most: number): Promise<Buffer | null> {
  const handle = await open(file);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    await handle.close();
  }
}
