/** Reads a file of chats away from the host's thread: what is in it is a stranger's, and may take as long as it likes. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { mostChatsInFile } from '@portolan/contract/chat-imports';
import type { LeftOutChat } from '@portolan/contract/chat-imports';
import { chatFileParts, ChatFileRefused } from './chat-file-parts.ts';
import { importLimits, LeftOut } from './imported-chat.ts';
import { elementsOf, NoJson } from './json-elements.ts';
import { readChat } from './read-chat.ts';
import type { ReadEntry, ReadJob, ReadNews } from './read-job.ts';

/** How often something is told, in milliseconds; silence means that one chat takes too long. */
const tellEvery = 100;

const { file, target, now }: ReadJob = workerData;
const tell = (news: ReadNews) => parentPort?.postMessage(news);

let chats: ReadEntry[] = [];
let leftOut: LeftOutChat[] = [];
let count = 0;
let offset = 0;
let toldAt = Date.now();

function flush(part: number, isForced = false): void {
  if (!isForced && Date.now() - toldAt < tellEvery && chats.length + leftOut.length < 200) return;
  toldAt = Date.now();
  tell({ kind: 'news', chats, leftOut, part: Math.min(1, part) });
  chats = [];
  leftOut = [];
}

function take(json: Buffer, output: number): void {
  const { chat, line } = readChat(json, now);
  const bytes = Buffer.from(`${line}\n`);
  writeSync(output, bytes);
  chats.push({ source: chat.source, key: chat.key, title: chat.title, createdAt: chat.createdAt, updatedAt: chat.updatedAt, messageCount: chat.messages.length, offset, length: bytes.length - 1 });
  offset += bytes.length;
}

async function read(): Promise<void> {
  const { parts, close } = await chatFileParts(file);
  const output = openSync(target, 'wx', 0o600);
  try {
    const total = parts.reduce((sum, { size }) => sum + size, 0);
    let bytes = 0;
    for (const part of parts) {
      const counted = async function* counted() {
        for await (const chunk of part.read()) {
          bytes += chunk.length;
          flush(bytes / total);
          yield chunk;
        }
      };
      // oxlint-disable-next-line no-await-in-loop -- one after the other: bounded memory
      for await (const element of elementsOf(counted(), { bytes: importLimits.element, depth: importLimits.depth })) {
        if (++count > mostChatsInFile) {
          leftOut.push({ title: '', reason: 'too-many' });
          return;
        }
        try {
          if (element.kind === 'problem') throw new LeftOut(element.reason);
          take(element.text, output);
        } catch (error) {
          if (!(error instanceof LeftOut)) throw error;
          leftOut.push({ title: error.title, reason: error.reason });
        }
      }
    }
  } finally {
    flush(1, true);
    closeSync(output);
    close();
  }
}

try {
  await read();
  tell(count === 0 ? { kind: 'refused', reason: 'nothing' } : { kind: 'done' });
} catch (error) {
  if (error instanceof ChatFileRefused) tell({ kind: 'refused', reason: error.reason });
  else if (error instanceof NoJson) tell({ kind: 'refused', reason: 'not-understood' });
  else throw error;
}
