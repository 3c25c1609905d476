/** Run by a test as a process of its own: writes to the store in the given folder until it is killed, printing what was committed. */
import { writeSync } from 'node:fs';
import { MessageId } from '@portolan/contract/ids';
import type { StoredMessage } from '../ports.ts';
import { openStorage } from './open-storage.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('a folder is needed');
const run = process.argv[3] ?? '0';
const storage = openStorage({ folder, notices: { add: (notice) => process.stderr.write(`${JSON.stringify(notice)}\n`) } });
const store = storage.conversations;
const conversation = store.create(null);

for (let n = 0; ; n++) {
  const text = `message ${run} ${n} ${'lorem ipsum '.repeat(200)}`;
  const message: StoredMessage = {
    id: MessageId.parse(`m-${run}-${n}`),
    conversationId: conversation.id,
    role: 'assistant',
    createdAt: n,
    parts: [{ type: 'text', text: '' }],
    status: 'streaming',
    problem: null,
    model: null,
    usage: null,
    providerState: [],
  };
  store.append(message);
  for (let cut = 500; cut < text.length; cut += 500) store.save({ ...message, parts: [{ type: 'text', text: text.slice(0, cut) }] });
  store.save({ ...message, status: 'complete', parts: [{ type: 'text', text }] });
  writeSync(1, `${message.id} ${text.length}\n`);
}
