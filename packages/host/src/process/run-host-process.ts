/**
 * The life of the host's own process: waits for `start`, takes the data folder, makes the host, serves windows, and ends
 * when it is told to or when its shell is gone. Whatever happens, servers are stopped first.
 */
import { AppInstanceId } from '@portolan/contract/apps';
import type { HostHandlers } from '@portolan/contract/contract';
import { serve } from '@portolan/contract/serve';
import type { Notice } from '@portolan/contract/settings';
import type { AppSandbox } from '../apps/app-servers.ts';
import { AttachServer } from '../attach/attach-server.ts';
import { ignoreBrokenOutput } from './broken-output.ts';
import { watchClock } from './clock-watch.ts';
import { Connections } from './connections.ts';
import { prepareDataFolder } from './data-folder.ts';
import { InstanceLock } from './instance-lock.ts';
import type { FromHost, HostStart, StartFailure, ToHost } from './messages.ts';
import type { StartModel } from '../models/gguf/model-child.ts';
import { ModelLine } from './model-line.ts';
import { parentChannel } from './parent-channel.ts';
import type { TakeScreenshot } from '../files/screenshot.ts';
import type { ChoosePath } from '../paths/routes.ts';
import type { ShellKeeper } from '../secrets/shell-holder.ts';
import type { EndedJob, WaitingQuestions } from './launcher.ts';
import { quitTimes } from './quit-times.ts';
import { ShellAnswers } from './shell-answers.ts';
import { KeeperLine } from './shell-keeper.ts';
import { StartError } from './start-error.ts';

export interface RunningHost {
  handlers: HostHandlers;
  /** A `portolan://` link came in through the shell. */
  installLink?: (link: string) => void;
  /** The machine was asleep or the network changed. */
  resumed?(): void;
  close(): Promise<void>;
  /** Kills whatever is left of any server, now: closing took too long. */
  killServers?(): void;
}

export interface HostProcessOptions {
  dataDir: string;
  shell: 'browser' | 'desktop';
  version: string;
  /** Has the shell open a checked link outside, false when it cannot; absent in browser mode, where the window does it. */
  openLink?: (url: string) => Promise<boolean>;
  /** Has the desktop app open the system's dialog for a path; absent in browser mode. */
  choosePath?: ChoosePath;
  /** Has the desktop app take a picture of what the person chooses; absent in browser mode. */
  takeScreenshot?: TakeScreenshot;
  /** Asks the desktop app for the system's store of secrets; absent in browser mode. */
  keeper?: ShellKeeper;
  /** Has the shell serve the pages of apps. */
  appSandbox?: AppSandbox;
  /** Has the shell start the process of a model file. */
  startModel?: StartModel;
  /** Has the shell bring a window to the front. */
  onAttention: () => void;
  /** Tells the shell what waits for the person. */
  onWaiting: (waiting: WaitingQuestions) => void;
  /** Tells the shell of a long job that has ended. */
  onJobEnded: (job: EndedJob) => void;
  /** Has the shell start another host once this one has closed in order. */
  restart: () => void;
  /** What the person should be told about the process itself, such as a crash of the one before. */
  notices: Notice[];
}

/** @param closeLimit milliseconds until whatever is left of servers is killed and the process goes */
export function runHostProcess(createHost: (options: HostProcessOptions) => Promise<RunningHost>, closeLimit: number = quitTimes.host): void {
  ignoreBrokenOutput();
  const channel = parentChannel();
  const connections = new Connections((message) => channel.send(message));
  const links = new ShellAnswers<boolean>();
  const choices = new ShellAnswers<string | null>();
  const screenshots = new ShellAnswers<Awaited<ReturnType<TakeScreenshot>>>();
  const models = new ModelLine((message) => channel.send(message));
  const keeping = new KeeperLine((message) => channel.send(message));
  let host: RunningHost | null = null;
  let lock: InstanceLock | null = null;
  let commands: AttachServer | null = null;
  let isStarted = false;
  let ending: Promise<never> | null = null;

  const end = (code: number): Promise<never> => {
    ending ??= (async () => {
      connections.closeAll();
      const limit = setTimeout(() => {
        try {
          host?.killServers?.();
        } catch (error) {
          report('killing servers', error);
        }
        process.exit(code);
      }, closeLimit);
      try {
        await commands?.[Symbol.asyncDispose]();
        await host?.close();
      } catch (error) {
        report('closing', error);
      }
      clearTimeout(limit);
      lock?.release();
      process.exit(code);
    })();
    return ending;
  };

  const openLink = (url: string): Promise<boolean> => links.ask((n) => channel.send({ t: 'link', n, url }));
  const takeScreenshot: TakeScreenshot = () => screenshots.ask((n) => channel.send({ t: 'screenshot', n }));
  const choosePath: ChoosePath = (wish) => choices.ask((n) => channel.send({ t: 'choose', n, ...wish }));

  const start = async (options: HostStart): Promise<void> => {
    try {
      await prepareDataFolder(options.dataDir);
      lock = await InstanceLock.take(options.dataDir, options.shellPid);
      host = await createHost({
        dataDir: options.dataDir,
        shell: options.shell,
        version: options.version,
        restart: () => {
          channel.send({ t: 'restarting' });
          void end(0);
        },
        onAttention: () => channel.send({ t: 'attention' }),
        onWaiting: (waiting) => channel.send({ t: 'waiting', ...waiting }),
        onJobEnded: (job) => channel.send({ t: 'job-ended', ...job }),
        notices: options.endedBefore === null ? [] : [restartNotice(options.endedBefore)],
        ...(options.shell === 'desktop' ? { openLink, choosePath, takeScreenshot, keeper: keeping.keeper } : {}),
        // A utility process can start none of its own kind; a Node child starts a Node child.
        ...(process.versions['electron'] === undefined ? {} : { startModel: models.start }),
        ...(options.appAddress === undefined ? {} : { appSandbox: sandboxOf(options.appAddress, (message) => channel.send(message)) }),
      });
      const { resumed } = host;
      if (resumed !== undefined) watchClock({ onPause: resumed });
      // A host without a place to listen at is still a host; only the command line cannot reach it.
      commands = await AttachServer.listen({ dataDir: options.dataDir, handlers: host.handlers, onError: report }).catch((error: unknown) => {
        report('attach', error);
        return null;
      });
      channel.send({ t: 'ready' });
    } catch (error) {
      // What a person can act on is told by the shell, in its words.
      if (!(error instanceof StartError)) report('starting', error);
      channel.send({ t: 'failed', failure: toFailure(error) });
      await end(3);
    }
  };

  const take = (message: ToHost): void => {
    switch (message.t) {
      case 'start':
        if (isStarted) return;
        isStarted = true;
        void start(message.start);
        return;
      case 'open':
        // The shell opens connections only after `ready`; anything earlier has nothing to talk to.
        if (host && !ending) {
          serve(connections.open(message.c), host.handlers, { connection: message.c, onInternalError: (method, error) => report(method, error) });
        } else channel.send({ t: 'close', c: message.c });
        return;
      case 'frame':
        connections.receive(message.c, message.text);
        return;
      case 'taken':
        connections.taken(message.c, message.size);
        return;
      case 'close':
        connections.close(message.c);
        return;
      case 'ping':
        channel.send({ t: 'pong', n: message.n });
        return;
      case 'link':
        links.taken(message.n, message.isOpened);
        return;
      case 'screenshot-taken':
        screenshots.taken(message.n, message.taken);
        return;
      case 'chosen':
        choices.taken(message.n, message.path);
        return;
      case 'model-up':
      case 'model-said':
      case 'model-ended':
        models.taken(message);
        return;
      case 'install-link':
        host?.installLink?.(message.text);
        return;
      case 'resumed':
        host?.resumed?.();
        return;
      case 'kept':
        keeping.taken(message.n, message.answer);
        return;
      case 'stop':
        void end(0);
        return;
      default:
        message satisfies never;
    }
  };

  // A bug must not leave a half-working host: it says so, stops its servers and is started afresh by the shell (E31).
  process.on('uncaughtException', (error) => {
    report('uncaught', error);
    void end(70);
  });
  process.on('unhandledRejection', (error) => {
    report('unhandled rejection', error);
    void end(70);
  });
  // Ctrl+C reaches the whole foreground group; the shell decides when to stop and says so by `stop`.
  process.on('SIGINT', () => undefined);
  process.on('SIGHUP', () => undefined);
  process.on('SIGTERM', () => void end(0));
  channel.onGone(() => void end(0));
  channel.onMessage(take);
  channel.send({ t: 'up' });
}

function sandboxOf(address: string, send: (message: FromHost) => void): AppSandbox {
  return {
    addressOf: (instance) => address.replace('{instance}', instance),
    serve: (instance, policy) => send({ t: 'app', instance: AppInstanceId.parse(instance), policy }),
    end: (instance) => send({ t: 'app-end', instance: AppInstanceId.parse(instance) }),
  };
}

function report(what: string, error: unknown): void {
  process.stderr.write(`[host] ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}

function toFailure(error: unknown): StartFailure {
  if (error instanceof StartError) return error.failure;
  return { kind: 'internal', message: error instanceof Error ? error.message : String(error) };
}

function restartNotice(endedBefore: string): Notice {
  return { id: `host-restarted-${Date.now()}`, kind: 'host-restarted', problem: null, details: { ended: endedBefore } };
}
