/** Prompt templates: kept, checked, told to windows, filled in (C11). */
import { randomBytes } from 'node:crypto';
import type { EventOf } from '@portolan/contract/contract';
import type { ConversationView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import { TemplateId } from '@portolan/contract/ids';
import type { ServerId } from '@portolan/contract/ids';
import { lineAndColumn, readTemplate, variablesOf } from '@portolan/contract/template-text';
import { isFatal, isRemark, mostTemplates } from '@portolan/contract/templates';
import type { TemplateInput, TemplateProblem, TemplateView } from '@portolan/contract/templates';
import { Broadcast } from '../broadcast.ts';
import { folded, freeName } from '../storage/named-store.ts';
import { fillTemplate } from './fill-template.ts';
import type { Filled, FillOptions } from './fill-template.ts';
import { checkTemplate, referenceKey, resolve } from './template-references.ts';
import type { KnownServer } from './template-references.ts';
import type { SqliteTemplateStore, StoredTemplate } from './template-store.ts';

export interface TemplatesDeps {
  store: SqliteTemplateStore;
  /** Every configured server with what it offers, as far as that is known. */
  servers: () => readonly KnownServer[];
  /** What a chat leaves in of it. */
  offered: (conversation: ConversationView) => Pick<FillOptions, 'offers' | 'offersServer'>;
}

type TemplatesEvent = EventOf<'templates/watch'>;
const dayMs = 24 * 60 * 60 * 1000;
const longestName = 64;

export class Templates implements Disposable {
  readonly #deps: TemplatesDeps;
  readonly #events = new Broadcast<TemplatesEvent>({ merge: (_last, next) => next });

  constructor(deps: TemplatesDeps) {
    this.#deps = deps;
  }

  /** What was deleted a day ago goes for good. */
  empty(now: number = Date.now()): void {
    this.#deps.store.emptyRemoved(now - dayMs);
  }

  watch(signal: AbortSignal): AsyncIterable<TemplatesEvent> {
    return this.#events.subscribe(signal, [this.#all()]);
  }

  list(): TemplateView[] {
    return this.#all().templates;
  }

  check(text: string): TemplateProblem[] {
    return checkTemplate(text, this.#deps.servers());
  }

  save(id: TemplateId | undefined, { name, description, text }: TemplateInput, anyway: boolean): { template: TemplateView | null; problems: TemplateProblem[] } {
    const { store } = this.#deps;
    if (id !== undefined) this.#known(id);
    if (this.#present().some((each) => each.id !== id && folded(each.name) === folded(name))) throw new HostError('template-name-taken', { name });
    const problems = this.check(text);
    const fatal = problems.find(isFatal);
    if (fatal !== undefined && anyway) throw new HostError('template-unusable', { reason: fatal.of, line: lineAndColumn(text, fatal.start).line });
    if (fatal !== undefined || (!anyway && problems.some((problem) => !isRemark(problem)))) return { template: null, problems };
    if (id === undefined && this.#present().length >= mostTemplates) throw new HostError('template-full', { limit: mostTemplates });
    const its = id ?? TemplateId.parse(`pt_${randomBytes(12).toString('base64url')}`);
    store.put(its, name, { description: description.toWellFormed(), text: text.toWellFormed(), bound: this.#bound(text) });
    this.#tell();
    return { template: this.#view(this.#known(its)), problems };
  }

  remove(id: TemplateId): void {
    this.#known(id);
    this.#deps.store.remove(id);
    this.#tell();
  }

  restore(id: TemplateId): TemplateView {
    const { name, removedAt } = this.#known(id);
    if (removedAt !== null) this.#deps.store.restore(id, freeName(name, this.#present().map((each) => each.name), longestName, '-'));
    this.#tell();
    return this.#view(this.#known(id));
  }

  /** As it is written; null when it is gone. */
  source(id: TemplateId): string | null {
    return this.#deps.store.get(id)?.value.text ?? null;
  }

  /** `query`: what tools it names are found by. @throws {HostError} `template-unknown`, `template-unusable` */
  fill(id: TemplateId, conversation: ConversationView, values: Readonly<Record<string, string>>): Filled & { query: string } {
    const { name, value, removedAt } = this.#known(id);
    if (removedAt !== null) throw new HostError('template-unknown', { template: id });
    const filled = fillTemplate(value.text, { servers: this.#deps.servers(), bound: value.bound, values, ...this.#deps.offered(conversation) });
    return { ...filled, query: `/${name}` };
  }

  [Symbol.dispose](): void {
    this.#events.close();
  }

  /** Which server each reference means now. */
  #bound(text: string): Record<string, ServerId> {
    const servers = this.#deps.servers();
    return Object.fromEntries(
      readTemplate(text).flatMap((part): [string, ServerId][] => {
        if (part.type !== 'tool' && part.type !== 'resource') return [];
        const { resolved } = resolve(part, servers);
        return resolved === null ? [] : [[referenceKey(part), resolved.server.id]];
      }),
    );
  }

  #known(id: TemplateId): StoredTemplate {
    const found = this.#deps.store.get(id);
    if (found === null) throw new HostError('template-unknown', { template: id });
    return found;
  }

  #present(): StoredTemplate[] {
    return this.#deps.store.list().filter(({ removedAt }) => removedAt === null);
  }

  #view({ id, name, value: { description, text }, updatedAt }: StoredTemplate): TemplateView {
    return { id, name, description, text, updatedAt, variables: variablesOf(readTemplate(text)) };
  }

  #all(): TemplatesEvent {
    return { templates: this.#present().map((each) => this.#view(each)) };
  }

  #tell(): void {
    this.#events.publish(this.#all());
  }
}
