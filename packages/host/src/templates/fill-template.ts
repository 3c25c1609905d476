/** A template filled in: the text to send, what is to be attached, and which tools it names. */
import type { PendingAttachment } from '@portolan/contract/drafts';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import { lineAndColumn, readTemplate } from '@portolan/contract/template-text';
import type { TemplateProblem } from '@portolan/contract/templates';
import { modelToolName } from '../models/names.ts';
import type { AvailableTool } from '../ports.ts';
import { referenceKey, resolve } from './template-references.ts';
import type { KnownServer, Resolved } from './template-references.ts';

export interface Filled {
  text: string;
  attachments: PendingAttachment[];
  tools: { serverId: ServerId; server: string; name: string }[];
  problems: TemplateProblem[];
}

export interface FillOptions {
  servers: readonly KnownServer[];
  bound: Readonly<Record<string, ServerId>>;
  /** Values are put in as they are: braces in them mean nothing. */
  values: Readonly<Record<string, string>>;
  /** Whether the chat offers it; what it leaves out is said, and not brought in by this door. */
  offers: (tool: Pick<AvailableTool, 'serverId' | 'name'>) => boolean;
  offersServer: (serverId: ServerId) => boolean;
}

/** @throws {HostError} `template-unusable` for a text that cannot be read */
export function fillTemplate(source: string, { servers, bound, values, offers, offersServer }: FillOptions): Filled {
  const filled: Filled = { text: '', attachments: [], tools: [], problems: [] };
  for (const part of readTemplate(source)) {
    if (part.type === 'bad') throw new HostError('template-unusable', { reason: part.fault, line: lineAndColumn(source, part.start).line });
    if (part.type === 'text') filled.text += part.text;
    else if (part.type === 'variable') filled.text += Object.hasOwn(values, part.name) ? (values[part.name] ?? '') : '';
    else {
      const { resolved, problem } = resolve(part, servers, bound[referenceKey(part)]);
      if (problem !== null && problem.kind !== 'not-checked') filled.problems.push(problem);
      if (resolved === null) {
        filled.text += part.of;
        continue;
      }
      const isOffered = resolved.kind === 'tool' ? offers({ serverId: resolved.server.id, name: resolved.name }) : offersServer(resolved.server.id);
      filled.text += told(resolved);
      if (!isOffered) filled.problems.push({ kind: 'not-offered', start: part.start, end: part.end, of: resolved.kind === 'tool' ? resolved.name : resolved.uri, server: resolved.server.name });
      else take(filled, resolved);
    }
  }
  return filled;
}

/** A tool by the name the model knows it by; a resource by its own, which is its server's word and stands among the person's. */
function told(resolved: Resolved): string {
  return resolved.kind === 'tool' ? modelToolName(resolved.server.name, resolved.name) : `“${quotable(resolved.name) || quotable(resolved.uri)}”`;
}

/** Characters of a name; a longer one is no name. */
const longestName = 100;

/** On one line, with nothing that only a model reads, and without the end of its quotation: what follows it is the person's again. */
function quotable(name: string): string {
  const plain = name.slice(0, 10 * longestName).toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, ' ').replaceAll(/[“”„‟"]/gu, "'").replaceAll(/\s+/gu, ' ').trim();
  const characters = Array.from(plain);
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : plain;
}

/** Once each. */
function take(filled: Filled, resolved: Resolved): void {
  const { server } = resolved;
  if (resolved.kind === 'tool') {
    if (!filled.tools.some((each) => each.serverId === server.id && each.name === resolved.name)) filled.tools.push({ serverId: server.id, server: server.name, name: resolved.name });
    return;
  }
  const { uri, name, uriTemplate } = resolved;
  const key = `${server.id} ${uri}`;
  if (filled.attachments.some((each) => each.key === key)) return;
  // Without a version: it is read at the usual door, by the composer that shows it or when the message is sent.
  filled.attachments.push({ key, label: name.slice(0, 4096), serverName: server.name, input: { type: 'resource', serverId: server.id, uri, name: name.slice(0, 1024), ...(uriTemplate === undefined ? {} : { uriTemplate }) } });
}
