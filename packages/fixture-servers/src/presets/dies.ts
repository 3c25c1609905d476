import { existsSync, writeFileSync } from 'node:fs';
import { asDict, isDict } from '../engine/json.ts';
import type { CallContext, Link, Preset } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import { basic } from './basic.ts';

const moments = ['start', 'probe', 'initialize', 'initialized', 'list', 'call', 'call-after-progress', 'idle', 'never'];

/** Ends itself at a chosen moment, with a message on stderr and an exit code or signal. */
export const dies: Preset = {
  about: 'exits at a chosen moment',
  options: {
    at: 'start (default), probe (on server/discover), initialize (right after its result), initialized (when that notification comes), list (on tools/list), call (on any tools/call, nothing sent), call-after-progress (progress, then gone), idle (after-ms after start)',
    code: 'exit code (default 1)',
    signal: 'die by this signal instead, e.g. SIGSEGV',
    message: "last words on stderr (default 'boom: API_KEY missing')",
    'after-ms': 'for idle: milliseconds (default 200)',
    once: 'path of a marker file: dies only when it is not there yet, and makes it',
  },
  create(options) {
    const at = textOption(options, 'at', 'start');
    if (!moments.includes(at)) throw new Error(`--at must be one of ${moments.join(', ')}, got '${at}'`);
    const code = numberOption(options, 'code', 1);
    const signal = textOption(options, 'signal', '');
    const message = textOption(options, 'message', 'boom: API_KEY missing');
    const marker = textOption(options, 'once', '');
    const die = (link: Link): boolean => {
      if (marker !== '') {
        if (existsSync(marker)) return false;
        writeFileSync(marker, String(process.pid));
      }
      if (link.kind === 'stdio' && message !== '') process.stderr.write(`${message}\n`);
      if (link.kind === 'stdio' && signal !== '') process.kill(process.pid, signal);
      else link.die(code);
      return true;
    };
    const base = basic.create(options);
    let initializeId: unknown;
    return {
      ...base,
      async answer(method, _params, context: CallContext) {
        if (method !== 'tools/call' || at !== 'call-after-progress') return undefined;
        context.progress(1, 2, 'half way');
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
        die(context.link);
        return undefined;
      },
      script: {
        start(link) {
          if (at === 'start') die(link);
          if (at === 'idle') setTimeout(() => die(link), numberOption(options, 'after-ms', 200));
        },
        receive(incoming, link) {
          const { method, id } = asDict(incoming);
          if (method === 'initialize') initializeId = id;
          const moment =
            method === 'server/discover'
              ? 'probe'
              : method === 'notifications/initialized'
                ? 'initialized'
                : method === 'tools/list'
                  ? 'list'
                  : method === 'tools/call'
                    ? 'call'
                    : undefined;
          return moment === at && die(link);
        },
        send(outgoing, link) {
          if (at !== 'initialize' || !isDict(outgoing['result']) || outgoing['id'] !== initializeId) return false;
          link.write(outgoing, undefined);
          return die(link);
        },
      },
    };
  },
};
