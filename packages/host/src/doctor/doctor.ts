/**
 * Looks this computer over for what servers need, and says what mends what it finds (O05). The one place for it: the
 * settings page, a failed server's page and the command line all show what comes out of here.
 */
import type { EventOf } from '@portolan/contract/contract';
import type { DoctorFinding } from '@portolan/contract/doctor';
import type { ServerId } from '@portolan/contract/ids';
import { finding } from './check.ts';
import type { Check, DoctorContext } from './check.ts';
import { builtInCheck } from './checks/built-in.ts';
import { certificatesCheck } from './checks/certificates.ts';
import { configCheck } from './checks/config.ts';
import { dataFolderCheck } from './checks/data-folder.ts';
import { databaseCheck } from './checks/database.ts';
import { doublesCheck } from './checks/doubles.ts';
import { loopbackCheck } from './checks/loopback.ts';
import { proxyCheck } from './checks/proxy.ts';
import { runtimeChecks } from './checks/runtimes.ts';
import { runtimeOf } from './runtime-of.ts';
import { searchPathCheck } from './checks/search-path.ts';
import { secretsCheck } from './checks/secrets.ts';
import { serverCheck, serversCheck } from './checks/servers.ts';
import { shellCheck } from './checks/shell.ts';

type DoctorEvent = EventOf<'doctor/run'>;

/** A check that takes longer is told as failed; the others are not held up by it. */
const checkLimitMs = 20_000;

const allChecks: readonly Check[] = [...runtimeChecks, shellCheck, searchPathCheck, proxyCheck, certificatesCheck, loopbackCheck, dataFolderCheck, configCheck, databaseCheck, secretsCheck, serversCheck, doublesCheck, builtInCheck];

export class Doctor {
  readonly #context: DoctorContext;
  readonly #checks: readonly Check[] | undefined;

  /** @param checks what to look at instead of everything; for tests */
  constructor(context: DoctorContext, checks?: readonly Check[]) {
    this.#context = context;
    this.#checks = checks;
  }

  /**
   * All checks side by side, each finding as soon as it is there, then `done`. Never throws; a check that fails is a
   * finding of its own. Installing something and running it again finds it: what was learnt of PATHs is looked up anew.
   * @param serverId only what this server needs
   */
  async *run(signal: AbortSignal, serverId?: ServerId): AsyncGenerator<DoctorEvent> {
    const started = performance.now();
    this.#context.launch.searchPath.forget();
    const checks = this.#checks ?? (serverId === undefined ? allChecks : [...runtimeChecks.filter((check) => isNeeded(check, this.#context, serverId)), shellCheck, searchPathCheck, proxyCheck, serverCheck(serverId)]);
    const pending = new Map(checks.map((check, at) => [at, this.#one(check, signal).then((findings) => ({ at, findings }))]));
    while (pending.size > 0 && !signal.aborted) {
      const { at, findings } = await Promise.race(pending.values());
      pending.delete(at);
      for (const each of findings) yield { type: 'finding', finding: each };
    }
    if (!signal.aborted) yield { type: 'done', durationMs: Math.round(performance.now() - started) };
  }

  async #one(check: Check, outer: AbortSignal): Promise<DoctorFinding[]> {
    const limit = AbortSignal.timeout(checkLimitMs);
    const signal = AbortSignal.any([outer, limit]);
    try {
      const late = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error(limit.aborted ? `it took longer than ${checkLimitMs / 1000} s` : 'no longer wanted')), { once: true });
      });
      return await Promise.race([check.run(this.#context, signal), late]);
    } catch (error) {
      if (outer.aborted) return [];
      return [finding({ id: `check:${check.name}`, area: 'environment', level: 'warn', code: 'check-failed', details: { check: check.name, message: error instanceof Error ? error.message.slice(0, 500) : String(error).slice(0, 500) } })];
    }
  }
}

/** A runtime check is named after its runtime; a server needs the one its command belongs to. */
function isNeeded(check: Check, context: DoctorContext, serverId: ServerId): boolean {
  const server = context.servers().find(({ id }) => id === serverId);
  return server?.launch.kind === 'stdio' && check.name === `runtime:${runtimeOf(server.launch.command) ?? ''}`;
}
