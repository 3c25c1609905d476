/** How this window reaches its host: over the desktop's bridge, or over a WebSocket after signing in (W3, W4). */
import type { FramePort } from '@portolan/contract/frames';
import { Refused } from './link.ts';
import type { OpenPort } from './link.ts';

/** What the desktop's preload puts on the window; nothing else of Electron is reachable. */
export interface DesktopBridge {
  connect: (onFrame: (text: string) => void, onClose: () => void) => Promise<{ send: (text: string) => void }>;
}

declare global {
  interface Window {
    portolan?: DesktopBridge;
  }
}

/** How long a sign-in or a socket may take before it is tried again. */
const patienceMs = 10_000;
const codeInAddress = /^#t=([\w-]+)$/;

export const openPort: OpenPort = () => (window.portolan ? openBridge(window.portolan) : openSocket());

/** Which shell this window is in: keys that a browser keeps for itself are ours in the desktop. */
export function isDesktop(): boolean {
  return window.portolan !== undefined;
}

/**
 * An address with a fresh code, opened in a tab that shows Portolan already, changes only the hash: take the code by
 * starting over. Returns whether it did.
 */
export function takeFreshCode(): boolean {
  if (!codeInAddress.test(location.hash)) return false;
  location.reload();
  return true;
}

async function openBridge(bridge: DesktopBridge): Promise<FramePort> {
  const early = earlyFrames();
  const { send } = await bridge.connect(early.emit, early.close);
  return { ...early.port, send };
}

async function openSocket(): Promise<FramePort> {
  const token = await signIn();
  const socket = new WebSocket(`ws://${location.host}/socket`, ['portolan.1', `token.${token}`]);
  const early = earlyFrames();
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'string') early.emit(event.data);
  });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => socket.close(), patienceMs);
    socket.addEventListener(
      'open',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
    socket.addEventListener(
      'close',
      () => {
        clearTimeout(timer);
        reject(new Error('the socket closed before it opened'));
      },
      { once: true },
    );
  });
  socket.addEventListener('close', early.close, { once: true });
  return {
    ...early.port,
    send: (text) => {
      // A socket that is closing says so by its close event; sending on it would only be an error in the console.
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    buffered: () => socket.bufferedAmount,
  };
}

/** Trades the one-time code in the address for a session, or takes up the session this browser already has. */
async function signIn(): Promise<string> {
  const code = codeInAddress.exec(location.hash)?.[1];
  if (code !== undefined) {
    // Out of the address bar and the history before anything else can read it.
    history.replaceState(null, '', location.pathname);
    const token = await post('/session', { code });
    if (token !== null) return token;
  }
  const token = await post('/session/resume', {});
  if (token === null) throw new Refused('not signed in');
  return token;
}

async function post(path: string, body: object): Promise<string | null> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  });
  if (response.status === 401 || response.status === 429) return null;
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  const value: unknown = await response.json();
  if (typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string') return value.token;
  throw new Error('sign-in answered something else');
}

interface EarlyFrames {
  port: Omit<FramePort, 'send'>;
  emit: (text: string) => void;
  close: () => void;
}

/** Frames that arrive before the client listens are kept for it. */
function earlyFrames(): EarlyFrames {
  const early: string[] = [];
  let onFrame: ((text: string) => void) | null = null;
  const closers = new Set<() => void>();
  let isClosed = false;
  return {
    emit: (text) => {
      if (onFrame) onFrame(text);
      else early.push(text);
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      for (const closer of closers) closer();
    },
    port: {
      onFrame: (listener) => {
        onFrame = listener;
        for (const text of early.splice(0)) listener(text);
      },
      onClose: (listener) => {
        if (isClosed) queueMicrotask(listener);
        else closers.add(listener);
      },
    },
  };
}
