/** Entry of browser mode. Started by scripts/run.mjs with the pinned Node. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ignoreBrokenOutput } from '@portolan/host/process/broken-output';
import { forkHost } from '@portolan/host/process/host-child';
import { leaveLink } from '@portolan/host/install-links/link-inbox';
import { StartError } from '@portolan/host/process/start-error';
import { help, readOptions } from './options.ts';
import type { Options } from './options.ts';
import { run } from './run.ts';
import { openSystemBrowser } from './system-browser.ts';
import { listenToTerminal } from './terminal.ts';

const say = (line: string) => process.stderr.write(`[portolan] ${line}\n`);

async function main(options: Options): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  let end = (code: number): void => process.exit(code);
  let announceAndOpen = (): void => undefined;
  const running = await run({
    ...options,
    version,
    windowFolder: fileURLToPath(new URL('../../renderer/dist', import.meta.url)),
    spawnHost: () => forkHost(fileURLToPath(import.meta.resolve('@portolan/host/process/host-process'))),
    say,
    onAttention: (hasWindow) => {
      say('a link asks to add a server: look at it in the window');
      if (!hasWindow) announceAndOpen();
    },
    onIdle: () => {
      say('no window for a long time: ending');
      end(0);
    },
  });
  end = (code) => {
    end = () => undefined;
    say('stopping servers …');
    void running.close().finally(() => process.exit(code));
  };

  const announce = () => process.stdout.write(`READY ${running.newAddress()}\n`);
  const open = () => {
    void openSystemBrowser(running.newAddress()).then((isOpened) => {
      if (!isOpened) say('no desktop to open a browser on: open the address yourself');
    });
  };
  announceAndOpen = () => {
    announce();
    if (options.isOpening) open();
  };
  if (options.installLink !== null) running.installLink(options.installLink);
  listenToTerminal(process.stdin, { onAddress: announce, onOpen: open, onQuit: () => end(0) });
  if (process.platform !== 'win32') process.on('SIGUSR1', announce);
  for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) process.on(signal, () => end(code));
  // The starter holds an IPC channel open for nothing else than this (W10).
  process.on('disconnect', () => end(0));
  process.on('uncaughtException', (error) => {
    say(`internal error: ${error.stack ?? error.message}`);
    end(70);
  });
  // Last: whoever reads the address may send a signal at once.
  announce();
  say('the address works once and for a minute' + (process.stdin.isTTY ? '; Enter prints a new one, o opens a browser, q or Ctrl+C ends' : '; SIGUSR1 prints a new one'));
  if (options.isOpening) open();
}

/** Why it cannot start, and what to do about it. */
function explain(error: unknown, options: Options | null): string {
  if (error instanceof StartError && error.failure.kind === 'locked') {
    const pid = error.failure.pid;
    return `${error.message} For an address of that one press Enter in its terminal${pid === undefined || process.platform === 'win32' ? '' : `, or run: kill -USR1 ${pid}`}; or start this one with another --data-dir.`;
  }
  if (error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES') && options) {
    return `Port ${options.port ?? ''} of 127.0.0.1 cannot be used: ${error.code === 'EACCES' ? 'this account may not listen on it' : 'another program listens on it'}. Choose another with --port, or leave it out for a free one.`;
  }
  return error instanceof Error ? error.message : String(error);
}

ignoreBrokenOutput();
let options: Options | null = null;
/** The app is running already: the link goes to it. */
async function handOver(dataDir: string, link: string): Promise<void> {
  await leaveLink(dataDir, link);
  say('Portolan is running: the link is shown in its window. Nothing is added before you say so there.');
}

try {
  options = readOptions(process.argv.slice(2), process.stdin.isTTY);
  if (options.isHelp) process.stdout.write(help);
  else await main(options);
} catch (error) {
  if (options?.installLink != null && error instanceof StartError && error.failure.kind === 'locked') {
    await handOver(options.dataDir, options.installLink);
    process.exit(0);
  }
  say(explain(error, options));
  process.exit(error instanceof StartError && error.failure.kind === 'locked' ? 4 : 1);
}
