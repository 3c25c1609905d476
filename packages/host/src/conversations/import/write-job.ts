/** What the host and the thread that writes chats say to each other. */
export interface WriteJob {
  /** Of the database, for this thread's own connection. */
  path: string;
  /** The lines that reading left. */
  file: string;
  importId: string;
  entries: { offset: number; length: number }[];
}

/** `done` counts chats that are whole. */
export type WriteNews = { kind: 'progress'; done: number } | { kind: 'done'; done: number };
