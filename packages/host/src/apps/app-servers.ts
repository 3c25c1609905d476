/** Servers, as their apps need them. */
import type { LogLine, ResourceView } from '@portolan/contract/servers';
import type { CallId, ServerId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import type { ProgressView, ToolResultView } from '@portolan/contract/content';
import type { AvailableTool } from '../ports.ts';
import type { WireContent } from './app-page.ts';

export interface AppServersPort {
  serverName(serverId: ServerId): string | null;
  tool(serverId: ServerId, name: string): AvailableTool | null;
  callTool(serverId: ServerId, name: string, args: JsonObject, options: { signal: AbortSignal; onProgress(progress: ProgressView): void; callId?: CallId; keepsMeta?: boolean }): Promise<ToolResultView>;
  /** With what the server says of each in `_meta`. @throws {HostError} */
  readContents(serverId: ServerId, uri: string, signal: AbortSignal): Promise<WireContent[]>;
  /** @throws {HostError} */
  listResources(serverId: ServerId, signal: AbortSignal): Promise<{ view: ResourceView; meta?: JsonObject }[]>;
  /** The person let it run without a network. */
  isContained(serverId: ServerId): boolean;
  /** A line into the server's log, marked as its app's. */
  log(serverId: ServerId, level: NonNullable<LogLine['level']>, text: string): void;
}

/** Where the pages of apps are served, each under an address of its own. The shell does it; the host says what and how long. */
export interface AppSandbox {
  addressOf(instance: string): string;
  serve(instance: string, policy: string): void;
  end(instance: string): void;
}
