/** Reaching the host that runs on a data folder already. */
import { lstat } from 'node:fs/promises';
import { connect } from 'node:net';
import { maxFrameFromHost } from '../process/messages.ts';
import { folderOf, isOurs, readAddress } from './address-file.ts';
import { greet } from './handshake.ts';
import { LinePort } from './line-port.ts';

const mostWaiting = 256 * 1024 * 1024;

/** A proven line to the host of this folder; null when none runs there, or what answers is not it. */
export async function attach(dataDir: string): Promise<LinePort | null> {
  const address = await readAddress(dataDir);
  if (address === null || !(await isPrivate(address.address))) return null;
  const port = await open(address.address);
  if (port === null) return null;
  try {
    await greet(port, address.token);
    return port;
  } catch {
    port.destroy();
    return null;
  }
}

/** Nobody else can have put this socket there. */
async function isPrivate(address: string): Promise<boolean> {
  const folder = folderOf(address);
  if (folder === null) return true;
  try {
    const [around, socket] = await Promise.all([lstat(folder), lstat(address)]);
    return around.isDirectory() && isOurs(around) && socket.isSocket() && isOurs(socket);
  } catch {
    return false;
  }
}

function open(address: string): Promise<LinePort | null> {
  return new Promise((resolve) => {
    const socket = connect({ path: address });
    socket.once('connect', () => resolve(new LinePort(socket, { mostIn: maxFrameFromHost, mostWaiting })));
    socket.once('error', () => resolve(null));
  });
}
