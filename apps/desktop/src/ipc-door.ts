/**
 * The only message a page can send to this process: `connect`, with a port. Who sends it is checked against the list of
 * our own windows, their top frame and their origin (E17, I09); what comes through the port is the host's to judge.
 */
import type { IpcMain, IpcMainEvent, MessagePortMain } from 'electron';
import { RateLimit } from '@portolan/host/process/rate-limit';
import type { WindowConnection, WindowEnd } from '@portolan/host/process/window-line';
import { isOwnAddress } from './app-address.ts';
import { connectChannel } from './connect-channel.ts';

export interface DoorOptions {
  ipc: Pick<IpcMain, 'on'>;
  /** Whether a web contents of this id is a window of ours. */
  isWindow(contentsId: number): boolean;
  connect(name: string, window: WindowEnd): WindowConnection;
  audit(line: string): void;
}

/** From the page: a frame as text, or how many characters it has taken. To the page: text, or the end. */
export function openDoor({ ipc, isWindow, connect, audit }: DoorOptions): void {
  const rate = new RateLimit(2, 20);
  let next = 1;
  ipc.on(connectChannel, (event) => {
    const [port, ...more] = event.ports;
    const reason = refusal(event, isWindow) ?? (rate.take() ? null : 'too many attempts');
    if (!port || more.length > 0 || reason !== null) {
      audit(`refused a connection from ${event.senderFrame?.url.slice(0, 200) ?? 'a frame that is gone'}: ${reason ?? 'not exactly one port'}`);
      for (const each of event.ports) each.close();
      return;
    }
    join(port, (window) => connect(`window-${next++}`, window));
  });
}

function refusal(event: IpcMainEvent, isWindow: (contentsId: number) => boolean): string | null {
  if (!isWindow(event.sender.id)) return 'not one of our windows';
  if (event.senderFrame === null || event.senderFrame !== event.sender.mainFrame) return 'not the top frame';
  return isOwnAddress(event.senderFrame.url) ? null : 'not our origin';
}

function join(port: MessagePortMain, connect: (window: WindowEnd) => WindowConnection): void {
  const line = connect({
    deliver: (text) => port.postMessage(text),
    onEnd: (reason) => {
      port.postMessage({ end: reason });
      port.close();
    },
  });
  port.on('message', ({ data }: { data: unknown }) => {
    if (typeof data === 'string') line.receive(data);
    else if (typeof data === 'object' && data !== null && 'taken' in data && typeof data.taken === 'number') line.taken(data.taken);
  });
  port.on('close', () => line.close());
  port.start();
}
