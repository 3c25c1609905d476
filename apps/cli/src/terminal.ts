/** Questions to the person at the terminal. Without one nothing is ever asked, and every question counts as a no. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { visibleBlock } from './output/visible.ts';

export interface Terminal {
  /** Whether anybody can be asked: both what is typed and what is shown are a terminal. */
  readonly isInteractive: boolean;
  /** One line, trimmed. Rejects when the signal aborts. */
  ask(question: string): Promise<string>;
  /** One line that is not shown as it is typed. */
  askHidden(question: string): Promise<string>;
  /** Everything on stdin, up to `most` bytes; null when there is more. */
  readAll(most: number): Promise<Buffer | null>;
}

/** Streams that may be a terminal: those of the process, or a pipe. */
export type TerminalInput = Readable & { isTTY?: boolean };
export type TerminalOutput = Writable & { isTTY?: boolean };

export interface TerminalOptions {
  stdin: TerminalInput;
  stderr: TerminalOutput;
  signal: AbortSignal;
  /** Ctrl+C while a line is typed. */
  onInterrupt: () => void;
}

export function openTerminal({ stdin, stderr, signal, onInterrupt }: TerminalOptions): Terminal {
  const line = async (question: string, isHidden: boolean): Promise<string> => {
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const reader = createInterface({ input: stdin, output: isHidden ? silent : stderr, terminal: true, historySize: 0 });
    // Asked only now that the terminal echoes nothing by itself, and by us: readline's own prompt would not pass `visibleBlock`.
    stderr.write(visibleBlock(question));
    const isOver = new Promise<string>((_resolve, reject) => {
      reader.once('SIGINT', onInterrupt);
      // The end of input is no answer.
      reader.once('close', () => reject(new Error('no answer')));
    });
    try {
      return (await Promise.race([reader.question('', { signal }), isOver])).trim();
    } finally {
      isOver.catch(() => undefined);
      reader.close();
      if (isHidden) stderr.write('\n');
    }
  };
  return {
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    ask: (question) => line(question, false),
    askHidden: (question) => line(question, true),
    readAll: async (most) => {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of stdin.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        signal.throwIfAborted();
        size += chunk.length;
        if (size > most) return null;
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
  };
}
