/**
 * Processes of model files where only the desktop app's first process may start one: the host asks for them, and what both
 * say passes through the shell as text.
 */
import type { ModelChild, ModelEnd, StartModel } from '../models/gguf/model-child.ts';
import type { FromHost, ToHost } from './messages.ts';

type ToHostOfModel = Extract<ToHost, { t: 'model-up' | 'model-said' | 'model-ended' }>;
type FromHostOfModel = Extract<FromHost, { t: 'model-start' | 'model-say' | 'model-kill' }>;

interface Line {
  pid: number | undefined;
  onMessage: (message: unknown) => void;
  onEnd: (end: ModelEnd) => void;
}

/** The host's end. */
export class ModelLine {
  readonly #send: (message: FromHostOfModel) => void;
  readonly #lines = new Map<number, Line>();
  #next = 1;

  constructor(send: (message: FromHostOfModel) => void) {
    this.#send = send;
  }

  readonly start: StartModel = (): ModelChild => {
    const n = this.#next++;
    const line: Line = { pid: undefined, onMessage: () => undefined, onEnd: () => undefined };
    this.#lines.set(n, line);
    this.#send({ t: 'model-start', n });
    return {
      get pid() {
        return line.pid;
      },
      send: (message) => this.#send({ t: 'model-say', n, text: JSON.stringify(message) }),
      onMessage: (listener) => (line.onMessage = listener),
      onEnd: (listener) => (line.onEnd = listener),
      kill: () => this.#send({ t: 'model-kill', n }),
    };
  };

  taken(message: ToHostOfModel): void {
    const line = this.#lines.get(message.n);
    if (line === undefined) return;
    if (message.t === 'model-up') line.pid = message.pid;
    else if (message.t === 'model-said') line.onMessage(parse(message.text));
    else {
      this.#lines.delete(message.n);
      line.onEnd({ how: message.how, said: message.said });
    }
  }
}

/** What the desktop app starts: its own kind of process, with the entry for model files. */
export interface ShellModel {
  readonly pid: number | undefined;
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onSpawn(listener: () => void): void;
  onEnd(listener: (how: string, said: string) => void): void;
  kill(): void;
}

const most = 16;

/** The shell's end. Knows nothing of what is said. */
export class ShellModels {
  readonly #start: (() => ShellModel) | undefined;
  readonly #running = new Map<number, ShellModel>();

  constructor(start: (() => ShellModel) | undefined) {
    this.#start = start;
  }

  take(message: FromHostOfModel, send: (message: ToHostOfModel) => void): void {
    const { n } = message;
    if (message.t === 'model-say') this.#running.get(n)?.send(parse(message.text));
    else if (message.t === 'model-kill') this.#running.get(n)?.kill();
    else if (this.#start === undefined || this.#running.size >= most || this.#running.has(n)) send({ t: 'model-ended', n, how: 'not started', said: '' });
    else {
      const model = this.#start();
      this.#running.set(n, model);
      model.onSpawn(() => send({ t: 'model-up', n, pid: model.pid }));
      model.onMessage((said) => send({ t: 'model-said', n, text: JSON.stringify(said) ?? 'null' }));
      model.onEnd((how, said) => {
        this.#running.delete(n);
        send({ t: 'model-ended', n, how, said });
      });
    }
  }

  /** The host is gone, and with it whoever asked. */
  endAll(): void {
    for (const model of this.#running.values()) model.kill();
    this.#running.clear();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
