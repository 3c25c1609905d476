/** Reasons to look twice at a call. They never take the question away: what a server says of itself is a claim (C09). */
import type { ToolApprovalView } from '@portolan/contract/interactions';
import type { Json } from '@portolan/contract/json';
import { claimsTrust, oddLetters } from '@portolan/contract/names';
import { hasHiddenCharacters } from '../hidden-characters.ts';
import type { ApprovalRequest } from '../ports.ts';
import { hostId } from '../resources/host-tools.ts';

type Flag = ToolApprovalView['flags'][number];

const longText = 2000;
const longLines = 40;

export function approvalFlags(request: ApprovalRequest, hasStaleRule: boolean): Flag[] {
  const { tool } = request;
  const flags: Flag[] = [];
  if (hasStaleRule) flags.push('definition-changed');
  if (tool.view.looksLike !== undefined) flags.push('look-alike');
  // The app's own name is no claim of anybody's.
  const names = tool.serverId === hostId ? [] : [tool.serverName, tool.name, tool.title ?? ''];
  if (names.some((name) => oddLetters(name).length > 0)) flags.push('odd-letters');
  if (names.some((name) => claimsTrust(name))) flags.push('claims-trust');
  if (tool.view.annotations?.destructiveHint === true) flags.push('claims-destructive');
  if (tool.view.annotations?.openWorldHint === true) flags.push('claims-open-world');
  const texts = textsIn(request.arguments);
  const shown = [...texts, tool.name, tool.title ?? '', tool.description ?? ''];
  if (shown.some((text) => hasHiddenCharacters(text))) flags.push('hidden-characters');
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  if (length > longText || lines > longLines || texts.length > longText / 10) flags.push('long-arguments');
  return flags;
}

/** Every string in the value, keys included: a hidden character in a key is as good a hiding place. */
function textsIn(value: Json): string[] {
  const texts: string[] = [];
  const open: Json[] = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item === 'string') texts.push(item);
    else if (Array.isArray(item)) for (const child of item) open.push(child);
    else if (typeof item === 'object' && item !== null) {
      for (const [key, child] of Object.entries(item)) {
        texts.push(key);
        open.push(child);
      }
    }
  }
  return texts;
}
