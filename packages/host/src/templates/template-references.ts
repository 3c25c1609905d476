/** What the references of a template mean here, or what is wrong with them and what could be meant instead. */
import type { ServerId } from '@portolan/contract/ids';
import { readTemplate } from '@portolan/contract/template-text';
import type { TemplatePart } from '@portolan/contract/template-text';
import type { TemplateProblem } from '@portolan/contract/templates';
import type { Resource, ResourceTemplate, Tool } from '@portolan/mcp-client/client';
import type { ServerOffer } from '../library/offers.ts';

/** As far as a template can name it. */
export interface KnownOffer extends Pick<ServerOffer, 'isOff'> {
  tools: readonly Pick<Tool, 'name'>[];
  resources: readonly Pick<Resource, 'uri' | 'name' | 'title'>[];
  templates: readonly Pick<ResourceTemplate, 'uriTemplate'>[];
}

/** Every server that is configured; `offer` null where nobody has allowed it, `isKnown` false where its lists were never read. */
export interface KnownServer {
  id: ServerId;
  name: string;
  offer: KnownOffer | null;
  isKnown: boolean;
}

export type Resolved =
  | { kind: 'tool'; server: KnownServer; name: string }
  | { kind: 'resource'; server: KnownServer; uri: string; name: string; uriTemplate?: string };

export type Reference = Extract<TemplatePart, { type: 'tool' | 'resource' }>;
export type Outcome = { resolved: Resolved | null; problem: TemplateProblem | null };

/** As it is kept: which server a reference meant. */
export const referenceKey = ({ type, of }: Reference): string => `${type}:${of}`;

/** Everything that is wrong with a text, in its order. @param bound which servers references meant when it was saved */
export function checkTemplate(text: string, servers: readonly KnownServer[], bound: Readonly<Record<string, ServerId>> = {}): TemplateProblem[] {
  return readTemplate(text).flatMap((part): TemplateProblem[] => {
    if (part.type === 'bad') return [{ kind: 'unreadable', start: part.start, end: part.end, of: part.fault }];
    if (part.type !== 'tool' && part.type !== 'resource') return [];
    const { problem } = resolve(part, servers, bound[referenceKey(part)]);
    return problem === null ? [] : [problem];
  });
}

/** @param bound the server it meant when it was saved */
export function resolve(part: Reference, servers: readonly KnownServer[], bound?: ServerId): Outcome {
  return part.type === 'tool' ? resolveTool(part, servers, bound) : resolveResource(part, servers, bound);
}

const about = ({ start, end }: Reference, problem: Omit<TemplateProblem, 'start' | 'end'>): Outcome => ({ resolved: null, problem: { ...problem, start, end } });

function resolveTool(part: Extract<Reference, { type: 'tool' }>, servers: readonly KnownServer[], bound: ServerId | undefined): Outcome {
  const split = splitServer(part.of, servers);
  if (split === null) {
    const slash = part.of.indexOf('/');
    const wanted = part.of.slice(0, slash);
    const rest = part.of.slice(slash + 1);
    const server = servers.find(({ name }) => name === nearest(wanted, servers.map((each) => each.name)));
    // What is proposed has to exist itself, as far as that is known.
    const tools = server?.isKnown === true ? server.offer?.tools.map(({ name }) => name) : undefined;
    const tool = tools === undefined || tools.includes(rest) ? rest : nearest(rest, tools);
    return about(part, { kind: 'server-unknown', of: wanted, ...(server === undefined || tool === null ? {} : { nearest: `${server.name}/${tool}` }) });
  }
  const { server, rest } = split;
  // Renamed meanwhile, or another one of that name: what was meant is what it was bound to.
  const meant = servers.find(({ id }) => id === bound);
  if (meant !== undefined && meant.id !== server.id) return about(part, { kind: 'other-server', of: rest, server: server.name });
  const { offer } = server;
  if (offer === null || !server.isKnown) return { resolved: { kind: 'tool', server, name: rest }, problem: { kind: 'not-checked', start: part.start, end: part.end, of: rest, server: server.name } };
  const resolved: Resolved = { kind: 'tool', server, name: rest };
  if (offer.tools.some(({ name }) => name === rest)) return offer.isOff('tool', rest) ? { resolved: null, problem: { kind: 'off', start: part.start, end: part.end, of: rest, server: server.name } } : { resolved, problem: null };
  const near = nearest(rest, offer.tools.map(({ name }) => name));
  return about(part, { kind: 'tool-unknown', of: rest, server: server.name, ...(near === null ? {} : { nearest: `${server.name}/${near}` }) });
}

function resolveResource(part: Extract<Reference, { type: 'resource' }>, servers: readonly KnownServer[], bound: ServerId | undefined): Outcome {
  const split = splitServer(part.of, servers);
  // A name of a server that is part of an address, such as `files` in `files/a`, names the server only where it has that resource.
  const explicit = split === null ? null : { ...split, found: inServer(split.server, split.rest) };
  if (explicit !== null && (explicit.found !== null || !/^[a-z][a-z0-9+.-]*:/i.test(part.of))) {
    const { server, rest, found } = explicit;
    if (found !== null) return offOrResolved(part, found);
    if (server.offer === null || !server.isKnown) return { resolved: { kind: 'resource', server, uri: rest, name: rest }, problem: { kind: 'not-checked', start: part.start, end: part.end, of: rest, server: server.name } };
    const near = nearest(rest, server.offer.resources.map(({ uri }) => uri));
    return about(part, { kind: 'resource-unknown', of: rest, server: server.name, ...(near === null ? {} : { nearest: `${server.name}/${near}` }) });
  }
  const found = servers.flatMap((server) => inServer(server, part.of) ?? []);
  const listed = found.filter(({ uriTemplate }) => uriTemplate === undefined);
  const choices = listed.length > 0 ? listed : found;
  const meant = bound === undefined ? undefined : choices.find(({ server }) => server.id === bound);
  if (meant !== undefined) return offOrResolved(part, meant);
  if (bound !== undefined && choices[0] !== undefined) return about(part, { kind: 'other-server', of: part.of, server: choices[0].server.name });
  if (choices.length > 1) return about(part, { kind: 'ambiguous', of: part.of, servers: choices.map(({ server }) => server.name) });
  const [only] = choices;
  if (only !== undefined) return offOrResolved(part, only);
  const near = nearest(part.of, servers.flatMap(({ offer }) => offer?.resources.map(({ uri }) => uri) ?? []));
  return about(part, { kind: 'resource-unknown', of: part.of, ...(near === null ? {} : { nearest: near }) });
}

function offOrResolved({ start, end }: Reference, resolved: Extract<Resolved, { kind: 'resource' }>): Outcome {
  const { server, uri, uriTemplate } = resolved;
  const isOff = server.offer?.isOff(uriTemplate === undefined ? 'resource' : 'template', uriTemplate ?? uri) === true;
  return isOff ? { resolved: null, problem: { kind: 'off', start, end, of: uri, server: server.name } } : { resolved, problem: null };
}

/** A resource of this address in its list, or one that fits one of its templates. */
function inServer(server: KnownServer, uri: string): Extract<Resolved, { kind: 'resource' }> | null {
  const { offer } = server;
  if (offer === null) return null;
  const listed = offer.resources.find((each) => each.uri === uri);
  if (listed !== undefined) return { kind: 'resource', server, uri, name: listed.title ?? listed.name };
  const template = offer.templates.find(({ uriTemplate }) => fitsTemplate(uri, uriTemplate));
  return template === undefined ? null : { kind: 'resource', server, uri, name: uri, uriTemplate: template.uriTemplate };
}

/** Whether an address can have been made of a template (RFC 6570): its literal pieces stand in it, in order, with something between. */
function fitsTemplate(uri: string, uriTemplate: string): boolean {
  const pieces = uriTemplate.split(/\{[^{}]*\}/u);
  const [first = ''] = pieces;
  const last = pieces.at(-1) ?? '';
  if (pieces.length < 2 || first === '' || !uri.startsWith(first) || !uri.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = uri.indexOf(piece, at + 1);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return uri.length - last.length > at;
}

/** The configured server with the longest name that it begins with, and what stands after its slash. */
function splitServer(of: string, servers: readonly KnownServer[]): { server: KnownServer; rest: string } | null {
  const server = servers.filter(({ name }) => of.startsWith(`${name}/`) && of.length > name.length + 1).toSorted((a, b) => b.name.length - a.name.length)[0];
  return server === undefined ? null : { server, rest: of.slice(server.name.length + 1) };
}

/** More names than these are not compared, and longer ones are no typing errors. */
const mostCompared = 5_000;
const longestCompared = 200;

/** The one that is written most nearly so, where that is near: a third of its letters may differ. */
export function nearest(wanted: string, names: readonly string[]): string | null {
  let best: { name: string; distance: number } | null = null;
  if (wanted.length > longestCompared) return null;
  for (const name of names.slice(0, mostCompared)) {
    if (name.length > longestCompared) continue;
    const distance = distanceOf(wanted.toLowerCase(), name.toLowerCase());
    if (distance <= Math.max(1, Math.ceil(Math.max(wanted.length, name.length) / 3)) && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** Levenshtein. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
