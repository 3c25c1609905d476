/** What the configuration has to say to the person. */
import { HostError } from '@portolan/contract/errors';
import { serverHash } from '../launch-hash.ts';
import type { ConfigState, NoticesPort } from '../ports.ts';
import type { OpenTo } from './folder-safety.ts';
import type { JsoncError } from './jsonc-tree.ts';
import type { EntryIssue } from './read-config.ts';

const brokenId = 'config-broken';
// More entries than this are not read one by one.
const maxIssues = 20;

export class ConfigNotices {
  readonly #port: NoticesPort;
  readonly #file: string;
  #raised = new Set<string>();
  #isBroken = false;

  constructor(port: NoticesPort, file: string) {
    this.#port = port;
    this.#file = file;
  }

  /** The whole file cannot be used; the last good one is, where there is one. */
  broken(error: JsoncError, hasLastGood: boolean): void {
    this.#isBroken = true;
    const kept = hasLastGood ? {} : { kept: 'nothing' };
    const details = { file: this.#file, line: error.line, column: error.column, reason: error.reason, ...kept };
    this.#port.add({ id: brokenId, kind: 'config-broken', problem: new HostError('config-broken', details).problem, details: { file: this.#file, reason: error.reason, ...kept } });
  }

  /** Another account could change which programs are run (A17). */
  openToOthers({ path, reason }: OpenTo): void {
    this.#port.add({ id: 'config-open-to-others', kind: 'config-open-to-others', problem: null, details: { file: this.#file, path, reason } });
  }

  /** Another program's version, written while ours was, is kept as this copy. */
  keptBeside(kept: string): void {
    this.#port.add({ id: 'config-kept-beside', kind: 'config-changed-outside', problem: null, details: { file: this.#file, kept } });
  }

  mended(): void {
    if (this.#isBroken) this.#port.dismiss?.(brokenId);
    this.#isBroken = false;
  }

  /** Single entries that cannot be used; replaces what was said about entries before. */
  issues(issues: EntryIssue[]): void {
    const now = new Set<string>();
    for (const issue of issues.slice(0, maxIssues)) {
      const id = `config-entry-${issue.entry.slice(0, 100)}`;
      now.add(id);
      const details = { file: this.#file, server: issue.entry, reason: issue.reason, field: issue.field };
      this.#port.add({ id, kind: 'config-broken', problem: new HostError('config-broken', { ...details, line: issue.line, column: issue.column }).problem, details: { ...details, line: String(issue.line) } });
    }
    for (const id of this.#raised) if (!now.has(id)) this.#port.dismiss?.(id);
    this.#raised = now;
  }

  /** Says which servers appeared, changed what they run, or went away while somebody else wrote the file (A07, A08). */
  changedOutside(before: ConfigState, after: ConfigState): void {
    const old = new Map(before.servers.map((server) => [server.name, serverHash(server)]));
    const fresh = new Map(after.servers.map((server) => [server.name, serverHash(server)]));
    const added = [...fresh.keys()].filter((name) => !old.has(name));
    const changed = [...fresh].filter(([name, hash]) => old.has(name) && old.get(name) !== hash).map(([name]) => name);
    const removed = [...old.keys()].filter((name) => !fresh.has(name));
    if (added.length + changed.length + removed.length === 0) return;
    const details = { file: this.#file, added: added.join(', '), changed: changed.join(', '), removed: removed.join(', ') };
    this.#port.add({ id: 'config-changed-outside', kind: 'config-changed-outside', problem: null, details });
  }
}
