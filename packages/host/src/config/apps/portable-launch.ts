/** A launch as another program can use it: its way of writing references, and no secret unless the person asked for it (S09). */
import type { ExportRemark } from '@portolan/contract/other-apps';
import type { ServerInput } from '@portolan/contract/servers';
import type { LaunchConfig, ServerConfig } from '../../ports.ts';
import { KnownSecrets } from '../../trace/known-secrets.ts';
import type { KnownApp } from './app-table.ts';

export interface PortableOptions {
  references: KnownApp['references'];
  home: string;
  /** `values`: secrets are written out. */
  secrets: 'references' | 'values';
  /** What the secret store keeps for this server under the name of a `${secret:NAME}`. */
  secretOf: (name: string) => Promise<string | undefined>;
}

export interface PortableLaunch {
  launch: LaunchConfig;
  /** Declarations of `${input:…}` references, for programs that ask. */
  inputs: ServerInput[];
  /** Variables whose values the other program keeps in its own key store. */
  keys: string[];
  remarks: ExportRemark[];
}

const reference = /\$\{(?:(env|input|secret):)?([A-Za-z_][\w.-]*)(?::-([^}]*))?\}/g;
const builtIns = new Set(['userHome', 'workspaceFolder', 'workspaceFolderBasename', 'pathSeparator']);

/** Nothing of it is written anywhere yet. */
export async function portableLaunch(server: ServerConfig, options: PortableOptions): Promise<PortableLaunch> {
  const work = new Translation(server, options);
  const { launch } = server;
  if (launch.kind === 'stdio') {
    const args: string[] = [];
    for (const [at, arg] of launch.args.entries()) args.push(await work.text(arg, optionName(launch.args, at)));
    return work.finish({
      kind: 'stdio',
      command: await work.text(launch.command, 'command'),
      args,
      env: await work.named(launch.env, (name) => name),
      ...(launch.cwd === undefined ? {} : { cwd: await work.text(launch.cwd, 'cwd') }),
    });
  }
  return work.finish({
    ...launch,
    url: await work.text(launch.url, `${server.name}_URL`),
    headers: await work.named(launch.headers, (name) => `${server.name}_${name}`),
  });
}

class Translation {
  readonly #server: ServerConfig;
  readonly #options: PortableOptions;
  readonly #known = new KnownSecrets();
  readonly #inputs = new Map<string, ServerInput>();
  readonly #keys = new Set<string>();
  readonly #remarks = new Map<ExportRemark['kind'], Set<string>>();

  constructor(server: ServerConfig, options: PortableOptions) {
    this.#server = server;
    this.#options = options;
    this.#known.addLaunch(server.launch);
  }

  finish(launch: LaunchConfig): PortableLaunch {
    return {
      launch,
      inputs: [...this.#inputs.values()],
      keys: [...this.#keys],
      remarks: [...this.#remarks].map(([kind, subjects]) => ({ kind, subjects: [...subjects].slice(0, 50) })),
    };
  }

  async named(values: Readonly<Record<string, string>>, labelOf: (name: string) => string): Promise<Record<string, string>> {
    const result: Record<string, string> = {};
    for (const [name, value] of Object.entries(values)) result[name] = await this.text(value, labelOf(name), name);
    return result;
  }

  /** `label` names a reference that has to be made; `subject` is what a person knows it by. */
  async text(text: string, label: string, subject = label): Promise<string> {
    return await this.#translate(this.#hide(text, label, subject), subject);
  }

  /** Secrets that stand in the text become references; or stay, when the person asked for that. */
  #hide(text: string, label: string, subject: string): string {
    const found = this.#known.isSecret(text.trim()) ? [text.trim()] : this.#known.inText.filter((secret) => text.includes(secret));
    if (found.length === 0) return text;
    if (this.#options.secrets === 'values') {
      this.#remark('secret-written', subject);
      return text;
    }
    // `Bearer abc`: the first word says how it is used, and is no secret.
    const scheme = /^(Bearer|Basic|Token|DPoP)\s+\S/i.exec(text)?.[1];
    const place = this.#secretReference(label, subject);
    if (found[0] === text.trim()) return scheme === undefined ? place : `${scheme} ${place}`;
    return found.reduce((rest, secret) => rest.replaceAll(secret, place), text);
  }

  async #translate(text: string, subject: string): Promise<string> {
    let result = '';
    let end = 0;
    for (const match of text.matchAll(reference)) {
      const [whole, scope, name = '', fallback] = match;
      result += text.slice(end, match.index) + (await this.#reference(whole, scope, name, fallback, subject));
      end = match.index + whole.length;
    }
    return this.#home(result + text.slice(end));
  }

  async #reference(whole: string, scope: string | undefined, name: string, fallback: string | undefined, subject: string): Promise<string> {
    const { references, home, secrets } = this.#options;
    if (scope === 'secret' && secrets === 'values') {
      const value = await this.#options.secretOf(name);
      if (value !== undefined) {
        this.#remark('secret-written', subject);
        return value;
      }
    }
    if (scope === 'input' || scope === 'secret') return this.#secretReference(name, subject, scope);
    if (this.#isMade(whole)) return whole;
    if (name === 'HOME' || name === 'userHome') return references === 'none' || references === 'keys' ? home : name === 'userHome' && references === 'plain' ? '${HOME}' : name === 'userHome' ? whole : this.#variable(name, undefined);
    if (builtIns.has(name) && references !== 'env' && references !== 'inputs') this.#remark('variables-not-expanded', name);
    if (builtIns.has(name)) return whole;
    if (references === 'none' || references === 'keys') this.#remark('variables-not-expanded', name);
    return references === 'none' || references === 'keys' ? whole : this.#variable(name, fallback);
  }

  #variable(name: string, fallback: string | undefined): string {
    if (this.#options.references === 'plain') return fallback === undefined ? `\${${name}}` : `\${${name}:-${fallback}}`;
    return `\${env:${name}}`;
  }

  /** Where a secret goes that is not written: a question, a variable, the other program's key store, or nowhere. */
  #secretReference(label: string, subject: string, scope?: string): string {
    const { references } = this.#options;
    const id = idOf(label);
    const declared = this.#server.inputs.find((input) => input.id === label && scope === 'input');
    if (references === 'none') {
      this.#remark('secret-left-out', subject);
      return '';
    }
    this.#remark('secret-as-reference', subject);
    if (references === 'inputs') {
      // Questions stand for the whole file: that of one server must not be answered with the key of another.
      const own = `${this.#server.name}_`;
      const asked = declared ?? { id: scope === 'input' || label.startsWith(own) ? id : idOf(own + label), description: `${this.#server.name}: ${subject}`, isSecret: true };
      this.#inputs.set(asked.id, asked);
      return `\${input:${asked.id}}`;
    }
    if (references === 'keys') {
      this.#keys.add(variableOf(id));
      return `\${${variableOf(id)}}`;
    }
    return references === 'plain' ? `\${${variableOf(id)}}` : `\${env:${variableOf(id)}}`;
  }

  #isMade(whole: string): boolean {
    const { references } = this.#options;
    const name = /^\$\{(?:input:|env:)?([\w.-]+)\}$/.exec(whole)?.[1] ?? '';
    return references === 'keys' && this.#keys.has(name);
  }

  /** No other program knows `~`. */
  #home(text: string): string {
    if (text === '~') return this.#options.home;
    return /^~[\\/]/.test(text) ? this.#options.home + text.slice(1) : text;
  }

  #remark(kind: ExportRemark['kind'], subject: string): void {
    this.#remarks.set(kind, (this.#remarks.get(kind) ?? new Set()).add(subject));
  }
}

function optionName(args: readonly string[], at: number): string {
  const own = /^--?([\w.-]+)=/.exec(args[at] ?? '')?.[1];
  const before = /^--?([\w.-]+)$/.exec(args[at - 1] ?? '')?.[1];
  return own ?? before ?? `argument_${at + 1}`;
}

/** A name that can stand in a reference. */
function idOf(label: string): string {
  const id = label.replaceAll(/[^\w.-]+/g, '_').slice(0, 120);
  return /^[A-Za-z_]/.test(id) ? id : `_${id}`;
}

function variableOf(id: string): string {
  return id.replaceAll(/[.-]/g, '_').toUpperCase();
}
