/**
 * What each server offered the last time, so that it can be seen and asked for before it runs (S16). One file a launch:
 * `<data>/state/lists/<launch hash>.json`. What is read back is looked at as if the server had just sent it, and only when it
 * carries our seal: models read these descriptions before the server was asked.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod/mini';
import { isJson } from '@portolan/contract/json';
import type { JsonObject } from '@portolan/contract/json';
import type { Client, Implementation, Prompt, Resource, ResourceTemplate, Tool } from '@portolan/mcp-client/client';
import { readImplementation } from '@portolan/mcp-client/reading/metadata';
import { readPrompt } from '@portolan/mcp-client/reading/prompts';
import { readResource, readResourceTemplate } from '@portolan/mcp-client/reading/resources';
import { readTool } from '@portolan/mcp-client/reading/tools';
import type { ServerLists } from './server-lists.ts';

/** What one server offered, and when that was read (milliseconds since the epoch). */
export interface RememberedOffer {
  at: number;
  era: Client['era'];
  protocolVersion: string;
  info: Implementation;
  instructions: string | undefined;
  tools: Tool[];
  resources: Resource[];
  templates: ResourceTemplate[];
  prompts: Prompt[];
}

const text = z.string().check(z.maxLength(100_000));
const items = z.array(z.record(z.string(), z.unknown())).check(z.maxLength(20_000));
const Kept = z.object({
  version: z.literal(1),
  at: z.number(),
  era: z.enum(['legacy', 'modern']),
  protocolVersion: z.string().check(z.maxLength(64)),
  info: z.object({ name: text, version: text, title: z.optional(text), description: z.optional(text), websiteUrl: z.optional(text), icons: z.optional(z.array(z.record(z.string(), z.unknown())).check(z.maxLength(16))) }),
  instructions: z.optional(text),
  tools: items,
  resources: items,
  templates: items,
  prompts: items,
});

/** A server that offers more than this (bytes) is not remembered: reading it back would cost more than asking it. */
const maxBytes = 8_000_000;
const maxFiles = 200;

export class ListMemory {
  readonly #folder: string;
  readonly #key: () => Buffer;

  /** @param key of this installation */
  constructor(folder: string, key: () => Buffer) {
    this.#folder = folder;
    this.#key = key;
  }

  /** Null when nothing is known, or what is there can't be used: the server will say it again. */
  async read(launchHash: string): Promise<RememberedOffer | null> {
    try {
      const file = this.#file(launchHash);
      if ((await stat(file)).size > maxBytes) return null;
      const [seal = '', json = ''] = (await readFile(file, 'utf8')).split('\n', 2);
      if (!this.#isSealed(launchHash, json, seal)) return null;
      const parsed = Kept.safeParse(JSON.parse(json));
      if (!parsed.success) return null;
      const { at, era, protocolVersion, info, instructions, tools, resources, templates, prompts } = parsed.data;
      return {
        at,
        era,
        protocolVersion,
        info: readImplementation(isJsonRecord(info) ? info : undefined),
        instructions,
        tools: usable(tools, readTool),
        resources: usable(resources, (raw) => readResource(raw)),
        templates: usable(templates, readResourceTemplate),
        prompts: usable(prompts, readPrompt),
      };
    } catch {
      return null;
    }
  }

  /** Keeps what is there now. A failure only costs the memory. */
  write(launchHash: string, client: Client, lists: ServerLists): RememberedOffer {
    const offer: RememberedOffer = {
      at: Date.now(),
      era: client.era,
      protocolVersion: client.protocolVersion,
      info: client.server,
      instructions: client.instructions,
      tools: [...lists.tools.items],
      resources: [...lists.resources.items],
      templates: [...lists.templates.items],
      prompts: [...lists.prompts.items],
    };
    const raw = (list: readonly { raw: JsonObject }[]): JsonObject[] => list.map((item) => item.raw);
    const written = JSON.stringify({ version: 1, ...offer, tools: raw(offer.tools), resources: raw(offer.resources), templates: raw(offer.templates), prompts: raw(offer.prompts) });
    if (Buffer.byteLength(written) <= maxBytes) {
      try {
        mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
        writeFileAtomic.sync(this.#file(launchHash), `${this.#seal(launchHash, written)}\n${written}`, { mode: 0o600, fsync: false });
      } catch {
        // Only a shortcut is lost.
      }
    }
    return offer;
  }

  /** Takes away what belongs to launches that are configured no longer, the oldest first, when there are many. */
  async tidy(wanted: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    if (names.length <= maxFiles) return;
    const unwanted = names.filter((name) => name.endsWith('.json') && !wanted.has(name.slice(0, -5)));
    await Promise.all(unwanted.map((name) => rm(path.join(this.#folder, name), { force: true })));
  }

  #seal(launchHash: string, json: string): string {
    return createHmac('sha256', this.#key()).update(`lists ${launchHash} ${json}`).digest('base64url');
  }

  #isSealed(launchHash: string, json: string, seal: string): boolean {
    const [given, wanted] = [Buffer.from(seal), Buffer.from(this.#seal(launchHash, json))];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  /** Hashes are hexadecimal; anything else names no file of ours. */
  #file(launchHash: string): string {
    if (!/^[0-9a-f]{64}$/.test(launchHash)) throw new Error('no launch hash');
    return path.join(this.#folder, `${launchHash}.json`);
  }
}

function usable<T>(list: readonly Record<string, unknown>[], read: (raw: JsonObject) => { item: T } | { refused: string }): T[] {
  return list.flatMap((raw) => {
    if (!isJsonRecord(raw)) return [];
    const reading = read(raw);
    return 'item' in reading ? [reading.item] : [];
  });
}

function isJsonRecord(value: unknown): value is JsonObject {
  return isJson(value) && typeof value === 'object' && value !== null && !Array.isArray(value);
}

