/**
 * What a host answers when a server asks: elicitation, sampling, roots. One interface for both eras. In the legacy era these
 * are requests of the server, in the modern one they come as rounds of a request of ours; a handler need not know which.
 */
import type { Annotations, ContentBlock, Repair, Tool } from './client.ts';
import type { Json, JsonObject, RequestId } from './jsonrpc/message.ts';
import type { Era } from './transport/transport.ts';

/**
 * The engine declares a capability only where there is a handler. A handler that throws tells the server nothing of its
 * error; the host sees a `problem` event. Handlers of one round are all called at once: in which order, or how many at a
 * time, they are shown to a person is the host's choice.
 */
export interface ClientHandlers {
  elicit?: (request: ElicitRequest, context: InputContext) => Promise<ElicitResult>;
  sample?: (request: SampleRequest, context: InputContext) => Promise<SampleResult>;
  /** No roots is an answer too: what a person has not permitted does not exist for the server. */
  roots?: (context: InputContext) => Promise<Root[]>;
  /** Told of each request that was refused before any handler saw it. Must not throw. */
  refused?: (ask: RefusedAsk) => void;
}

/** A request of the server that nobody is asked about. */
export interface RefusedAsk {
  method: string;
  /** As the server sent them: unchecked. */
  params: JsonObject;
  /** Whether the host never said that it takes such requests; otherwise it is not as it should be. */
  isUndeclared: boolean;
  /** What is wrong with it, in English, for logs. */
  message: string;
  call: RelatedCall | undefined;
}

export type InputMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';

/** Which request of the server a handler answers, and on whose behalf. */
export interface InputContext {
  era: Era;
  /** The id of the server's request (legacy), or its key in the round (modern). */
  requestId: RequestId;
  /** The request of ours that needs the answer; undefined when the server asked of its own accord, or it cannot be told. */
  call: RelatedCall | undefined;
  /** The round it belongs to; undefined for a request that a legacy server sent by itself. */
  round: InputRound | undefined;
  /** Fires when the server or the caller cancels (the reason is then `call-over`) and when the connection ends: close the dialog, nobody waits any more. */
  signal: AbortSignal;
}

export interface RelatedCall {
  method: 'tools/call' | 'prompts/get' | 'resources/read';
  /** The tool, the prompt, or the URI of the resource. */
  name: string;
  requestId: number;
  /** What the host gave as `CallOptions.reference`. */
  reference: string | undefined;
  /** False when only the time speaks for it: over stdio legacy servers do not say, and it was the one call under way. */
  isCertain: boolean;
}

/** What a server wants to know at once before it goes on with a call. */
export interface InputRound {
  /** Unique on this connection: what belongs on one screen. */
  id: string;
  /** 1 for the first round of a call. */
  number: number;
  /** All of the round, in the server's order. */
  inputs: readonly { key: string; method: InputMethod }[];
}

/** https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation */
export type ElicitRequest = ElicitFormRequest | ElicitUrlRequest;

export interface ElicitFormRequest {
  mode: 'form';
  /** Why the server asks, in its words. */
  message: string;
  fields: FormField[];
  /**
   * The form as one flat JSON Schema, made anew from `fields`: it holds nothing that they do not.
   * @see raw for what the server sent
   */
  schema: JsonObject;
  repairs: Repair[];
  raw: JsonObject;
  /** What is wrong with these values, by field; empty when they may be sent. The same check is made before they leave. */
  check(content: FormContent): FieldProblem[];
}

interface FieldCommon {
  name: string;
  title?: string;
  description?: string;
  isRequired: boolean;
}

export interface FieldOption {
  value: string;
  /** What to show; the value itself when the server gave no title. */
  title: string;
}

/** Every PrimitiveSchemaDefinition of the specification, the older spellings included. */
export type FormField = FieldCommon &
  (
    | { kind: 'string'; format?: 'email' | 'uri' | 'date' | 'date-time'; minLength?: number; maxLength?: number; default?: string }
    | { kind: 'number' | 'integer'; minimum?: number; maximum?: number; default?: number }
    | { kind: 'boolean'; default?: boolean }
    | { kind: 'select'; options: FieldOption[]; default?: string }
    | { kind: 'multi-select'; options: FieldOption[]; minItems?: number; maxItems?: number; default?: string[] }
  );

/** Answers by field name. A field that is absent takes its default; null means left empty on purpose. */
export type FormContent = Record<string, string | number | boolean | string[] | null>;

export interface FieldProblem {
  field: string;
  code: 'required' | 'type' | 'too-short' | 'too-long' | 'too-small' | 'too-large' | 'format' | 'option' | 'too-few' | 'too-many' | 'repeated' | 'unknown-field';
  /** In English, for logs; the code is for translation. */
  message: string;
}

export interface ElicitUrlRequest {
  mode: 'url';
  message: string;
  /** Checked: https, or http on this machine; no user or password in it. Never fetched by the engine. */
  url: string;
  /** Legacy: names the interaction in a later `elicitation-complete` event. The modern era has none. */
  elicitationId?: string;
  /**
   * True when accepting makes the engine send the call again: accept when the person is done in the browser, and offer to
   * go on by hand. False when the server itself waits: accept as soon as the page was opened.
   */
  retriesCall: boolean;
  raw: JsonObject;
}

/** `decline` is a no; `cancel` is a dialog closed without a choice. `content` belongs to forms alone. */
export type ElicitResult = { action: 'accept'; content?: FormContent } | { action: 'decline' } | { action: 'cancel' };

/** https://modelcontextprotocol.io/specification/2026-07-28/client/sampling */
export interface SampleRequest {
  messages: SamplingMessage[];
  /** The host may change or leave out what follows; `maxTokens` is to be kept to. */
  systemPrompt?: string;
  maxTokens: number;
  temperature?: number;
  stopSequences: string[];
  modelPreferences: ModelPreferences;
  /** `none` unless the host declared `sampling.context`, whatever the server asked for. */
  includeContext: 'none' | 'thisServer' | 'allServers';
  /** Of the server's own making: it runs them, and they need not exist in its list. */
  tools: Tool[];
  toolChoice: 'auto' | 'required' | 'none';
  /** For a provider that knows it. */
  metadata?: JsonObject;
  repairs: Repair[];
  raw: JsonObject;
}

export interface ModelPreferences {
  /** Parts of model names, the first that fits wins. */
  hints: string[];
  /** 0 to 1 each. */
  costPriority?: number;
  speedPriority?: number;
  intelligencePriority?: number;
}

export interface SamplingMessage {
  role: 'user' | 'assistant';
  content: SamplingBlock[];
  meta?: JsonObject;
}

export type SamplingBlock =
  | Extract<ContentBlock, { type: 'text' | 'image' | 'audio' }>
  | { type: 'tool_use'; id: string; name: string; input: JsonObject; meta?: JsonObject; raw: JsonObject }
  | { type: 'tool_result'; toolUseId: string; content: ContentBlock[]; structuredContent?: Json; isError: boolean; meta?: JsonObject; raw: JsonObject };

/** A block that we send. `meta` of a tool use comes back with its result. */
export type OutgoingBlock =
  | { type: 'text'; text: string; annotations?: Annotations }
  | { type: 'image' | 'audio'; data: string; mimeType: string; annotations?: Annotations }
  | { type: 'tool_use'; id: string; name: string; input: JsonObject; meta?: JsonObject };

export type SampleResult =
  | {
      action: 'accept';
      /** The model that answered. */
      model: string;
      content: OutgoingBlock[];
      stopReason?: 'endTurn' | 'stopSequence' | 'maxTokens' | 'toolUse' | (string & {});
      meta?: JsonObject;
    }
  | { action: 'reject' };

/** https://modelcontextprotocol.io/specification/2026-07-28/client/roots */
export interface Root {
  /** A `file://` URI without `..`; any other is left out of the answer and reported. */
  uri: string;
  name?: string;
  meta?: JsonObject;
}
