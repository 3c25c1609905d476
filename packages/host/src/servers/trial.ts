/**
 * A launch tried before it is saved: started once, asked what it offers, and ended with all its processes. Nothing of it is
 * kept: no era, no list, no trace, no home of its container.
 */
import { randomUUID } from 'node:crypto';
import type { EventOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { ServerId } from '@portolan/contract/ids';
import type { SandboxChoice } from '@portolan/contract/sandbox';
import type { Client } from '@portolan/mcp-client/client';
import { mayDownload } from '../config/package-spec.ts';
import type { LaunchConfig } from '../ports.ts';
import { ServerLog } from './log/server-log.ts';
import { openConnection } from './open-connection.ts';
import type { StartDeps } from './open-connection.ts';
import type { Policy } from './policy.ts';
import { toHostError } from './problems.ts';
import { Processes } from './processes.ts';
import { redactProblem, withoutSecrets } from './redact-problem.ts';
import { StartPatience } from './start-patience.ts';
import type { Warden } from './warden/warden.ts';

type TrialEvent = EventOf<'servers/trial'>;

export interface TrialDeps extends StartDeps {
  warden: Warden;
  policy: Policy;
}

export interface Trial {
  name: string;
  launch: LaunchConfig;
  /** Whose kept secrets it may use and whose walls it stays in; null for a server that is not there yet. */
  of: ServerId | null;
  sandbox?: SandboxChoice;
}

/** Names of each kind a window is shown; the counts of more are of no use before saving. */
const mostNames = 200;
/** Between two tellings of what the program said last. */
const tellMs = 300;

/** Ends after `done` or `failed`, when every process of it is gone; returning early ends it at once. */
export async function* runTrial({ name, launch, of, sandbox }: Trial, deps: TrialDeps, outer: AbortSignal): AsyncGenerator<TrialEvent> {
  const id = of ?? ServerId.parse(`trial-${randomUUID()}`);
  const log = new ServerLog();
  const processes = new Processes(deps.warden, () => {});
  const leaving = new AbortController();
  const { policy } = deps;
  const patience = new StartPatience({ limitMs: mayDownload(launch) ? policy.firstStartMs : policy.handshakeMs, mostMs: policy.startMaxMs, slowMs: policy.slowStartMs, onSlow: () => {} });
  const signal = AbortSignal.any([outer, leaving.signal, patience.signal]);
  const context = { server: name, ...(launch.kind === 'stdio' ? { command: launch.command } : { url: withoutSecrets(launch.url) }) };
  let client: Client | undefined;
  deps.activity.record({ type: 'server-starting', cause: 'trial' }, { serverId: of, serverName: name });
  const work = (async (): Promise<TrialEvent> => {
    const config = { id, name, launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [], ...(sandbox === undefined ? {} : { sandbox }) };
    const sinks = { log, processes, trace: { tap: () => {}, established: () => {}, noteCall: () => {}, end: () => {} }, onRefused: () => {}, onSign: () => patience.sign() };
    try {
      ({ client } = await openConnection(config, { ...deps, eras: { get: () => undefined, set: () => {} }, trace: { ...deps.trace, connection: () => sinks.trace } }, sinks, { signal, limitMs: policy.startMaxMs }));
      return { type: 'done', ...(await offerOf(client, signal)) };
    } catch (error) {
      log.endOfStderr();
      const words = log.lastStderr(200);
      const failure = patience.isOver ? new HostError('server-timeout', { server: name }, words === '' ? {} : { log: words }) : toHostError(error, { ...context, ...(words === '' ? {} : { log: words }) });
      return { type: 'failed', problem: redactProblem(failure.problem, (text) => log.redact(text)) };
    }
  })();
  try {
    let told: string | null = null;
    let event = await within(work);
    while (event === null && !outer.aborted) {
      if (log.lastLine !== told) {
        told = log.lastLine;
        yield { type: 'progress', lastLine: told };
      }
      // The next telling follows the last one.
      // oxlint-disable-next-line no-await-in-loop
      event = await within(work);
    }
    event ??= await work;
    await client?.close();
    await processes.gone(policy.goneMs);
    yield event;
  } finally {
    patience[Symbol.dispose]();
    leaving.abort();
    await work;
    await client?.close();
    await processes.gone(policy.goneMs);
    // Its home was for this once.
    if (of === null) await deps.sandbox.forget(id);
  }
}

/** What it came to, or null when that takes longer than until the next telling. */
function within(work: Promise<TrialEvent>): Promise<TrialEvent | null> {
  return Promise.race([work, new Promise<null>((resolve) => setTimeout(() => resolve(null), tellMs).unref())]);
}

async function offerOf(client: Client, signal: AbortSignal): Promise<Omit<Extract<TrialEvent, { type: 'done' }>, 'type'>> {
  const { capabilities, era, protocolVersion, server } = client;
  const none = { items: [] };
  const [tools, resources, templates, prompts] = await Promise.all([
    capabilities.tools ? client.listTools({ signal }) : none,
    capabilities.resources ? client.listResources({ signal }) : none,
    capabilities.resources ? client.listResourceTemplates({ signal }) : none,
    capabilities.prompts ? client.listPrompts({ signal }) : none,
  ]);
  const { name, version, title, description, websiteUrl } = server;
  return {
    era,
    protocolVersion,
    info: { name, version, ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }), ...(websiteUrl === undefined ? {} : { websiteUrl }) },
    tools: tools.items.slice(0, mostNames).map((item) => item.name),
    resources: resources.items.slice(0, mostNames).map((item) => item.name),
    resourceTemplates: templates.items.slice(0, mostNames).map((item) => item.uriTemplate),
    prompts: prompts.items.slice(0, mostNames).map((item) => item.name),
  };
}
