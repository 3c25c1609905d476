import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getSkill, listSkills, readSkillFile, SkillRefused } from '../src/features/skills.ts';
import type { Client } from '../src/client.ts';
import type { JsonObject } from '../src/jsonrpc/message.ts';
import { answerJson, result, scriptedServer } from './scripted-server.ts';
import { afterTest, openTarget } from './fixtures.ts';

const manifest = '---\nname: pdf\ndescription: Fill in forms\nmetadata:\n  level: "2"\n---\n\nDo this, then that.\n';
const manifestUri = 'skill://office/pdf/SKILL.md';
const extraUri = 'skill://office/pdf/references/FORMS.md';
const files: Record<string, string> = { [manifestUri]: manifest, [extraUri]: 'More.\n' };

function fileEntry(uri: string, text = files[uri] ?? ''): JsonObject {
  return { uri, digest: `sha256:${createHash('sha256').update(text).digest('hex')}`, size: Buffer.byteLength(text) };
}

function entry(overrides: JsonObject = {}): JsonObject {
  return { uri: manifestUri, frontmatter: { name: 'pdf', description: 'Fill in forms', metadata: { level: '2' } }, resources: [fileEntry(manifestUri), fileEntry(extraUri)], ...overrides };
}

interface Served {
  client: Client;
  /** URIs in the order in which they were read. */
  reads: string[];
}

async function serve(pages: JsonObject[][], content: Record<string, string> = files): Promise<Served> {
  const reads: string[] = [];
  const server = await scriptedServer((exchange) => {
    const { method, params = {} } = exchange.message;
    const uri = typeof params['uri'] === 'string' ? params['uri'] : '';
    const at = Number(params['cursor'] ?? 0);
    if (method === 'server/discover') answerJson(exchange, result(exchange, { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } }, serverInfo: { name: 's', version: '1' }, ttlMs: 0, cacheScope: 'private' }));
    else if (method === 'skills/list') answerJson(exchange, result(exchange, { resultType: 'complete', skills: pages[at] ?? [], ...(at + 1 < pages.length ? { nextCursor: String(at + 1) } : {}) }));
    else if (method === 'skills/get') answerJson(exchange, result(exchange, { resultType: 'complete', skill: pages[0]?.[0] ?? null }));
    else {
      reads.push(uri);
      answerJson(exchange, result(exchange, { resultType: 'complete', contents: [{ uri, mimeType: 'text/markdown', text: content[uri] ?? '' }] }));
    }
  });
  afterTest(() => server.close());
  const { client } = await openTarget({ kind: 'http', url: server.url, headers: {} });
  return { client, reads };
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof SkillRefused ? error.reason : `not refused: ${String(error)}`;
}

describe('skills of a server', () => {
  it('are listed over all pages, and no file is read for it (P24)', async () => {
    const other = 'skill://office/csv/SKILL.md';
    const { client, reads } = await serve([[entry()], [{ uri: other, frontmatter: { name: 'csv', description: 'x' }, resources: 'dynamic' }]]);
    const { items, refused } = await listSkills(client);
    expect(items.map(({ name, files: listed }) => [name, listed === 'dynamic' ? 'dynamic' : listed.length])).toEqual([['pdf', 2], ['csv', 'dynamic']]);
    expect(refused).toEqual([]);
    expect(reads).toEqual([]);
  });

  it('a malformed one costs itself (P24)', async () => {
    const bad: JsonObject[] = [
      entry({ uri: 'skill://office/pdf/README.md' }),
      entry({ frontmatter: { name: 'other', description: 'x' } }),
      entry({ frontmatter: { name: 'Pdf', description: 'x' } }),
      entry({ frontmatter: { name: 'pdf' } }),
      entry({ resources: [fileEntry(extraUri)] }),
      entry({ resources: [fileEntry(manifestUri), fileEntry('skill://office/other/SKILL.md')] }),
      entry({ resources: [fileEntry(manifestUri), fileEntry('skill://office/pdf/../csv/x')] }),
      entry({ resources: [fileEntry(manifestUri), fileEntry('skill://office/pdf/%2e%2e/x')] }),
      entry({ resources: [fileEntry(manifestUri), fileEntry(manifestUri)] }),
      entry({ resources: [{ ...fileEntry(manifestUri), digest: 'md5:x' }] }),
      entry({ resources: [{ ...fileEntry(manifestUri), size: -1 }] }),
    ];
    const { client } = await serve([[...bad, entry(), entry()]]);
    const { items, refused } = await listSkills(client);
    expect(items).toHaveLength(1);
    expect(refused).toHaveLength(bad.length + 1);
    expect(refused.at(-1)?.reason).toBe('listed twice');
  });

  it('a file that is what was announced is handed over, with the body of SKILL.md (P24)', async () => {
    const { client } = await serve([[entry()]]);
    const skill = await getSkill(client, manifestUri);
    expect(await readSkillFile(client, skill)).toMatchObject({ isVerified: true, body: '\nDo this, then that.\n' });
    expect(Buffer.from((await readSkillFile(client, skill, extraUri)).bytes).toString()).toBe('More.\n');
  });

  it.each<[string, JsonObject, Record<string, string>]>([
    ['digest', entry(), { ...files, [manifestUri]: manifest.replace('that', 'evil') }],
    ['size', entry(), { ...files, [manifestUri]: `${manifest}more` }],
    ['frontmatter', entry({ frontmatter: { name: 'pdf', description: 'Harmless', metadata: { level: '2' } } }), files],
    ['frontmatter', entry({ frontmatter: { name: 'pdf', description: 'Fill in forms' } }), files],
    ['frontmatter', entry({ frontmatter: { name: 'pdf', description: 'Fill in forms', metadata: { level: 2 } } }), files],
  ])('a file whose %s is another is refused', async (reason, announced, content) => {
    const { client } = await serve([[announced]], content);
    const [skill] = (await listSkills(client)).items;
    if (skill === undefined) throw new Error('no skill');
    expect(await refusalOf(readSkillFile(client, skill))).toBe(reason);
  });

  it('a head with aliases, or none, is refused', async () => {
    for (const text of ['---\na: &x [1]\nb: *x\n---\n', 'no head', '---\nname: pdf\n', '---\n- a\n---\n', '---\nname: pdf\nname: pdf\n---\n']) {
      const { client } = await serve([[entry({ resources: [fileEntry(manifestUri, text)] })]], { [manifestUri]: text });
      const [skill] = (await listSkills(client)).items;
      if (skill === undefined) throw new Error('no skill');
      expect(await refusalOf(readSkillFile(client, skill))).toBe('frontmatter');
    }
  });

  it('a file that is not listed is not asked for', async () => {
    const { client, reads } = await serve([[entry()]]);
    const [skill] = (await listSkills(client)).items;
    if (skill === undefined) throw new Error('no skill');
    for (const uri of ['file:///etc/passwd', 'skill://office/pdf/other.md', 'skill://office/csv/SKILL.md', 'skill://office/pdf/../../x']) {
      expect(await refusalOf(readSkillFile(client, skill, uri))).toBe('unlisted');
      expect(await refusalOf(readSkillFile(client, { ...skill, files: 'dynamic' }, uri))).toMatch(uri.endsWith('other.md') ? /frontmatter|not refused/ : /unlisted/);
    }
    expect(reads.filter((uri) => uri !== 'skill://office/pdf/other.md')).toEqual([]);
  });
});
