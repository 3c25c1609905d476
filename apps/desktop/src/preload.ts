/**
 * The bridge: one function that connects the page to the host. Text in, text out; no Electron object, event or channel
 * name is reachable from the page (E20).
 */
import { contextBridge, ipcRenderer } from 'electron';
import { isOwnAddress } from './app-address.ts';
import { connectChannel } from './connect-channel.ts';

const bridge = {
  /** `onFrame` gets each frame, `onClose` once the end; resolves with the way to send. */
  connect(onFrame: unknown, onClose: unknown): Promise<{ send(text: unknown): void }> {
    if (typeof onFrame !== 'function' || typeof onClose !== 'function') return Promise.reject(new TypeError('connect takes two functions'));
    const { port1: own, port2: other } = new MessageChannel();
    let isOpen = true;
    const close = () => {
      if (isOpen) onClose();
      isOpen = false;
      own.close();
    };
    own.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'string') {
        close();
        return;
      }
      // Counted as taken when the page has had it, so that a busy page slows its streams down.
      onFrame(data);
      own.postMessage({ taken: data.length });
    });
    own.addEventListener('close', close);
    own.start();
    ipcRenderer.postMessage(connectChannel, null, [other]);
    return Promise.resolve({
      send: (text) => {
        if (typeof text !== 'string') throw new TypeError('a frame is text');
        if (isOpen) own.postMessage(text);
      },
    });
  },
};

// An empty page inherits this script but is not the window.
if (isOwnAddress(location.href)) contextBridge.exposeInMainWorld('portolan', bridge);
