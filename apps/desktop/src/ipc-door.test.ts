import { EventEmitter } from 'node:events';
import type { WindowEnd } from '@portolan/host/process/window-line';
import { describe, expect, it } from 'vitest';
import { openDoor } from './ipc-door.ts';

class FakePort extends EventEmitter {
  readonly sent: unknown[] = [];
  isClosed = false;
  postMessage(message: unknown): void {
    this.sent.push(message);
  }
  start(): void {
    this.emit('started');
  }
  close(): void {
    this.isClosed = true;
  }
}

function door() {
  const ipc = new EventEmitter();
  const audit: string[] = [];
  const lines: { name: string; window: WindowEnd; received: string[]; taken: number[]; isClosed: boolean }[] = [];
  openDoor({
    ipc: ipc as never,
    isWindow: (id) => id === 7,
    connect: (name, window) => {
      const line = { name, window, received: [] as string[], taken: [] as number[], isClosed: false };
      lines.push(line);
      return { receive: (text) => void line.received.push(text), taken: (size) => void line.taken.push(size), close: () => void (line.isClosed = true) };
    },
    audit: (line) => audit.push(line),
  });
  const frame = { url: 'portolan-app://main/' };
  const knock = (change: { id?: number; senderFrame?: unknown; ports?: FakePort[]; url?: string } = {}) => {
    const own = change.url === undefined ? frame : { url: change.url };
    const ports = change.ports ?? [new FakePort()];
    ipc.emit('portolan:connect', { ports, sender: { id: change.id ?? 7, mainFrame: own }, senderFrame: 'senderFrame' in change ? change.senderFrame : own });
    return ports;
  };
  return { ipc, audit, lines, knock };
}

describe('the door for pages', () => {
  it('lets our window’s top frame in, and carries text both ways', () => {
    const { knock, lines, audit } = door();
    const [port] = knock();
    expect(lines.map((line) => line.name)).toEqual(['window-1']);
    const [line] = lines;
    port?.emit('message', { data: 'hello' });
    port?.emit('message', { data: { taken: 5 } });
    for (const junk of [null, 7, {}, [], { taken: 'x' }, new Uint8Array(3)]) port?.emit('message', { data: junk });
    expect([line?.received, line?.taken]).toEqual([['hello'], [5]]);
    line?.window.deliver('there');
    line?.window.onEnd('host-gone');
    expect(port?.sent).toEqual(['there', { end: 'host-gone' }]);
    expect(port?.isClosed).toBe(true);
    port?.emit('close');
    expect(line?.isClosed).toBe(true);
    expect(audit).toEqual([]);
  });

  it('refuses frames, other contents, other origins and frames that are gone, and says so (E17, I09)', () => {
    const { knock, lines, audit } = door();
    const refused = [
      knock({ id: 8 }),
      knock({ senderFrame: { url: 'portolan-app://main/' } }),
      knock({ senderFrame: null }),
      knock({ url: 'https://evil.test/' }),
      knock({ url: 'portolan-app://other/' }),
      knock({ url: 'about:blank' }),
      knock({ ports: [] }),
      knock({ ports: [new FakePort(), new FakePort()] }),
    ];
    expect(lines).toEqual([]);
    expect(refused.flat().every((port) => port.isClosed)).toBe(true);
    expect(audit).toHaveLength(8);
  });

  it('slows a page that knocks without end', () => {
    const { knock, lines } = door();
    for (let n = 0; n < 100; n++) knock();
    expect(lines.length).toBeLessThan(30);
  });
});
