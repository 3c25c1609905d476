/**
 * The script of the page between the window and an app (I12), as the text that is served: it runs in that page and may use
 * nothing from outside of itself. It lets messages through between the two and nothing else, never lets the app speak for the
 * host, and holds the limits where the window need not: in a process of its own.
 */

export interface RelayOptions {
  /** The origin of the window, which alone may speak to the app through this page. */
  window: string;
  /** Messages of the app: so many at once, and so many a second after that. */
  burst: number;
  perSecond: number;
  /** Longest message, in characters of its texts and names. */
  longest: number;
}

/** The script, ready to stand between script tags: no option can end them. */
export function relayScript(options: RelayOptions): string {
  return `(${relay})(${JSON.stringify(options).replaceAll('<', String.raw`\u003c`)});`;
}

const relay = String.raw`(options) => {
  'use strict';
  const host = window.parent;
  if (host === window) return;
  const prefix = 'ui/notifications/sandbox-';
  let frame = null;
  let loads = 0;
  let isOver = false;
  let allowance = options.burst;
  let allowanceAt = performance.now();
  let dropped = 0;

  const toHost = (message) => host.postMessage(message, options.window);
  const tell = (what, params) => toHost({ jsonrpc: '2.0', method: prefix + what, params });
  const isObject = (value) => typeof value === 'object' && value !== null;

  // Looks no further than the limit: a huge message costs as little as one at the limit.
  const isShort = (message) => {
    let left = options.longest;
    const waiting = [message];
    while (waiting.length > 0) {
      const value = waiting.pop();
      left -= 8;
      if (typeof value === 'string') left -= value.length;
      else if (isObject(value)) {
        // Only what JSON has: no buffers, no maps, nothing that was built to be slow.
        const prototype = Object.getPrototypeOf(value);
        if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return false;
        if (Array.isArray(value) && value.length * 8 > left) return false;
        const keys = Object.keys(value);
        if (keys.length * 8 > left) return false;
        for (const key of keys) {
          left -= key.length;
          waiting.push(value[key]);
        }
      } else if (typeof value === 'bigint') return false;
      if (left < 0) return false;
    }
    return true;
  };
  const isAllowed = () => {
    const now = performance.now();
    allowance = Math.min(options.burst, allowance + ((now - allowanceAt) / 1000) * options.perSecond);
    allowanceAt = now;
    if (allowance < 1) return false;
    allowance -= 1;
    return true;
  };
  const refuse = (data, reason) => {
    dropped += 1;
    if (dropped === 1 || dropped % 1000 === 0) tell('limited', { reason, dropped });
    // Whoever asked is answered: an app must not wait for ever.
    if (typeof data.method === 'string' && (typeof data.id === 'string' || typeof data.id === 'number')) frame.contentWindow.postMessage({ jsonrpc: '2.0', id: data.id, error: { code: -32000, message: reason } }, '*');
  };

  const show = (html) => {
    if (frame !== null || typeof html !== 'string') return;
    frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts allow-forms');
    frame.title = document.title;
    frame.addEventListener('load', () => {
      loads += 1;
      if (loads === 1 || isOver) return;
      // It went to another page: whoever sits there now is not the app that was let in.
      isOver = true;
      frame.remove();
      tell('left', {});
    });
    frame.srcdoc = html;
    document.body.append(frame);
  };

  addEventListener('message', (event) => {
    const { data } = event;
    if (!isObject(data) || isOver) return;
    if (event.source === host) {
      if (event.origin !== options.window) return;
      if (data.method === prefix + 'resource-ready') show(isObject(data.params) ? data.params.html : null);
      else if (frame !== null) frame.contentWindow.postMessage(data, '*');
      return;
    }
    if (frame === null || event.source !== frame.contentWindow || event.origin !== 'null') return;
    if (!isAllowed()) refuse(data, 'too many messages');
    else if (!isShort(data)) refuse(data, 'message too large');
    else if (data.jsonrpc === '2.0' && !(data.method !== undefined && (typeof data.method !== 'string' || data.method.startsWith(prefix)))) toHost(data);
  });
  tell('proxy-ready', {});
}`;
