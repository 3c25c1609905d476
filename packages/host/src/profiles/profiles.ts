/** Profiles: kept, told to windows, and what a chat has of one (C11). */
import { randomBytes } from 'node:crypto';
import { HostError } from '@portolan/contract/errors';
import type { ConversationView, ModelRef } from '@portolan/contract/conversations';
import type { EventOf } from '@portolan/contract/contract';
import { ProfileId } from '@portolan/contract/ids';
import { longestProfileName, mostProfiles } from '@portolan/contract/profiles';
import type { ProfileGap, ProfileInput, ProfileView } from '@portolan/contract/profiles';
import { Broadcast } from '../broadcast.ts';
import { readableName } from '../hidden-characters.ts';
import type { ServerOffer } from '../library/offers.ts';
import { folded, freeName } from '../storage/named-store.ts';
import type { SqliteProfileStore, StoredProfile } from './profile-store.ts';
import { readProfile, writeProfile } from './profile-file.ts';
import { gapsOf } from './profile-servers.ts';
import type { Surroundings } from './profile-servers.ts';

/** The configuration, as far as profiles speak of it. */
export interface ProfileConfig {
  current(): Surroundings;
  onChange(listener: () => void): () => void;
}

export interface ProfilesDeps {
  store: SqliteProfileStore;
  config: ProfileConfig;
  /** What servers offer as far as it is known, for saying what a profile names and does not exist. */
  offers: () => readonly Pick<ServerOffer, 'serverId' | 'tools'>[];
  /** Says whenever tools of servers may have become others. */
  watchServers?: (signal: AbortSignal) => AsyncIterable<unknown>;
  /** Strikes out secrets the app knows: a file goes to others. */
  clean: (text: string) => string;
  /** A profile is another one now, or gone. */
  onChange?: () => void;
}

type ProfilesEvent = EventOf<'profiles/watch'>;
const dayMs = 24 * 60 * 60 * 1000;

export class Profiles implements Disposable {
  readonly #deps: ProfilesDeps;
  readonly #events: Broadcast<ProfilesEvent>;
  readonly #stop: () => void;
  readonly #closing = new AbortController();
  #told = '';

  constructor(deps: ProfilesDeps) {
    this.#deps = deps;
    this.#events = new Broadcast<ProfilesEvent>({ merge: (_last, next) => next });
    this.#stop = deps.config.onChange(() => this.#tell());
    if (deps.watchServers) void this.#follow(deps.watchServers(this.#closing.signal));
  }

  /** What was deleted a day ago and is in no chat goes for good. */
  empty(now: number = Date.now()): void {
    this.#deps.store.emptyRemoved(now - dayMs);
  }

  watch(signal: AbortSignal): AsyncIterable<ProfilesEvent> {
    return this.#events.subscribe(signal, [this.#all()]);
  }

  /** Removed ones included: a chat may have it. */
  find(id: ProfileId): StoredProfile | null {
    return this.#deps.store.get(id);
  }

  /** As a person calls it, but for case. Null where none that is not removed has this name. */
  named(name: string): ProfileView | null {
    const found = this.#present().find((each) => folded(each.name) === folded(name));
    return found === undefined ? null : this.#view(found);
  }

  names(): string[] {
    return this.#present().map(({ name }) => name);
  }

  view(id: ProfileId): ProfileView {
    return this.#view(this.#known(id));
  }

  save(id: ProfileId | undefined, { name, ...content }: ProfileInput): ProfileView {
    const others = this.#present().filter((each) => each.id !== id);
    const wanted = readableName(name);
    if (wanted === '') throw new HostError('invalid-input', { where: 'name' });
    if (others.some((each) => folded(each.name) === folded(wanted))) throw new HostError('profile-name-taken', { name: wanted });
    if (id !== undefined) this.#known(id);
    return this.#put(id, wanted, content);
  }

  duplicate(id: ProfileId, name: string): ProfileView {
    const { value } = this.#known(id);
    return this.#put(undefined, this.#free(name), value);
  }

  remove(id: ProfileId): void {
    this.#known(id);
    this.#deps.store.remove(id);
    this.#changed();
  }

  restore(id: ProfileId): ProfileView {
    const found = this.#known(id);
    if (found.removedAt !== null) this.#deps.store.restore(id, this.#free(found.name));
    this.#changed();
    return this.view(id);
  }

  setDefault(id: ProfileId | null): void {
    if (id !== null && this.#known(id).removedAt !== null) throw new HostError('profile-unknown', { profile: id });
    this.#deps.store.setDefault(id);
    this.#changed();
  }

  export(id: ProfileId): string {
    const { name, value } = this.#known(id);
    return writeProfile(this.#deps.config.current(), { name, ...value }, this.#deps.clean);
  }

  readFile(text: string): { profile: ProfileInput; gaps: ProfileGap[] } {
    const { profile, gaps } = readProfile(this.#deps.config.current(), text);
    return { profile, gaps: [...gaps, ...this.#gaps(profile)] };
  }

  import(text: string): ProfileView {
    const { name, ...content } = readProfile(this.#deps.config.current(), text).profile;
    return this.#put(undefined, this.#free(name), content);
  }

  /** What a new chat begins with. @param wanted undefined: the default one; null: none */
  begin(model: ModelRef | null, wanted: ProfileId | null | undefined): { model: ModelRef | null; profileId: ProfileId | null } {
    const id = wanted === undefined ? this.#deps.store.defaultId() : wanted;
    if (id === null) return { model, profileId: null };
    return { model: this.modelOf(id) ?? model, profileId: id };
  }

  /** The model it names, where its provider is still here. @throws {HostError} `profile-unknown` */
  modelOf(id: ProfileId): ModelRef | null {
    const { value, removedAt } = this.#known(id);
    if (removedAt !== null) throw new HostError('profile-unknown', { profile: id });
    const { model } = value;
    return model !== null && this.#deps.config.current().providers.some((each) => each.id === model.providerId) ? model : null;
  }

  /** Of this chat, as it is kept at this moment. */
  of({ profileId }: Pick<ConversationView, 'profileId'>): StoredProfile | null {
    return profileId === undefined ? null : this.#deps.store.get(profileId);
  }

  [Symbol.dispose](): void {
    this.#stop();
    this.#closing.abort();
    this.#events.close();
  }

  async #follow(changes: AsyncIterable<unknown>): Promise<void> {
    for await (const _change of changes) this.#tell();
  }

  #put(id: ProfileId | undefined, name: string, content: Omit<ProfileInput, 'name'>): ProfileView {
    const { store } = this.#deps;
    if (id === undefined && this.#present().length >= mostProfiles) throw new HostError('profile-full', { limit: mostProfiles });
    const its = id ?? ProfileId.parse(`pf_${randomBytes(12).toString('base64url')}`);
    store.put(its, name, { ...content, instructions: content.instructions.toWellFormed() });
    this.#changed();
    return this.view(its);
  }

  #free(name: string): string {
    return freeName(readableName(name) || '?', this.names(), longestProfileName);
  }

  #known(id: ProfileId): StoredProfile {
    const found = this.#deps.store.get(id);
    if (found === null) throw new HostError('profile-unknown', { profile: id });
    return found;
  }

  #present(): StoredProfile[] {
    return this.#deps.store.list().filter(({ removedAt }) => removedAt === null);
  }

  #gaps(profile: Pick<ProfileInput, 'servers' | 'model'>): ProfileGap[] {
    return gapsOf(this.#deps.config.current(), this.#deps.offers(), profile);
  }

  #view({ id, name, value, updatedAt, removedAt }: StoredProfile): ProfileView {
    return { id, name, ...value, updatedAt, ...(removedAt === null ? {} : { isRemoved: true as const }), gaps: this.#gaps(value) };
  }

  #all(): ProfilesEvent {
    return { profiles: this.#deps.store.list().map((each) => this.#view(each)), defaultId: this.#deps.store.defaultId() };
  }

  #changed(): void {
    this.#tell();
    this.#deps.onChange?.();
  }

  /** Lists of servers change often, and mostly nothing of any profile with them. */
  #tell(): void {
    if (this.#events.size === 0) return;
    const all = this.#all();
    const text = JSON.stringify(all);
    if (text === this.#told) return;
    this.#told = text;
    this.#events.publish(all);
  }
}
