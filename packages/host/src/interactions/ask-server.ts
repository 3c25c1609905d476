/** What a question needs to know of the server that asks it. */
import type { ClientHandlers } from '@portolan/mcp-client/handlers';
import type { ServerId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import type { SamplingBudget } from '@portolan/contract/sampling';
import type { LifecycleNote } from '@portolan/contract/servers';

/** One server, as it is now. */
export interface AskingServer {
  id: ServerId;
  name(): string;
  launchHash(): string;
  /** What the person decided it may ask. */
  mayElicit(): boolean;
  maySample(): boolean;
  /** What it may have of models. */
  budget(): SamplingBudget;
  /** Folders it is told about; null when it is not told that there could be any. */
  roots(): readonly string[] | null;
  /** What windows see of it is another by now. */
  changed(): void;
  /** Into the server's own log: what was asked and what came of it, never what was answered. */
  note(code: LifecycleNote['code'], details: LifecycleNote['details']): void;
  /** Onto the server's page: something that should not have been. */
  warn(kind: string, message: string): void;
}

/** What one connection is opened with, and what it tells. */
export interface AskConnection {
  handlers: ClientHandlers;
  /** What is declared, in the specification's shape. */
  capabilities: JsonObject;
  /** A legacy server says that what the person did in the browser is done. */
  completed(elicitationId: string): void;
  /** The connection is over: what it asked is asked no longer (R07). */
  end(): void;
}
