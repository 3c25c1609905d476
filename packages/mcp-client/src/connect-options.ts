/** What `connect` takes and gives: targets, options, the verdict that is remembered. */
import type { Client, Implementation, LogLevel } from './client.ts';
import type { TraceSource } from './era/tracing.ts';
import type { ClientHandlers } from './handlers.ts';
import type { JsonObject } from './jsonrpc/message.ts';
import type { ProxyRoute } from './network/proxy-route.ts';
import type { TaskOptions } from './tasks/task.ts';
import type { Caps, Era, Tap } from './transport/transport.ts';

export interface StdioTarget {
  kind: 'stdio';
  command: string;
  args: string[];
  /** The child's whole environment; nothing of ours is added. */
  env: Record<string, string>;
  cwd?: string;
  /**
   * The command only contains the server and takes it along when it ends. A request to end (SIGTERM) goes to what runs
   * inside, so that the server can put its things in order; the container itself goes when that is done, or by SIGKILL.
   */
  isContainer?: boolean;
}

export interface HttpTarget {
  kind: 'http';
  url: string;
  headers: Record<string, string>;
  /** The way of requests that a configured `fetch` does not send; directly where absent. */
  route?: ProxyRoute;
  /** Replaces the global fetch (proxy, private CAs, tests). Redirects across origins are refused whatever it does. */
  fetch?: typeof fetch;
  /** Which HTTP transport to use; `auto` tries Streamable HTTP, then HTTP+SSE. */
  transport?: 'auto' | 'streamable-http' | 'sse';
}

/** What was learnt at an earlier connect; a date too old or a failure makes it be asked again. */
export interface EraVerdict {
  era: Era;
  protocolVersion: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface ConnectOptions {
  target: StdioTarget | HttpTarget;
  client: Implementation;
  /** What the host answers when the server asks. What has no handler is not declared, and is refused. */
  handlers?: ClientHandlers;
  /**
   * What we declare beyond that (`extensions`, `experimental`), in the specification's shape. What it says of `elicitation`
   * and `sampling` narrows what the handlers stand for: `{elicitation: {form: {}}}` leaves URL mode out. Without it both
   * modes are declared, and sampling with tools and without context.
   */
  capabilities?: JsonObject;
  /** Trace context for every request: true makes a new trace each time; a function is asked. Off unless told. */
  trace?: true | TraceSource;
  /** False asks the server every time, whatever it says of how long its answers are good. */
  cache?: boolean;
  /** Calls that become tasks: where their ids are kept, and whether servers may have our answers as tasks. */
  tasks?: TaskOptions;
  era?: 'auto' | Era;
  verdict?: EraVerdict;
  /** Milliseconds for the whole handshake; 30,000 unless told. */
  handshakeMs?: number;
  caps?: Partial<Caps>;
  tap?: Tap;
  logLevel?: LogLevel;
  signal?: AbortSignal;
  /** stdio: called with the process-group id right after spawn, and again when the whole group is gone. */
  onProcess?: (event: { type: 'spawned' | 'gone'; pid: number }) => void;
  /** stdio: raw stderr bytes, as they come. The transport drains and rings them whether or not this is set. */
  onStderr?: (chunk: Uint8Array) => void;
}

export interface Connection {
  client: Client;
  verdict: EraVerdict;
}

export type Connect = (options: ConnectOptions) => Promise<Connection>;
