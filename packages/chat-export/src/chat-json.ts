/** A chat as JSON: everything a window shows of it, to be read by programs and brought back in. */
import type { ChatSource } from './chat-source.ts';

/** Raised when a reader of the version before could not read the file. */
export const chatFileVersion = 1;

export function* chatJson({ conversation, project, messages, exportedAt }: ChatSource): Generator<string> {
  const head = { format: 'portolan-chat', version: chatFileVersion, id: conversation.id, exportedAt: new Date(exportedAt).toISOString(), title: conversation.title, createdAt: conversation.createdAt, ...(project ? { project: { name: project.name, instructions: project.instructions } } : {}) };
  yield `${JSON.stringify(head).slice(0, -1)},"messages":[`;
  let isFirst = true;
  for (const { id: _id, conversationId: _conversation, ...message } of messages) {
    yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(message)}`;
    isFirst = false;
  }
  yield '\n]}\n';
}
