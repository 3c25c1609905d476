import type { FixtureOptions } from '../options.ts';

/** An object of unknown content: everything on the wire until somebody looked. */
export type Dict = Record<string, unknown>;
/** Identifies a JSON-RPC request. */
export type RequestId = string | number;

/** The revisions with an `initialize` handshake, oldest first. */
export const legacyRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
/** The stateless revision. */
export const modernRevision = '2026-07-28';
export type LegacyRevision = (typeof legacyRevisions)[number];
export type Revision = LegacyRevision | typeof modernRevision;
/** What a fixture speaks: one revision (a legacy one also serves the older ones), or both eras at once. */
export type Era = Revision | 'both';

/** The kinds of list that can change. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** Where a script can put bytes that no well-behaved server would send. */
export interface Link {
  readonly kind: 'stdio' | 'http';
  /** Sends one JSON value in the transport's framing, as it is and unchecked. `related` names the request it belongs to. */
  write(message: unknown, related?: RequestId): void;
  /** Sends bytes as they are, without framing. Over HTTP they go into the response that is open for `related`. */
  raw(bytes: string | Uint8Array, related?: RequestId): void;
  /** Ends the response stream of `related` in order, answered or not. Nothing over stdio. */
  finish(related?: RequestId): void;
  /** Ends the server at once: the process over stdio, every socket and the port over HTTP. */
  die(code: number): void;
  /** Cuts only this connection: closes stdout over stdio, destroys the socket of `related` over HTTP. */
  cut(related?: RequestId): void;
}

/** What a handler of a tool, resource or prompt may use while it answers one request. */
export interface CallContext {
  readonly revision: Revision;
  readonly requestId: RequestId;
  /** The request's params as they came. */
  readonly params: Dict;
  /** Aborts when the client cancels: `notifications/cancelled`, or the closed stream of a modern HTTP request. */
  readonly signal: AbortSignal;
  /** What the client declared: at initialize (legacy) or in this request (modern). */
  readonly clientCapabilities: Dict;
  readonly link: Link;
  /** Sends `notifications/progress` when the client gave a progressToken; otherwise nothing. */
  progress(progress: number, total?: number, message?: string): void;
  /** Sends `notifications/message` when the client's log level lets it through. */
  log(level: string, data: unknown, logger?: string): void;
  /** Sends a notification that belongs to this request. */
  notify(method: string, params?: Dict): void;
  /** Legacy only: asks the client (`sampling/createMessage`, `elicitation/create`, `roots/list`) and waits. */
  ask(method: string, params: Dict): Promise<Dict>;
  /** Tells every listening client that a list changed. */
  changed(kind: ListKind): void;
  /** Tells every client subscribed to `uri` that it was updated. */
  updated(uri: string): void;
}

/** A tool: what `tools/list` shows and what `tools/call` does. `definition` is unknown so that it can be malformed. */
export interface ToolFixture {
  readonly definition: unknown;
  /** First revision that can express this tool's result; hidden from older clients. */
  readonly since?: Revision;
  call?(args: Dict, context: CallContext): Dict | Promise<Dict>;
}

export interface ResourceFixture {
  readonly definition: unknown;
  /** The `contents` of `resources/read`. */
  read?(uri: string, context: CallContext): unknown[] | Promise<unknown[]>;
}

export interface TemplateFixture {
  readonly definition: unknown;
  /** The `contents` for a URI this template matches, or undefined when it does not match. */
  read?(uri: string, context: CallContext): unknown[] | undefined;
}

export interface PromptFixture {
  readonly definition: unknown;
  get?(args: Dict, context: CallContext): Dict | Promise<Dict>;
}

/** One HTTP exchange before the server looked at it. */
export interface HttpExchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The body as JSON, undefined when it is none. */
  readonly json: unknown;
  readonly response: import('node:http').ServerResponse;
}

/** The places where a fixture may leave the protocol. Returning true from a hook means: dealt with, do nothing more. */
export interface Script {
  /** Stdio only: runs before anything is read from the client. */
  start?(link: Link): void | Promise<void>;
  /** Sees each message of the client before the server does. */
  receive?(message: unknown, link: Link): boolean | Promise<boolean>;
  /** Sees each message before it leaves; `related` is the request that it belongs to. */
  send?(message: Dict, link: Link, related: RequestId | undefined): boolean;
  /** Sees each HTTP exchange with its body read. */
  http?(exchange: HttpExchange): boolean | Promise<boolean>;
  /** Stay alive when stdin ends and when SIGTERM comes. */
  readonly stubborn?: boolean;
  /** Called once at start with what the script can do to the server later. */
  attach?(server: ServerControl): void;
}

/** What a script can do to the running server. */
export interface ServerControl {
  forgetSessions(): void;
  changed(kind: ListKind): void;
  updated(uri: string): void;
  /** Resources somebody is subscribed to. */
  watched(): string[];
}

/** A whole server as data and small handlers. */
export interface Definition {
  readonly info?: Dict;
  readonly instructions?: string;
  /** Replaces the capabilities derived from what is present. */
  readonly capabilities?: Dict;
  readonly tools?: readonly ToolFixture[] | (() => readonly ToolFixture[]);
  readonly resources?: readonly ResourceFixture[] | (() => readonly ResourceFixture[]);
  readonly templates?: readonly TemplateFixture[];
  readonly prompts?: readonly PromptFixture[] | (() => readonly PromptFixture[]);
  /** `completion/complete`: the values that fit, best first; the server cuts to 100. */
  complete?(ref: Dict, argument: { name: string; value: string }, known: Dict): string[];
  /** Replaces the standard answer of a method; undefined means: answer as usual. */
  answer?(method: string, params: Dict, context: CallContext): Dict | undefined | Promise<Dict | undefined>;
  /** Send definitions and results as they are, also fields that the negotiated revision does not know. */
  readonly verbatim?: boolean;
  /** Modern: send an input_required result even when the client did not declare what it asks for. */
  readonly asksAnyway?: boolean;
  readonly script?: Script;
}

/** A named fixture: its options with their meaning, and the server that they make. */
export interface Preset {
  readonly about: string;
  /** Option name → meaning and default, for the README and `--help`. */
  readonly options: Readonly<Record<string, string>>;
  /** Takes any other word on its command line as well. */
  readonly anyOption?: boolean;
  create(options: FixtureOptions): Definition;
}
