/** The words around what was said, in the language of the person who saves the file. */
import type { CallState, MessageStatus, ModelRef, PartView, ToolCallView } from '@portolan/contract/conversations';
import type { ContentView } from '@portolan/contract/content';
import type { Problem } from '@portolan/contract/errors';
import { getCatalogue } from '@portolan/i18n/catalogue';
import type { Locale } from '@portolan/i18n/locales';
import { formatOf } from '@portolan/i18n/format';
import { toolTitle } from '@portolan/i18n/tool-title';
import type { BlockWords } from './html-blocks.ts';

/** A name the person gave a provider, where it is still known. */
export type ProviderNames = Readonly<Record<string, string>>;

export interface ExportWords extends BlockWords {
  locale: Locale;
  untitled: string;
  /** Below the title: what the file is and of when. */
  about: (createdAt: number, exportedAt: number, messages: number) => string;
  /** The project it is in. */
  project: (name: string) => string;
  instructions: string;
  author: (role: 'user' | 'assistant', model: ModelRef | null) => string;
  time: (moment: number) => string;
  reasoning: string;
  arguments: string;
  result: string;
  /** "Sum of calculator: done, 8 ms". */
  call: (call: ToolCallView) => string;
  /** What happened to a message besides being written; null when nothing did. */
  status: (status: MessageStatus, problem: Problem | null) => string | null;
  problem: (problem: Problem) => string;
  attachment: (part: Extract<PartView, { type: 'attachment' }>) => string;
  /** A block whose bytes are not in this file. */
  leftOut: (what: string, bytes: number) => string;
  link: (block: Extract<ContentView, { type: 'resource_link' }>) => string;
  unknownBlock: (type: string) => string;
  resource: (uri: string) => string;
  withheld: string;
  edited: string;
}

/** The words of one language. */
export function exportWords(locale: Locale): ExportWords {
  const catalogue = getCatalogue(locale);
  const { chatExport: t, chat, errors } = catalogue;
  const format = formatOf(locale);
  const problem = (each: Problem): string => {
    const words = errors.codes[each.code];
    return `${words.what(each.details)} ${words.next(each.details)}`.trim();
  };
  const states: Readonly<Record<CallState, string>> = t.states;
  return {
    locale,
    untitled: chat.untitled,
    about: (createdAt, exportedAt, messages) => t.about(format.date(createdAt), format.dateTime(exportedAt), messages),
    project: t.project,
    instructions: t.instructions,
    author: (role, model) => (role === 'user' ? chat.you : (model?.model ?? chat.assistant)),
    time: (moment) => format.dateTime(moment),
    reasoning: t.reasoning,
    arguments: t.arguments,
    result: t.result,
    call: ({ serverName, tool, title, script, state, startedAt, endedAt }) => (script === undefined ? '' : t.ofScript) + t.call(serverName, toolTitle(tool, title, catalogue), states[state], startedAt === null || endedAt === null ? '' : format.duration(endedAt - startedAt)),
    status: (status, itsProblem) => {
      if (itsProblem) return problem(itsProblem);
      return status === 'stopped' ? chat.stopped : status === 'interrupted' || status === 'failed' ? t.cut : status === 'streaming' ? t.running : null;
    },
    problem,
    attachment: ({ name, serverName, file }) => (file === undefined ? t.attachment(name, serverName) : t.file(name)),
    leftOut: (what, bytes) => t.leftOut(what, format.bytes(bytes)),
    link: ({ name, title, uri }) => t.link(title ?? name, uri),
    unknownBlock: t.unknownBlock,
    resource: t.resource,
    withheld: t.withheld,
    edited: t.edited,
    imageAt: t.imageAt,
    imageLeftOut: t.imageLeftOut,
    leadsTo: t.leadsTo,
  };
}
