/** `resources list` and `resources read`. */
import { writeFile } from 'node:fs/promises';
import type { ResourceContentView } from '@portolan/contract/content';
import type { ResourceTemplateView, ResourceView } from '@portolan/contract/servers';
import type { Command, Context } from '../command.ts';
import { resourceLines } from '../content-lines.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure, messageOf } from '../failure.ts';
import { columns } from '../output/output.ts';
import { visible } from '../output/visible.ts';
import { usableServer } from '../servers.ts';
import { listLines, oneOrAll } from './each-server.ts';

type Item = { kind: 'resource'; view: ResourceView } | { kind: 'template'; view: ResourceTemplateView };

export const resourceCommands: Command[] = [
  {
    name: 'resources list',
    words: ['[SERVER]'],
    options: [],
    examples: ['resources list', 'resources list files'],
    run: async (context) => {
      const lists = await oneOrAll<Item>(context, async (server, client) => {
        const { resources, templates } = await client.request('servers/resources', { serverId: server.id }, { signal: context.signal });
        return [...resources.map((view) => ({ kind: 'resource' as const, view })), ...templates.map((view) => ({ kind: 'template' as const, view }))];
      });
      context.out.result(
        {
          servers: lists.map(({ server, items, problem }) => ({
            server: server.name,
            problem,
            resources: (items ?? []).flatMap((item) => (item.kind === 'resource' ? [resourceJson(item.view)] : [])),
            templates: (items ?? []).flatMap((item) => (item.kind === 'template' ? [templateJson(item.view)] : [])),
          })),
        },
        () => listLines(context, lists, (items, { out }) => columns(items.map(({ kind, view }) => [out.style('bold', visible(kind === 'resource' ? view.uri : view.uriTemplate)), visible(view.name)]))),
      );
      return lists.some(({ problem }) => problem !== null) ? exitCodes.failed : exitCodes.done;
    },
  },
  {
    name: 'resources read',
    words: ['SERVER', 'URI'],
    options: ['raw', 'out'],
    examples: ['resources read everything demo://resource/static/document/features.md', 'resources read files file:///tmp/report.pdf --out report.pdf'],
    run: async (context) => {
      const [serverName = '', uri = ''] = context.words;
      const { out, options } = context;
      const server = await usableServer(context, serverName);
      const { client } = await context.session();
      const { contents } = await client.request('resources/read', { serverId: server.id, uri }, { signal: context.signal });
      if (options.out !== undefined) return save(context, contents, options.out);
      if (options.raw) {
        for (const content of contents) if (content.kind === 'text') out.raw(content.text);
        return exitCodes.done;
      }
      out.result({ server: server.name, uri, contents }, () => contents.flatMap((content) => resourceLines(content, context)));
      return exitCodes.done;
    },
  },
];

/** The bytes of the one content, into a new file: nothing is ever overwritten by what a server sends. */
async function save({ t, out }: Context, contents: readonly ResourceContentView[], file: string): Promise<ExitCode> {
  const [content] = contents;
  if (content === undefined || contents.length > 1) throw new CliFailure(exitCodes.failed, 'failed', t.errors.notOneContent(contents.length));
  const bytes = content.kind === 'text' ? Buffer.from(content.text) : Buffer.from(content.blob, 'base64');
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new CliFailure(exitCodes.failed, 'file', t.errors.notWritten(file, messageOf(error)));
  }
  out.result({ file, bytes: bytes.length, mimeType: content.mimeType ?? null }, () => [t.saved(file)]);
  return exitCodes.done;
}

function resourceJson({ uri, name, title, description, mimeType, size }: ResourceView) {
  return { uri, name, title: title ?? null, description: description ?? null, mimeType: mimeType ?? null, size: size ?? null };
}

function templateJson({ uriTemplate, name, title, description, mimeType }: ResourceTemplateView) {
  return { uriTemplate, name, title: title ?? null, description: description ?? null, mimeType: mimeType ?? null };
}
