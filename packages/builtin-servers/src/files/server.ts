/** Files in the folders that were chosen, and nowhere else. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { expectOnly, OptionError, pathOption } from '../options.ts';
import type { Options } from '../options.ts';
import { answer, Refusal, structured, text } from '../tool-result.ts';
import { applyEdits, describeChange } from './edit.ts';
import { Folders } from './folders.ts';
import { hasRoots, rootsOf } from './roots.ts';
import { search } from './search.ts';

const readLimit = 1024 * 1024;
const mediaLimit = 4 * 1024 * 1024;
const writeLimit = 4 * 1024 * 1024;
const listLimit = 1000;
const media: Record<string, string> = { '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.gif': 'image/gif', '.webp': 'image/webp', '.mp3': 'audio/mpeg', '.wav': 'audio/wav', '.ogg': 'audio/ogg' };
const aPath = z.string().min(1).max(4096).describe('A whole path, or one from the first chosen folder on.');
const reads = { readOnlyHint: true, openWorldHint: false };
const changes = (more: { destructiveHint: boolean; idempotentHint: boolean }) => ({ readOnlyHint: false, openWorldHint: false, ...more });

export async function serveFiles(options: Options): Promise<void> {
  expectOnly(options, ['folder', 'read']);
  const chosen = options.map(({ name, value }) => ({ path: pathOption(value), isWritable: name === 'folder' }));
  if (chosen.length === 0) throw new OptionError('No folder was chosen: --folder=/path may be changed, --read=/path only read.');
  for (const folder of chosen) if (!(await stat(folder.path).catch(() => null))?.isDirectory()) process.stderr.write(`${folder.path} is not there, or is no folder; it is left out until it is.\n`);
  serveStdio(() => build(new Folders(chosen)));
}

function build(folders: Folders): McpServer {
  const server = new McpServer({ name: 'portolan-files', title: 'Files', version: '1.0.0' }, { capabilities: { tools: {} }, instructions: 'Works in the chosen folders only; “list-folders” names them.' });
  const within = rooted(server, folders);
  registerReading(server, folders, within);
  registerChanging(server, folders, within);
  return server;
}

type Within = (context: ServerContext, work: () => CallToolResult | Promise<CallToolResult>) => Promise<CallToolResult | InputRequiredResult>;

/** Asks the client once for its roots, if it has any, before anything is reached. */
function rooted(server: McpServer, folders: Folders): Within {
  server.server.setNotificationHandler('notifications/roots/list_changed', () => folders.widen());
  return (context, work) => {
    const told = rootsOf(context);
    if (told !== null) folders.narrow(told);
    else if (!folders.isTold && hasRoots(server, context)) return Promise.resolve(inputRequired({ inputRequests: { roots: inputRequired.listRoots() } }));
    return answer(work);
  };
}

function registerReading(server: McpServer, folders: Folders, within: Within): void {
  server.registerTool('list-folders', { title: 'Chosen folders', description: 'The folders that can be reached, and whether they may be changed.', inputSchema: z.object({}), outputSchema: z.object({ folders: z.array(z.object({ path: z.string(), access: z.enum(['read', 'write']) })) }), annotations: reads }, (_input, context) =>
    within(context, async () => {
      const list = (await folders.list()).map((folder) => ({ path: folder.path, access: folder.isWritable ? ('write' as const) : ('read' as const) }));
      return structured({ folders: list }, list.length === 0 ? 'No folder can be reached.' : list.map((folder) => `${folder.path} (${folder.access === 'write' ? 'read and change' : 'read only'})`).join('\n'));
    }),
  );
  server.registerTool('list', { title: 'List a folder', description: 'What is in a folder.', inputSchema: z.object({ path: aPath }), annotations: reads }, (input, context) =>
    within(context, async () => {
      const real = await folders.existing(input.path);
      const entries = (await readdir(real, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const lines = entries.slice(0, listLimit).map((entry) => `${entry.name}${entry.isDirectory() ? '/' : entry.isSymbolicLink() ? ' (link)' : ''}`);
      return text([...lines, ...(entries.length > listLimit ? [`… and ${entries.length - listLimit} more`] : [])].join('\n') || 'The folder is empty.');
    }),
  );
  server.registerTool('info', { title: 'About a file', description: 'Kind, size and times of a file or folder.', inputSchema: z.object({ path: aPath }), outputSchema: z.object({ path: z.string(), kind: z.string(), bytes: z.number(), changedAt: z.string() }), annotations: reads }, (input, context) =>
    within(context, async () => {
      const real = await folders.existing(input.path);
      const found = await stat(real);
      const data = { path: real, kind: found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other', bytes: found.size, changedAt: found.mtime.toISOString() };
      return structured(data, `${data.kind}, ${data.bytes} bytes, changed ${data.changedAt}`);
    }),
  );
  server.registerTool('read', { title: 'Read a file', description: `The text of a file, or a stretch of its lines; pictures and sound as such. Up to ${readLimit} bytes of text at a time.`, inputSchema: z.object({ path: aPath, fromLine: z.number().int().min(1).optional(), lines: z.number().int().min(1).max(100_000).optional() }), annotations: reads }, (input, context) =>
    within(context, () => readOne(folders, input)),
  );
  server.registerTool('search', { title: 'Search', description: 'Files by name (with * and ?) and/or by a text in them, in a folder and those below.', inputSchema: z.object({ path: aPath, name: z.string().min(1).max(200).optional(), text: z.string().min(1).max(500).optional() }), annotations: reads }, (input, context) =>
    within(context, async () => {
      if (input.name === undefined && input.text === undefined) throw new Refusal('Say what to look for: a name, a text, or both.');
      const real = await folders.existing(input.path);
      const { matches, cut } = await search(real, input, context.mcpReq.signal);
      const lines = matches.map((match) => (match.line === undefined ? match.path : `${match.path}:${match.line}: ${match.text ?? ''}`));
      return text([...(lines.length === 0 ? ['Nothing was found.'] : lines), ...(cut === null ? [] : [`(${cut})`])].join('\n'));
    }),
  );
}

async function readOne(folders: Folders, input: { path: string; fromLine?: number | undefined; lines?: number | undefined }): Promise<CallToolResult> {
  const { handle, real, size } = await folders.open(input.path);
  try {
    const mimeType = media[path.extname(real).toLowerCase()];
    if (mimeType !== undefined) {
      if (size > mediaLimit) throw new Refusal(`“${input.path}” is ${size} bytes; up to ${mediaLimit} are read.`);
      const data = (await handle.readFile()).toString('base64');
      return { content: [mimeType.startsWith('image/') ? { type: 'image', mimeType, data } : { type: 'audio', mimeType, data }] };
    }
    const buffer = Buffer.alloc(Math.min(size, input.fromLine === undefined ? readLimit : 16 * readLimit));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.subarray(0, 8000).includes(0)) throw new Refusal(`“${input.path}” is not text.`);
    const whole = new TextDecoder().decode(bytes);
    if (input.fromLine === undefined && input.lines === undefined) return text(size > bytesRead ? `${whole}\n… (${size - bytesRead} more bytes; read on by lines)` : whole);
    const from = (input.fromLine ?? 1) - 1;
    return text(whole.split('\n').slice(from, from + (input.lines ?? 2000)).join('\n').slice(0, readLimit));
  } finally {
    await handle.close();
  }
}

function registerChanging(server: McpServer, folders: Folders, within: Within): void {
  server.registerTool('write', { title: 'Write a file', description: 'Writes a file whole. One that is there is replaced only when that is asked for.', inputSchema: z.object({ path: aPath, content: z.string().max(writeLimit), overwrite: z.boolean().optional().describe('Replace a file that is there.') }), annotations: changes({ destructiveHint: true, idempotentHint: true }) }, (input, context) =>
    within(context, async () => {
      const real = await folders.fresh(input.path);
      const there = await stat(real).catch(() => null);
      if (there !== null && input.overwrite !== true) throw new Refusal(`“${input.path}” is there already. Nothing was written; set “overwrite” to replace it.`);
      // A link to somewhere else must not be written through.
      if (there !== null) await folders.existing(input.path, 'write');
      await replace(there === null ? real : await folders.existing(input.path, 'write'), input.content, there?.mode, there === null);
      return text(`Wrote ${Buffer.byteLength(input.content)} bytes to ${real}.`);
    }),
  );
  server.registerTool('edit', { title: 'Edit a file', description: 'Replaces stretches of text; each must be there exactly once. All of them, or none. Answers with what changed.', inputSchema: z.object({ path: aPath, edits: z.array(z.object({ find: z.string().max(writeLimit), replace: z.string().max(writeLimit) })).min(1).max(100), preview: z.boolean().optional().describe('Only show what would change.') }), annotations: changes({ destructiveHint: true, idempotentHint: false }) }, (input, context) =>
    within(context, async () => {
      const real = await folders.existing(input.path, 'write');
      const { before, mode } = await readWhole(folders, input.path);
      const after = applyEdits(before, input.edits);
      if (Buffer.byteLength(after) > writeLimit) throw new Refusal('The file would become too large. Nothing was changed.');
      if (input.preview !== true) await replace(real, after, mode, false);
      return text(describeChange(before, after));
    }),
  );
  server.registerTool('make-folder', { title: 'Make a folder', description: 'Makes a folder; its parent has to be there.', inputSchema: z.object({ path: aPath }), annotations: changes({ destructiveHint: false, idempotentHint: true }) }, (input, context) =>
    within(context, async () => {
      const real = await folders.fresh(input.path);
      await mkdir(real);
      return text(`Made ${real}.`);
    }),
  );
  server.registerTool('move', { title: 'Move or rename', description: 'Moves a file or folder. Never onto something that is there.', inputSchema: z.object({ from: aPath, to: aPath }), annotations: changes({ destructiveHint: true, idempotentHint: false }) }, (input, context) =>
    within(context, async () => {
      const source = await folders.fresh(input.from);
      if (await access(source, constants.F_OK).then(() => false, () => true)) throw new Refusal(`“${input.from}” is not there.`);
      const target = await folders.fresh(input.to);
      if ((await folders.list()).some((folder) => folder.real === source)) throw new Refusal('A chosen folder itself can not be moved.');
      await moveTo(source, target, input.to);
      return text(`Moved to ${target}.`);
    }),
  );
}

async function readWhole(folders: Folders, place: string): Promise<{ before: string; mode: number }> {
  const { handle, size } = await folders.open(place);
  try {
    if (size > writeLimit) throw new Refusal(`“${place}” is too large to be edited.`);
    return { before: await handle.readFile('utf8'), mode: (await handle.stat()).mode };
  } finally {
    await handle.close();
  }
}

/** In one piece: the new text stands under another name until it is whole. */
async function replace(real: string, content: string, mode: number | undefined, mustBeNew: boolean): Promise<void> {
  const draft = path.join(path.dirname(real), `.${path.basename(real).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o666);
  try {
    await handle.writeFile(content);
    await handle.sync();
    await handle.close();
    if (mode !== undefined) await chmod(draft, mode & 0o7777);
    if (mustBeNew) {
      // A link fails where something appeared in between; a rename would replace it.
      await link(draft, real);
      await rm(draft);
    } else await rename(draft, real);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

async function moveTo(source: string, target: string, said: string): Promise<void> {
  if (await stat(target).catch(() => null)) throw new Refusal(`“${said}” is there already. Nothing was moved.`);
  await rename(source, target);
}
