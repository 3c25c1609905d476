/** The door through which a local server is put into its container: a looked-up launch goes in, the launch that really runs comes out. */
import { realpathSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import path from 'node:path';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { SandboxPolicy } from '@portolan/contract/sandbox';
import type { StdioTarget } from '@portolan/mcp-client/connect';
import { expandHome } from '../launch/expand.ts';
import type { Platform } from '../launch/platform.ts';
import { bubblewrapArgs } from './bubblewrap.ts';
import { carried } from './carried-environment.ts';
import { Pins } from './pins.ts';
import { planSandbox } from './plan.ts';
import type { SandboxPlan } from './plan.ts';
import { systemFolders } from './runtime-folders.ts';
import { seatbeltProfile } from './seatbelt.ts';
import { seccompProgram } from './seccomp.ts';
import { SandboxTools } from './support.ts';
import type { SandboxTool } from './support.ts';

export interface ContainRequest {
  serverId: ServerId;
  /** Its configured name, for errors. */
  server: string;
  policy: SandboxPolicy;
  target: StdioTarget;
  /** Names of variables the configuration sets. */
  configured: string[];
  /** Files the launcher itself put on the command line. */
  ownFiles: string[];
  shellVariable: (name: string) => Promise<string | undefined>;
}

export class Sandbox {
  readonly tools: SandboxTools;
  readonly #platform: Platform;
  readonly #dataDir: string;

  constructor(platform: Platform, dataDir: string) {
    this.#platform = platform;
    this.#dataDir = dataDir;
    this.tools = new SandboxTools(platform);
  }

  /** What is kept for one server: its home and what stands in for files of the system. */
  folderOf(serverId: ServerId): string {
    return path.join(this.#dataDir, 'contained', serverId);
  }

  /**
   * @throws {HostError} `sandbox-unavailable` when this computer can't contain: a server that is to be contained never
   * starts without it. `sandbox-bad-folder` when what was granted is not there.
   */
  async contain(request: ContainRequest): Promise<StdioTarget> {
    const { server, policy, target } = request;
    const tool = await this.tools.find();
    if (tool.support.kind === 'none') {
      throw new HostError('sandbox-unavailable', { server, reason: tool.support.reason }, tool.support.detail === undefined ? {} : { log: tool.support.detail });
    }
    const folder = this.folderOf(request.serverId);
    const plan = await planSandbox({
      policy,
      server,
      command: target.command,
      args: target.args,
      env: target.env,
      configured: request.configured,
      cwd: target.cwd ?? this.#platform.home,
      ownFiles: request.ownFiles,
      platform: this.#platform,
      dataDir: this.#dataDir,
      folder,
      shellVariable: request.shellVariable,
    });
    return tool.support.kind === 'bubblewrap' ? this.#bubblewrap(plan, tool, folder) : this.#seatbelt(plan, tool, folder);
  }

  /**
   * Forgets the homes of servers that have not been configured for a while. Not at once: a server may have kept something
   * there, and a removed one can come back with a restored configuration.
   */
  async keepOnly(ids: readonly ServerId[], forMs = keptAfterRemovalMs): Promise<void> {
    const parent = path.join(this.#dataDir, 'contained');
    const names = await readdir(parent).catch((): string[] => []);
    for (const name of names.filter((each) => !ids.some((id) => id === each))) {
      const folder = path.join(parent, name);
      const lastUse = await stat(path.join(folder, 'passwd')).catch(() => stat(folder));
      if (Date.now() - lastUse.mtimeMs > forMs) await rm(folder, { recursive: true, force: true });
    }
  }

  /** The person has just said yes to what this policy opens: from now on it is what stands there today. */
  async pin(serverId: ServerId, { folders }: SandboxPolicy): Promise<void> {
    await new Pins(this.folderOf(serverId)).take(folders.map(({ path: text }) => path.resolve(expandHome(text, this.#platform))));
  }

  /** Removes what is kept for one server that nothing runs of any more, and that was never to stay. */
  async forget(serverId: ServerId): Promise<void> {
    await rm(this.folderOf(serverId), { recursive: true, force: true });
  }

  async #bubblewrap(plan: SandboxPlan, tool: SandboxTool, folder: string): Promise<StdioTarget> {
    const program = seccompProgram(process.arch, { allowsLocalSockets: plan.network === 'all' });
    const filter = path.join(folder, 'filter.bpf');
    if (program !== null) await writeFile(filter, program, { mode: 0o600 });
    const links: Record<string, string> = {};
    for (const place of systemFolders) {
      const link = await lstat(place).then((found) => (found.isSymbolicLink() ? readlink(place) : null), () => null);
      if (link !== null) links[place] = link;
    }
    const { env, script } = carried({ ...plan.env, HOME: plan.home.real, TMPDIR: '/tmp' });
    const args = bubblewrapArgs(plan, { giveEnvironment: script, canDisableNamespaces: tool.canDisableNamespaces, seccomp: program === null ? null : filterDescriptor, links, scope: tool.scope, countsByContainer: countsByContainer(release()) });
    const file = tool.file ?? '';
    // The filter has to come by an open descriptor; the shell opens it and then is bubblewrap, with the same pid.
    const [command, leading] = program === null ? [file, []] : ['/bin/sh', ['-c', `exec ${filterDescriptor}<"$0" && exec "$@"`, filter, file]];
    return { kind: 'stdio', command, args: [...leading, ...args], env, cwd: '/', isContainer: true };
  }

  async #seatbelt(plan: SandboxPlan, tool: SandboxTool, folder: string): Promise<StdioTarget> {
    const temporary = path.join(folder, 'tmp');
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const profile = seatbeltProfile(plan, { temporary, realPathOf: realPath });
    const env = { ...plan.env, HOME: plan.home.own, TMPDIR: temporary };
    const cwd = plan.cwd === plan.home.real ? plan.home.own : plan.cwd;
    return { kind: 'stdio', command: tool.file ?? '', args: ['-p', profile, plan.command, ...plan.args], env, cwd };
  }
}

/** Thirty days. */
const keptAfterRemovalMs = 30 * 24 * 60 * 60_000;

/** Since 5.14 a limit of processes counts those of the own user namespace; before, all of the person's. */
export function countsByContainer(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

/** Free in a process that has only the three of its own. */
const filterDescriptor = 9;

function realPath(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    return place;
  }
}
