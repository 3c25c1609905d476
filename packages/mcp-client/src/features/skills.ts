/**
 * Skills: instructions that a server hands out as resources, each file named beforehand with its size and digest
 * (extension `io.modelcontextprotocol/skills`, https://modelcontextprotocol.io/extensions/skills/overview). Nothing is
 * read ahead of need; what is read is checked before anybody sees it. Whether a skill is loaded is the host's decision.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CallOptions, Client, Listing, RefusedItem, ResourceContents } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { readFrontmatter } from './skill-frontmatter.ts';

export const skillsExtension = 'io.modelcontextprotocol/skills';

/** One skill as the server announces it. */
export interface Skill {
  /** Of its `SKILL.md`. */
  uri: string;
  name: string;
  description: string;
  /** Everything that the head of `SKILL.md` says, by the server's account; compared with the file when that is read. */
  frontmatter: JsonObject;
  /** Every file of the skill, or `dynamic` when the server makes them as it goes: those cannot be checked. */
  files: SkillFileEntry[] | 'dynamic';
  raw: JsonObject;
}

export interface SkillFileEntry {
  uri: string;
  /** `sha256:` and 64 hexadecimal digits. */
  digest: string;
  /** In bytes. */
  size: number;
}

export interface SkillFile {
  uri: string;
  mimeType?: string;
  bytes: Uint8Array;
  /** Of `SKILL.md` alone: what follows its head. */
  body?: string;
  /** Size and digest are as announced. False only for `dynamic` skills. */
  isVerified: boolean;
}

/** A file is not what was announced: it must not be used, and with `SKILL.md` the whole skill must not. */
export class SkillRefused extends Error {
  override readonly name = 'SkillRefused';
  readonly reason: 'unlisted' | 'missing' | 'size' | 'digest' | 'frontmatter';
  readonly uri: string;
  constructor(reason: SkillRefused['reason'], uri: string, message: string) {
    super(message);
    this.reason = reason;
    this.uri = uri;
  }
}

const maxPages = 64;
const maxSkills = 10_000;

export function hasSkills(client: Pick<Client, 'capabilities'>): boolean {
  return client.capabilities.extensions.includes(skillsExtension);
}

/** Every skill of the server; empty when it has none. A malformed entry costs itself. @throws {ServerError | LocalError} */
export async function listSkills(client: Client, options: CallOptions = {}): Promise<Listing<Skill>> {
  const items = new Map<string, Skill>();
  const refused: RefusedItem[] = [];
  let cursor: string | undefined;
  if (!hasSkills(client)) return { items: [], refused, isTruncated: false };
  for (let page = 0; page < maxPages; page += 1) {
    const result = await client.request('skills/list', cursor === undefined ? {} : { cursor }, options);
    for (const entry of Array.isArray(result['skills']) ? result['skills'] : []) {
      const skill = readSkill(entry);
      if (typeof skill === 'string') refused.push({ label: labelOf(entry), reason: skill, raw: entry });
      // Two entries for one file are two opinions of what it should hold.
      else if (items.has(skill.uri)) refused.push({ label: skill.uri, reason: 'listed twice', raw: entry });
      else items.set(skill.uri, skill);
      if (items.size + refused.length >= maxSkills) return { items: [...items.values()], refused, isTruncated: true };
    }
    const { nextCursor } = result;
    if (typeof nextCursor !== 'string') return { items: [...items.values()], refused, isTruncated: false };
    cursor = nextCursor;
  }
  return { items: [...items.values()], refused, isTruncated: true };
}

/** One skill by the URI of its `SKILL.md`. @throws {ServerError | LocalError | SkillRefused} */
export async function getSkill(client: Client, uri: string, options: CallOptions = {}): Promise<Skill> {
  const result = await client.request('skills/get', { uri }, options);
  const skill = readSkill(result['skill'] ?? null);
  if (typeof skill === 'string') throw new SkillRefused('missing', uri, `The server describes the skill ${uri} wrongly: ${skill}.`);
  if (skill.uri !== uri) throw new SkillRefused('unlisted', uri, `Asked for the skill ${uri}, the server described ${skill.uri}.`);
  return skill;
}

/**
 * One file of a skill, checked against its entry; `SKILL.md` unless told. Nothing but listed files is asked for.
 * @throws {SkillRefused} when it is not what was announced
 * @throws {ServerError | LocalError}
 */
export async function readSkillFile(client: Client, skill: Skill, uri: string = skill.uri, options: CallOptions = {}): Promise<SkillFile> {
  const entry = skill.files === 'dynamic' ? undefined : skill.files.find((file) => file.uri === uri);
  if (entry === undefined && !(skill.files === 'dynamic' && isInside(skill.uri, uri))) throw new SkillRefused('unlisted', uri, `${uri} is no file of the skill ${skill.name}.`);
  try {
    return await readOnce(client, skill, uri, entry, options);
  } catch (error) {
    // An answer that was kept may be of an older version than the entry.
    if (!(error instanceof SkillRefused) || options.cache === 'reload') throw error;
    return readOnce(client, skill, uri, entry, { ...options, cache: 'reload' });
  }
}

async function readOnce(client: Client, skill: Skill, uri: string, entry: SkillFileEntry | undefined, options: CallOptions): Promise<SkillFile> {
  const { contents } = await client.readResource(uri, options);
  const content = contents.find((each) => each.uri === uri);
  if (content === undefined) throw new SkillRefused('missing', uri, `The server sent nothing for ${uri}.`);
  const bytes = bytesOf(content);
  if (entry !== undefined && bytes.byteLength !== entry.size) throw new SkillRefused('size', uri, `${uri} has ${bytes.byteLength} bytes; ${entry.size} were announced.`);
  if (entry !== undefined && digestOf(bytes) !== entry.digest) throw new SkillRefused('digest', uri, `${uri} is not the file that was announced: its digest differs.`);
  const file: SkillFile = { uri, bytes, isVerified: entry !== undefined, ...(content.mimeType === undefined ? {} : { mimeType: content.mimeType }) };
  return uri === skill.uri ? { ...file, body: await checkedBody(skill, bytes) } : file;
}

async function checkedBody(skill: Skill, bytes: Uint8Array): Promise<string> {
  const read = await readFrontmatter(bytes);
  if ('problem' in read) throw new SkillRefused('frontmatter', skill.uri, `The head of ${skill.uri} cannot be read: ${read.problem}.`);
  const names = [...new Set([...Object.keys(read.frontmatter), ...Object.keys(skill.frontmatter)])].filter((name) => !isDeepStrictEqual(read.frontmatter[name], skill.frontmatter[name]));
  if (names.length > 0) throw new SkillRefused('frontmatter', skill.uri, `The head of ${skill.uri} says something else than was announced, in ${names.slice(0, 10).join(', ')}.`);
  return read.body;
}

function bytesOf(content: ResourceContents): Uint8Array {
  return content.kind === 'text' ? Buffer.from(content.text, 'utf8') : Buffer.from(content.blob, 'base64');
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function labelOf(entry: Json): string {
  return isJsonObject(entry) && typeof entry['uri'] === 'string' ? entry['uri'].slice(0, 200) : '(skill)';
}

/** The skill, or what is wrong with the entry. */
function readSkill(entry: Json): Skill | string {
  if (!isJsonObject(entry)) return 'no object';
  const { uri, frontmatter, resources } = entry;
  if (typeof uri !== 'string' || !URL.canParse(uri) || !uri.endsWith('/SKILL.md')) return 'its uri does not end in /SKILL.md';
  if (!isJsonObject(frontmatter)) return 'it has no frontmatter';
  const { name, description } = frontmatter;
  if (typeof name !== 'string' || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64) return 'its name is not of the allowed form';
  if (name !== uri.split('/').at(-2)) return 'its name is not that of its folder';
  if (typeof description !== 'string' || description === '' || description.length > 2_048) return 'its description is missing or too long';
  if (resources === 'dynamic') return { uri, name, description, frontmatter, files: 'dynamic', raw: entry };
  const files = readFiles(uri, resources);
  return typeof files === 'string' ? files : { uri, name, description, frontmatter, files, raw: entry };
}

function readFiles(skillUri: string, resources: Json | undefined): SkillFileEntry[] | string {
  if (!Array.isArray(resources)) return 'its list of files is missing';
  const files = new Map<string, SkillFileEntry>();
  for (const each of resources) {
    const { uri, digest, size } = isJsonObject(each) ? each : {};
    if (typeof uri !== 'string' || !isInside(skillUri, uri)) return 'a file is not inside its folder';
    if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest)) return `the digest of ${uri.slice(0, 200)} is of another form`;
    if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return `the size of ${uri.slice(0, 200)} is no number of bytes`;
    if (files.has(uri)) return `${uri.slice(0, 200)} is listed twice`;
    files.set(uri, { uri, digest, size });
  }
  return files.has(skillUri) ? [...files.values()] : 'its list of files leaves out SKILL.md';
}

/** In the skill's folder by its own address, without stepping out of it in any spelling. */
function isInside(skillUri: string, uri: string): boolean {
  if (!URL.canParse(uri) || /[?#\\]|%2e|%2f|%5c/i.test(uri)) return false;
  const folder = skillUri.slice(0, -'SKILL.md'.length);
  return uri.startsWith(folder) && uri.length > folder.length && !uri.slice(folder.length).split('/').some((part) => part === '..' || part === '.' || part === '');
}
