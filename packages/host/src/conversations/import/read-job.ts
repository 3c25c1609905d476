/** What the host and the thread that reads a file of chats say to each other. */
import type { LeftOutChat } from '@portolan/contract/chat-imports';
import type { ChatSourceName } from '@portolan/contract/chat-source';

export interface ReadJob {
  /** The file that was sent. */
  file: string;
  /** What was read is written there, a chat a line. */
  target: string;
  now: number;
}

/** A chat that was read; where its line is in the target. */
export interface ReadEntry {
  source: ChatSourceName;
  key: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  messageCount: number;
  offset: number;
  length: number;
}

export type ReadNews = { kind: 'news'; chats: ReadEntry[]; leftOut: LeftOutChat[]; part: number } | { kind: 'done' } | { kind: 'refused'; reason: string };
