/**
 * Answers to the questions of a launch. A secret one stands in the secret store, a plain one in the configuration, and one
 * that is asked each time in memory, until its server is stopped.
 */
import { HostError } from '@portolan/contract/errors';
import type { HandlersFor, InputOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { InputAnswerView, launchInputs } from '@portolan/contract/launch-inputs';
import type { ConfigStore, SecretStore, ServerConfig } from '../ports.ts';

export interface LaunchAnswer {
  value: string;
  isSecret: boolean;
}

type Answers = InputOf<'servers/answer'>['answers'];

export class LaunchInputs {
  readonly #config: ConfigStore;
  readonly #secrets: SecretStore;
  readonly #onSecret: (value: string) => void;
  /** For one run: server, then question. */
  readonly #given = new Map<ServerId, Map<string, string>>();

  /** @param onSecret learns of secret answers that the store never sees */
  constructor(config: ConfigStore, secrets: SecretStore, onSecret: (value: string) => void = () => undefined) {
    this.#config = config;
    this.#secrets = secrets;
    this.#onSecret = onSecret;
  }

  /** Null when nobody has answered. @throws {HostError} `secrets-locked` */
  async get(serverId: ServerId, id: string): Promise<LaunchAnswer | null> {
    const server = this.#find(serverId);
    const input = server?.inputs.find((each) => each.id === id);
    if (server === undefined || input === undefined) return null;
    const { isSecret } = input;
    const given = this.#given.get(serverId)?.get(id);
    if (given !== undefined) return { value: given, isSecret };
    if (server.asksEachTime?.includes(id) === true) return null;
    const value = isSecret ? await this.#secrets.get(keyOf(serverId, id)) : (server.answers?.[id] ?? null);
    return value === null ? null : { value, isSecret };
  }

  views(serverId: ServerId): InputAnswerView[] {
    const server = this.#require(serverId);
    return server.inputs.map(({ id, isSecret }) => {
      const plain = isSecret ? null : (server.answers?.[id] ?? null);
      const isGiven = this.#given.get(serverId)?.has(id) === true;
      return { id, isAnswered: isGiven || plain !== null || (isSecret && this.#secrets.has(keyOf(serverId, id))), value: plain, isAskedEachTime: server.asksEachTime?.includes(id) === true };
    });
  }

  /** @throws {HostError} `invalid-input` for a question the server does not ask, or an answer that is none of its options */
  async answer(serverId: ServerId, answers: Answers): Promise<void> {
    const server = this.#require(serverId);
    for (const { id, value } of answers) {
      const input = server.inputs.find((each) => each.id === id);
      if (input === undefined || (typeof value === 'string' && input.options !== undefined && !input.options.includes(value))) throw new HostError('invalid-input', { subject: id });
    }
    const plain = new Map<string, string | null>();
    const given = this.#given.get(serverId) ?? new Map<string, string>();
    for (const { id, value, isAskedEachTime } of answers) {
      const isSecret = server.inputs.find((each) => each.id === id)?.isSecret === true;
      // What is asked each time is kept nowhere; what was kept of it goes.
      const kept = isAskedEachTime ? null : value;
      if (typeof value === 'string' && isSecret) this.#onSecret(value);
      if (typeof value === 'string' && isAskedEachTime) given.set(id, value);
      else if (value !== undefined) given.delete(id);
      if (kept === undefined) continue;
      plain.set(id, isSecret ? null : kept);
      if (isSecret) {
        // One after the other: each is written to one file.
        // oxlint-disable-next-line no-await-in-loop
        await (kept === null ? this.#secrets.remove(keyOf(serverId, id)) : this.#secrets.set(keyOf(serverId, id), kept));
      }
    }
    this.#given.set(serverId, given);
    await this.#config.updateServer(serverId, (standing) => {
      const kept = Object.entries({ ...standing.answers, ...Object.fromEntries(plain) });
      const asked = (standing.asksEachTime ?? []).filter((id) => !answers.some((each) => each.id === id));
      return {
        answers: Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== null)),
        asksEachTime: [...asked, ...answers.flatMap(({ id, isAskedEachTime }) => (isAskedEachTime ? [id] : []))],
      };
    });
  }

  /** The run is over for which answers were given. */
  forgetGiven(serverId: ServerId): void {
    this.#given.delete(serverId);
  }

  #find(serverId: ServerId): ServerConfig | undefined {
    return this.#config.current().servers.find(({ id }) => id === serverId);
  }

  #require(serverId: ServerId): ServerConfig {
    const server = this.#find(serverId);
    if (server === undefined) throw new HostError('server-unknown', { serverId });
    return server;
  }
}

export function launchInputRoutes({ inputs }: { inputs: LaunchInputs }): HandlersFor<typeof launchInputs> {
  return {
    'servers/inputs': ({ serverId }) => ({ answers: inputs.views(serverId) }),
    'servers/answer': async ({ serverId, answers }) => {
      await inputs.answer(serverId, answers);
      return {};
    },
  };
}

function keyOf(serverId: ServerId, id: string): string {
  return `input/${serverId}/${id}`;
}
