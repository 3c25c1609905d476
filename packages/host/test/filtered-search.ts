/**
 * Measures searches with and without filters over 2,000 chats of 50 messages: `node packages/host/test/filtered-search.ts`.
 * Looked at, not asserted: what it says depends on the machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ChatFilters } from '@portolan/contract/chat-filters';
import { ProjectId } from '@portolan/contract/ids';
import { openStorage } from '../src/storage/open-storage.ts';

const [chats, messages] = [2_000, 50];
const common = 'the model answers with a schema that a window of the tool reads and writes for every message a person sends about bread'.split(' ');

const folder = mkdtempSync(join(tmpdir(), 'portolan-filtered-'));
const options = { folder, notices: { add: () => undefined } };
await openStorage(options).close();
fill(join(folder, 'conversations.db'));
const storage = openStorage(options);
const queries = ['zephyr3', 'the', 'model', 'a', 'schema window', 'answers with', 'nothing like this', 'read('];
const filters: Record<string, ChatFilters> = {
  'no filter': {},
  'a server of 10 chats': { server: 'rare' },
  'a server of 500 chats': { server: 'usual' },
  'a server of none': { server: 'nobody' },
  'a project of 34 chats': { projectId: ProjectId.parse('p_3') },
  'no project': { projectId: null },
  'a model': { model: 'm3' },
  'an attachment': { hasAttachment: true },
  pinned: { place: 'pinned' },
  'the last days': { from: 1_990 * 60_000 },
  'the first days': { until: 10 * 60_000 },
};
for (const [name, filter] of Object.entries(filters)) {
  const took = queries.flatMap((query) => Array.from({ length: 5 }, () => millisecondsOf(() => storage.conversations.search(query, 100, filter)))).toSorted((a, b) => a - b);
  const alone = millisecondsOf(() => storage.conversations.filter(filter));
  console.log(`${name.padEnd(24)} search: median ${at(took, 0.5)} ms, p95 ${at(took, 0.95)} ms; list: ${alone.toFixed(1)} ms`);
}
await storage.close();
rmSync(folder, { recursive: true });

/** Of the processor, so that what else the machine does hardly counts. */
function millisecondsOf(work: () => unknown): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1);
}

function fill(path: string): void {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA synchronous = OFF; BEGIN');
  for (let of = 0; of < 20; of++) db.prepare('INSERT INTO projects (id, name, created_at) VALUES (?, ?, 1)').run(`p_${of}`, `Project ${of}`);
  const chat = db.prepare('INSERT INTO conversations (id, title, created_at, updated_at, place, project_id) VALUES (?, ?, ?, ?, ?, ?)');
  const message = db.prepare("INSERT INTO messages (id, conversation_id, position, role, status, created_at, parent_id) VALUES (?, ?, ?, ?, 'complete', ?, ?)");
  const searchable = db.prepare('INSERT INTO searchable (conversation_id, message_id, position, text) VALUES (?, ?, 0, ?)');
  const fact = db.prepare('INSERT INTO chat_facts (conversation_id, kind, value) VALUES (?, ?, ?)');
  for (let of = 0; of < chats; of++) {
    const id = `c_${of}`;
    chat.run(id, `Chat ${of}`, of, of * 60_000, of % 97 === 0 ? 'pinned' : null, of % 3 === 0 ? `p_${of % 20}` : null);
    fact.run(id, 'model', `m${of % 7}`);
    if (of % 10 === 0) fact.run(id, 'attachment', '');
    if (of % 4 === 0) fact.run(id, 'server', 'usual');
    if (of % 200 === 0) fact.run(id, 'server', 'rare');
    for (let position = 0; position < messages; position++) {
      const messageId = `m_${of}_${position}`;
      message.run(messageId, id, position + 1, position % 2 === 0 ? 'user' : 'assistant', position, position === 0 ? null : `m_${of}_${position - 1}`);
      searchable.run(id, messageId, textOf(of * messages + position));
    }
  }
  db.exec('COMMIT');
  db.close();
}

/** Short questions, longer answers; a rare word now and then. */
function textOf(number: number): string {
  const words = Array.from({ length: number % 2 === 0 ? 20 : 60 + (number % 140) }, (_each, place) => common[(number * 7 + place * 13) % common.length] ?? '');
  return `${words.join(' ')}${number % 97 === 0 ? ` zephyr${number % 40}` : ''}`;
}
