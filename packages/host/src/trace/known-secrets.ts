/**
 * Every value that is known to be secret while the host runs: of the configuration, of what was expanded for a start, and of
 * the secret store. None is ever forgotten, since the trace may hold messages from before a key was changed.
 */
import { isPossibleSecretName } from '@portolan/contract/secret-names';
import type { LaunchConfig, SecretStore } from '../ports.ts';

/** Fields of what the secret store holds that say where a secret belongs. */
const openNames = new Set(['origin', 'account', 'clientId', 'client_id', 'client_uri', 'logo_uri', 'application_type', 'issuer', 'authorizationServerUrl', 'indicator', 'resource', 'scope', 'scopes', 'requestedScopes', 'tokenType', 'token_type', 'redirectUri', 'redirect_uris', 'client_name', 'grant_types', 'response_types', 'token_endpoint_auth_method', 'kty', 'crv', 'alg', 'use']);

/** Shorter values are never looked for inside other text: hiding every `1` would make a trace unreadable and protect nothing. */
const leastInText = 6;
const leastAlone = 4;
/** A model's text is damaged by what is struck out of it: only what nobody writes by chance is. */
const leastCertain = 8;
const most = 5_000;

export class KnownSecrets {
  /** Longest first, so that one that holds another goes as a whole. */
  #inText: string[] = [];
  #certain: string[] = [];
  readonly #alone = new Set<string>();
  /** Grows with every new value: what was made with an older one may be made again. */
  version = 0;

  /** Values to be struck out wherever they stand. */
  get inText(): readonly string[] {
    return this.#inText;
  }

  /** Those that are secrets beyond doubt and stand in no text by chance, in every form; for what models and people are to read. */
  get certain(): readonly string[] {
    return this.#certain;
  }

  /** Whether a text is a secret as a whole. */
  isSecret(text: string): boolean {
    return this.#alone.has(text);
  }

  /** @param isCertain false for values that may well be none: ordinary words, numbers, paths and addresses are then let be */
  add(value: string, isCertain: boolean): void {
    const text = value.trim();
    if (!isCertain && (isOrdinary(text) || isOrdinaryAroundReferences(text))) return;
    // `Bearer abc` is sent as it stands, and its second part is the secret.
    for (const part of [text, text.replace(/^[A-Za-z][\w-]{0,30}\s+/, '')]) {
      if (isCertain && part.length >= leastCertain && !isOrdinary(part) && !this.#certain.includes(part) && this.#certain.length < most) this.#certain = longestFirst([...this.#certain, ...formsOf(part)]);
      if (part.length < leastAlone || this.#alone.has(part) || this.#alone.size >= most) continue;
      this.#alone.add(part);
      this.version += 1;
      if (part.length >= leastInText) this.#inText = longestFirst([...this.#inText, ...formsOf(part)]);
    }
  }

  addNamed(values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values)) if (!isReference(value)) this.add(value, isPossibleSecretName(name));
  }

  addLaunch(launch: LaunchConfig): void {
    if (launch.kind === 'http') {
      this.addNamed(launch.headers);
      this.addAddress(launch.url);
      return;
    }
    this.addNamed(launch.env);
    this.addArguments(launch.args);
  }

  /** `--token=x` and `--token x`, and addresses with a password in them. */
  addArguments(args: readonly string[]): void {
    for (const [at, arg] of args.entries()) {
      const [, name = '', value] = /^--?([\w.-]+)(?:=(.*))?$/s.exec(arg) ?? [];
      const given = value ?? args[at + 1];
      if (name !== '' && isPossibleSecretName(name) && given !== undefined && !given.startsWith('-') && !isReference(given)) this.add(given, true);
      this.addAddress(value ?? arg);
    }
  }

  /** The password and the secret parameters of an address. */
  addAddress(text: string): void {
    if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return;
    const url = new URL(text);
    if (url.password !== '') this.add(decode(url.password), true);
    for (const [name, value] of url.searchParams) if (isPossibleSecretName(name) && !isReference(value)) this.add(value, true);
  }

  /** What stands in the secret store: a value, or JSON that holds some. */
  addStored(value: string): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      parsed = value;
    }
    if (typeof parsed === 'object' && parsed !== null) this.#addParts(parsed, 0);
    else this.add(value, true);
  }

  #addParts(value: object, depth: number): void {
    for (const [name, part] of Object.entries(value)) {
      if (openNames.has(name)) continue;
      if (typeof part === 'string' && !/^https?:\/\//i.test(part)) this.add(part, true);
      else if (typeof part === 'object' && part !== null && depth < 8) this.#addParts(part as object, depth + 1);
    }
  }
}

/** The same store, whose values become known as they are read and written. */
export function remembering(store: SecretStore, known: KnownSecrets): SecretStore {
  return {
    async get(name) {
      const value = await store.get(name);
      if (value !== null) known.addStored(value);
      return value;
    },
    async set(name, value) {
      known.addStored(value);
      await store.set(name, value);
    },
    remove: (name) => store.remove(name),
    has: (name) => store.has(name),
  };
}

/** How a value may stand in a text: as it is, inside JSON, in an address, as Base64. */
function formsOf(value: string): string[] {
  const wellFormed = value.toWellFormed();
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(wellFormed), new URLSearchParams({ v: wellFormed }).toString().slice(2), Buffer.from(value, 'utf8').toString('base64'), Buffer.from(value, 'utf8').toString('base64url')];
}

function longestFirst(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted((a, b) => b.length - a.length);
}

/** `${NAME}` holds no secret itself, nor does `Bearer ${NAME}`. */
function isReference(value: string): boolean {
  return /^(?:(?:Bearer|Basic|Token|DPoP)\s+)?\$\{[^}]{1,200}\}$/i.test(value.trim());
}

/** Words, short numbers, versions, paths and plain addresses are settings rather than secrets. */
function isOrdinary(value: string): boolean {
  if (/^[A-Za-z][a-z]{0,15}(?:[ _-][A-Za-z][a-z]{0,15}){0,3}$/.test(value) || /^\d{1,6}(?:\.\d{1,6}){0,3}$/.test(value)) return true;
  if (/^(?:~?\/|[A-Za-z]:\\)[^\n]*$/.test(value) && /[/\\].*[/\\ .]/.test(value.slice(1)) && !/[+=]/.test(value)) return true;
  return URL.canParse(value) && /^(?:https?|file):/i.test(value) && !/[@?#]/.test(value);
}

/** `${workspaceFolder}/src`: what stands around the references is words, short numbers and what parts them. */
function isOrdinaryAroundReferences(value: string): boolean {
  const around = value.replaceAll(/\$\{[^}]{1,200}\}/g, ' ');
  return around !== value && around.split(/[^A-Za-z0-9]+/).every((each) => /^(?:[A-Za-z]?[a-z]{0,15}|\d{1,5})$/.test(each));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
