/** The windows' sockets: at most eight, each with an own line to the host, slowed down when the window is slow (W9). */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { maxFrameFromWindow } from '@portolan/host/process/messages';
import type { WindowConnection, WindowEnd } from '@portolan/host/process/window-line';
import { WebSocket, WebSocketServer } from 'ws';

export const socketProtocol = 'portolan.1';
const tokenPrefix = 'token.';
const maxSockets = 8;
const beat = 20_000;

export interface SocketDeps {
  connect(name: string, window: WindowEnd): WindowConnection;
  /** How many windows are open now. */
  onCount(count: number): void;
}

/** The token a handshake carries as its second subprotocol; the address line and the log never see it. */
export function tokenOf(request: IncomingMessage): string | undefined {
  const offered = request.headers['sec-websocket-protocol']?.split(',').map((each) => each.trim()) ?? [];
  if (!offered.includes(socketProtocol)) return undefined;
  return offered.find((each) => each.startsWith(tokenPrefix))?.slice(tokenPrefix.length);
}

export class Sockets {
  readonly #deps: SocketDeps;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameFromWindow,
    perMessageDeflate: false,
    handleProtocols: () => socketProtocol,
  });
  readonly #open = new Map<WebSocket, string>();
  readonly #beats: NodeJS.Timeout;
  readonly #alive = new WeakSet<WebSocket>();
  #next = 1;

  constructor(deps: SocketDeps) {
    this.#deps = deps;
    this.#beats = setInterval(() => this.#beat(), beat);
  }

  get isFull(): boolean {
    return this.#open.size >= maxSockets;
  }

  /** Everything about the request has been checked by now. */
  accept(request: IncomingMessage, raw: Duplex, head: Buffer, session: string): void {
    this.#server.handleUpgrade(request, raw, head, (socket) => this.#serve(socket, session));
  }

  endSession(session: string): void {
    for (const [socket, of] of this.#open) if (of === session) socket.close(4401, 'signed out');
  }

  close(): void {
    clearInterval(this.#beats);
    for (const socket of this.#open.keys()) {
      socket.close(1001, 'closing');
      // A window that is gone without a word must not hold up the end.
      setTimeout(() => socket.terminate(), 500).unref();
    }
    this.#server.close();
  }

  #serve(socket: WebSocket, session: string): void {
    this.#open.set(socket, session);
    this.#alive.add(socket);
    this.#deps.onCount(this.#open.size);
    const line = this.#deps.connect(`tab-${this.#next++}`, {
      deliver: (text) => {
        // `send` calls back once the operating system has it: until then it counts as not taken.
        socket.send(text, (error) => {
          if (!error) line.taken(text.length);
        });
      },
      onEnd: (reason) => socket.close(reason === 'host-gone' ? 4503 : 4400, reason),
    });
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) socket.close(1003, 'text only');
      else line.receive(data.toString('utf8'));
    });
    socket.on('pong', () => this.#alive.add(socket));
    // Broken frames and oversized messages: `ws` closes the socket itself after telling.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      line.close();
      this.#open.delete(socket);
      this.#deps.onCount(this.#open.size);
    });
  }

  /** A window whose machine slept or vanished answers no ping and is let go. */
  #beat(): void {
    for (const socket of this.#open.keys()) {
      if (!this.#alive.has(socket)) socket.terminate();
      this.#alive.delete(socket);
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    }
  }
}
