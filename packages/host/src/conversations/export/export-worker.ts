/**
 * Writes a chat as a file, away from the host's thread: what strangers wrote is read as Markdown here, and a large chat
 * takes as long as it takes. Reads the database by a connection of its own, a message at a time, and only as fast as it is asked.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { chatFile } from '@portolan/chat-export/chat-file';
import { ConversationId } from '@portolan/contract/ids';
import type { ConversationView, MessageView } from '@portolan/contract/conversations';
import { FilesToSave } from '../../files/with-bytes.ts';
import { SqliteProjectStore } from '../../projects/project-store.ts';
import { SqliteConversationStore } from '../../storage/conversation-store.ts';
import { Database } from '../../storage/database.ts';
import { migrations } from '../../storage/migrations.ts';
import { messageView } from '../views.ts';
import type { ExportJob, ExportPiece } from './export-chat.ts';

/** Characters handed over at once: no frame to a window grows with a message. */
const pieceSize = 256_000;

const { path, files, format, locale, conversationId, exportedAt }: ExportJob = workerData;
const database = new Database({ path, migrations, backupFolder: '', isReadOnly: true });
const store = new SqliteConversationStore(database);
const id = ConversationId.parse(conversationId);
const conversation = store.get(id);
const pieces = conversation ? chatFile(format, { conversation, project: projectOf(conversation), messages: messagesOf(), exportedAt, locale }) : null;

function projectOf({ projectId }: ConversationView): { name: string; instructions: string } | undefined {
  const project = projectId === undefined ? null : new SqliteProjectStore(database, { now: () => exportedAt }).get(projectId);
  return project === null ? undefined : { name: project.name, instructions: project.instructions };
}

function* messagesOf(): Generator<MessageView> {
  const toSave = new FilesToSave(files, format);
  for (const messageId of store.path(id)) {
    const message = store.message(messageId);
    // Removed since the list was read: an empty answer that is being asked for again.
    if (message) yield { ...messageView(message), parts: toSave.fill(message.parts) };
  }
}

/** Written, and not handed over yet. */
let written = '';

function next(): ExportPiece {
  if (!pieces) return { kind: 'unknown' };
  let isDone = false;
  while (written.length < pieceSize && !isDone) {
    const piece = pieces.next();
    if (piece.done === true) isDone = true;
    else written += piece.value;
  }
  const text = written.slice(0, pieceSize);
  written = written.slice(pieceSize);
  return { kind: isDone && written === '' ? 'last' : 'piece', text };
}

parentPort?.on('message', () => parentPort?.postMessage(next()));
