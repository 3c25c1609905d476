/** What `npm start -- …` understands. */
import { parseArgs } from 'node:util';
import { installLinkOf } from '@portolan/host/install-links/link-argument';
import { dataFolder } from '@portolan/host/process/data-folder';

export interface Options {
  dataDir: string;
  /** 0 takes a free one; null the one of the last time, or a free one when that is taken. */
  port: number | null;
  isOpening: boolean;
  /** Minutes without any window after which it ends; 0 never. */
  idleMinutes: number;
  isHelp: boolean;
  /** A `portolan://` link to be shown, as it was given. */
  installLink: string | null;
}

export const help = `Portolan in your browser

  npm start -- [options] [portolan://install?…]

A link to install a server is shown in the window; nothing is added or started before you say so.

  --no-open            print the address, open no browser
  --port=NUMBER        listen on this port of 127.0.0.1, 0 for any (default: that of the last time)
  --data-dir=FOLDER    keep everything in this folder (default: the system's place, or PORTOLAN_DATA_DIR)
  --idle-exit=MINUTES  end after so long without a window; 0 means never (default: never in a terminal, else 120)
  --help               this text
`;

/** Throws an Error that says which option is wrong. */
export function readOptions(argv: string[], isTerminal: boolean): Options {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      open: { type: 'boolean', default: true },
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      'idle-exit': { type: 'string', default: isTerminal ? '0' : '120' },
      help: { type: 'boolean', default: false },
    },
    allowNegative: true,
  });
  const link = installLinkOf(positionals);
  const stray = positionals.find((word) => word !== link);
  if (stray !== undefined) throw new Error(link === null && installLinkOf([stray]) !== null ? 'only one link at a time can be given' : `"${stray.slice(0, 100)}" is not understood; --help shows what is`);
  return {
    dataDir: dataFolder(values['data-dir']),
    port: values.port === undefined ? null : whole('--port', values.port, 65_535),
    isOpening: values.open,
    idleMinutes: whole('--idle-exit', values['idle-exit'], 1_000_000),
    isHelp: values.help,
    installLink: link,
  };
}

function whole(option: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most) throw new Error(`${option} takes a whole number from 0 to ${most}, not "${text}"`);
  return value;
}
