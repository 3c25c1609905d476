/** Writes chosen chats by a connection of its own, so that neither parsing nor indexing them keeps the host from anything. */
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { Database } from '../../storage/database.ts';
import { migrations } from '../../storage/migrations.ts';
import { ImportedChat } from './imported-chat.ts';
import { writeChats } from './write-chats.ts';
import type { WriteJob, WriteNews } from './write-job.ts';

const { path, file, importId, entries }: WriteJob = workerData;
const tell = (news: WriteNews) => parentPort?.postMessage(news);
let isStopped = false;
parentPort?.once('message', () => {
  isStopped = true;
});

function* chats(input: number): Generator<ImportedChat> {
  for (const { offset, length } of entries) {
    const line = Buffer.alloc(length);
    readSync(input, line, 0, length, offset);
    yield ImportedChat.parse(JSON.parse(line.toString('utf8')));
  }
}

const input = openSync(file, 'r');
const db = new Database({ path, migrations, backupFolder: '' });
try {
  const done = await writeChats(db, chats(input), { importId, now: Date.now, isStopped: () => isStopped, onDone: (count) => tell({ kind: 'progress', done: count }) });
  tell({ kind: 'done', done });
} finally {
  db.close();
  closeSync(input);
  parentPort?.unref();
}
