/** What servers have and answer, as it was read: what is valid, what was repaired, and the raw form beside it. */
import type { Json, JsonObject } from './jsonrpc/message.ts';

/** A list as it was read: what is valid, what was refused and why, and whether the server had more than we took. */
export interface Listing<T> {
  items: T[];
  refused: RefusedItem[];
  isTruncated: boolean;
}

export interface RefusedItem {
  /** Name, URI or index of the item as far as it could be read. */
  label: string;
  reason: string;
  raw: Json;
}

/** A repair made while reading, so that the server page can show it. */
export interface Repair {
  path: string;
  reason: string;
}

export interface Icon {
  src: string;
  mimeType?: string;
  sizes?: string[];
  theme?: 'light' | 'dark';
}

export interface Implementation {
  name: string;
  version: string;
  title?: string;
  description?: string;
  websiteUrl?: string;
  icons?: Icon[];
}

export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

export interface Tool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  /** 2025-11-25: whether it may (`optional`) or must (`required`) be called as a task; absent is as `forbidden`. */
  taskSupport?: 'forbidden' | 'optional' | 'required';
  annotations?: ToolAnnotations;
  icons?: Icon[];
  repairs: Repair[];
  /** The definition exactly as the server sent it. */
  raw: JsonObject;
}

export interface Annotations {
  audience?: ('user' | 'assistant')[];
  priority?: number;
  lastModified?: string;
}

export interface Resource {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
  annotations?: Annotations;
  icons?: Icon[];
  repairs: Repair[];
  raw: JsonObject;
}

export interface ResourceTemplate {
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  annotations?: Annotations;
  icons?: Icon[];
  repairs: Repair[];
  raw: JsonObject;
}

export interface PromptArgument {
  name: string;
  title?: string;
  description?: string;
  required?: boolean;
}

export interface Prompt {
  name: string;
  title?: string;
  description?: string;
  arguments: PromptArgument[];
  icons?: Icon[];
  repairs: Repair[];
  raw: JsonObject;
}

export type ResourceContents =
  | { kind: 'text'; uri: string; mimeType?: string; text: string; raw: JsonObject }
  | { kind: 'blob'; uri: string; mimeType?: string; blob: string; raw: JsonObject };

/** A content block. A type we do not know is kept as `unknown` with its raw form; it never spoils the others. */
export type ContentBlock =
  | { type: 'text'; text: string; annotations?: Annotations; raw: JsonObject }
  | { type: 'image'; data: string; mimeType: string; annotations?: Annotations; raw: JsonObject }
  | { type: 'audio'; data: string; mimeType: string; annotations?: Annotations; raw: JsonObject }
  | { type: 'resource'; resource: ResourceContents; annotations?: Annotations; raw: JsonObject }
  | { type: 'resource_link'; resource: Resource; annotations?: Annotations; raw: JsonObject }
  | { type: 'unknown'; originalType: string; reason: string; raw: JsonObject };

/** What `resources/read` gave. */
export interface ResourceResult {
  contents: ResourceContents[];
  meta?: JsonObject;
  repairs: Repair[];
}

export interface ToolResult {
  content: ContentBlock[];
  structuredContent?: Json;
  isError: boolean;
  meta?: JsonObject;
  repairs: Repair[];
}

export interface PromptMessage {
  role: 'user' | 'assistant';
  content: ContentBlock;
}

export interface PromptResult {
  description?: string;
  messages: PromptMessage[];
  meta?: JsonObject;
  repairs: Repair[];
}

export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}
