/** Tools as one kind of model is offered them, and what is said of that on the tool's page (C14). */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@portolan/contract/json';
import type { ProviderKind } from '@portolan/contract/providers';
import type { ToolView } from '@portolan/contract/servers';
import type { AvailableTool } from '../ports.ts';
import { hostId } from '../resources/host-tools.ts';
import { modelToolName, ToolNames } from './names.ts';
import { kindLabel, providerKinds } from './provider-kinds.ts';
import { changesOf } from './schema/change-log.ts';
import { fitSchema } from './schema/fit.ts';
import { dialectOf } from './schema/for-kind.ts';

const maxDescription = 8_000;
/** What OpenAI accepts in one request (reported); more than any model uses well. */
export const maxTools = 128;

/** What servers say of a tool, as far as models need it. */
export interface ToolDefinition {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: JsonObject;
}

export interface OfferedTool {
  /** Its name towards the model. */
  name: string;
  description: string;
  schema: JsonObject;
  tool: AvailableTool;
  /** Changes with every byte of the offer; remembers a refusal. */
  fingerprint: string;
}

export interface Offer {
  tools: OfferedTool[];
  byName: ToolNames<OfferedTool>;
  /** Unfit for this kind of model; their pages say so. */
  left: { tool: AvailableTool; reason: string }[];
  /** Fit, but more than one request may hold. */
  overLimit: { tool: AvailableTool; reason: string }[];
}

export interface OfferOptions {
  /** Characters of a description; the default is generous. */
  descriptionLimit?: number;
  /** True for what the model has refused before. */
  isRefused?(fingerprint: string): boolean;
}

/** Fits every tool; what does not fit is left out with the reason and spoils nothing (try-out 18). Keeps the order. */
export function offerTools(available: readonly AvailableTool[], kind: ProviderKind, options: OfferOptions = {}): Offer {
  // The app's own names are its own, whatever a server is called.
  const reserved = new Set(available.flatMap(({ serverId, serverName, name }) => (serverId === hostId ? [modelToolName(serverName, name)] : [])));
  const offer: Offer = { tools: [], byName: new ToolNames(), left: [], overLimit: [] };
  for (const tool of available) {
    const fitted = fitTool(tool.serverName, tool, kind, options.descriptionLimit);
    const name = modelToolName(tool.serverName, tool.name);
    if (tool.serverId !== hostId && reserved.has(name)) offer.left.push({ tool, reason: 'A tool of the app has this name towards models.' });
    else if (fitted.excluded !== null) offer.left.push({ tool, reason: fitted.excluded });
    else if (offer.tools.length >= maxTools) offer.overLimit.push({ tool, reason: `More than ${maxTools} tools are not sent in one request.` });
    else {
      const fingerprint = createHash('sha256').update(JSON.stringify([name, fitted.description, fitted.schema])).digest('base64url');
      const offered: OfferedTool = { name, description: fitted.description, schema: fitted.schema, tool, fingerprint };
      if (options.isRefused?.(fingerprint)) continue;
      if (offer.byName.add(name, offered)) offer.tools.push(offered);
      else offer.left.push({ tool, reason: 'Another tool has the same name towards models.' });
    }
  }
  return offer;
}

/** Kinds that are given the same schemas, as one. */
const dialects = [...Map.groupBy(providerKinds, (kind) => dialectOf[kind]).values()].flatMap((kinds) => {
  const [kind] = kinds;
  return kind === undefined ? [] : [{ kind, kinds, label: kinds.map(kindLabel).join(', ') }];
});

/** For `ToolView.model`: what every kind of model sees, and what only some do. */
export function describeForModel(serverName: string, tool: ToolDefinition): ToolView['model'] {
  const fits = dialects.map(({ kind, kinds, label }) => ({ kinds, label, fitted: fitTool(serverName, tool, kind) }));
  const everywhere = fits[0]?.fitted.changes.filter((change) => fits.every(({ fitted }) => fitted.changes.includes(change))) ?? [];
  const changes = [...everywhere];
  for (const { label, fitted } of fits) {
    for (const change of fitted.changes) if (!everywhere.includes(change)) changes.push(`For ${label}: ${change}`);
    if (fitted.excluded !== null) changes.push(`For ${label}: left out. ${fitted.excluded}`);
  }
  const reasons = fits.map(({ fitted }) => fitted.excluded);
  const isExcluded = reasons.every((reason) => reason !== null);
  return { name: modelToolName(serverName, tool.name), changes, ...briefly(fits), ...(isExcluded && reasons[0] ? { excluded: reasons[0] } : {}) };
}

/** For a list: which kinds lose something of it, and which are not given it at all. */
function briefly(fits: readonly { kinds: readonly ProviderKind[]; fitted: ReturnType<typeof fitTool> }[]): Pick<ToolView['model'], 'lossy' | 'leftOut'> {
  const leftOut = fits.flatMap(({ kinds, fitted }) => (fitted.excluded === null ? [] : kinds));
  const lossy = fits.flatMap(({ kinds, fitted: { excluded, changes, log } }) => (excluded === null && changesOf(log, changes).some(({ isLoss }) => isLoss) ? kinds : []));
  return { ...(lossy.length > 0 ? { lossy } : {}), ...(leftOut.length > 0 ? { leftOut } : {}) };
}

/** What one kind of model is given of a tool. */
export function sentDefinition(serverName: string, tool: ToolDefinition, kind: ProviderKind): { kind: ProviderKind; name: string; description: string; schema: JsonObject | null; excluded: string | null } {
  const name = modelToolName(serverName, tool.name);
  const fitted = fitTool(serverName, tool, kind);
  if (fitted.excluded !== null) return { kind, name, description: '', schema: null, excluded: fitted.excluded };
  return { kind, name, description: fitted.description, schema: fitted.schema, excluded: null };
}

/** What one kind of model is given of a tool, with everything that was changed. */
export function fitTool(serverName: string, tool: ToolDefinition, kind: ProviderKind, descriptionLimit = maxDescription) {
  const fitted = fitSchema(tool.inputSchema, kind);
  const changes = [...fitted.changes];
  if (fitted.excluded !== null) return { excluded: fitted.excluded, changes, log: fitted.log };
  let description = tool.description?.trim() || tool.title?.trim() || '';
  if (!description) {
    // Some models hang on a tool without a description (try-out 18).
    description = `The tool "${tool.name}" of the server "${serverName}".`;
    changes.push('A description was added: the server gives none.');
  }
  if (fitted.hint) description = `${description}\n${fitted.hint}`;
  if (description.length > descriptionLimit) {
    description = `${description.slice(0, descriptionLimit)} […]`;
    changes.push(`The description was cut after ${descriptionLimit} characters.`);
  }
  return { excluded: null, description, schema: fitted.schema, changes, log: fitted.log };
}
