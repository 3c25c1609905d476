/** Pins as connections and calls need them. */
import type { ServerId } from '@portolan/contract/ids';
import type { PinCounts, ToolPin } from '@portolan/contract/tool-pin';
import type { FetchedPackage } from './package-store.ts';
import type { SaidOfItself } from './pin-store.ts';
import type { ListedTool } from './pinned-definition.ts';

export interface PinnedServer {
  id: ServerId;
  name: string;
  /** Of its launch alone: what contains it may change. */
  launchHash: string;
}

export interface PinsPort {
  /** A reviewed server listed these tools. What is not known of them is pinned; what is something else is suspended from now on. */
  seen(server: PinnedServer, tools: readonly ListedTool[], isComplete: boolean): void;
  /** What a server says of itself, at the begin of a connection, and which package it runs where that can be told. */
  heard(server: PinnedServer, said: SaidOfItself, fetched: FetchedPackage | null): void;
  /** How each of these tools stands to what was pinned. Always the same map for the same list, until something is decided. */
  of(serverId: ServerId, tools: readonly ListedTool[]): ReadonlyMap<string, ToolPin>;
  /** Undefined while there is nothing to look at. */
  counts(serverId: ServerId): PinCounts | undefined;
  /** The instructions are not those that were pinned: models do not get them. */
  areInstructionsHeld(serverId: ServerId): boolean;
  /** A tool that is new is known once it was used. */
  used(serverId: ServerId, tool: string): void;
}
