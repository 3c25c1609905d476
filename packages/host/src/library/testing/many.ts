/** Libraries of any size, always the same for the same numbers: what servers of documents, tickets and metrics offer, in two languages. */
import { ServerId } from '@portolan/contract/ids';
import type { Prompt, Resource, Tool } from '@portolan/mcp-client/client';
import type { ServerOffer } from '../offers.ts';

const verbs = ['read', 'list', 'create', 'update', 'delete', 'search', 'export', 'merge', 'query', 'watch'];
const things = ['user', 'invoice', 'report', 'ticket', 'branch', 'metric', 'alert', 'customer', 'folder', 'calendar', 'contract', 'shipment'];
const words = ['weekly', 'summary', 'of', 'the', 'north', 'region', 'archive', 'with', 'all', 'comments', '发票', '客户', '报告', '数据库', '每周天气'];

/** A number that looks like chance, from two. */
function mixed(a: number, b: number): number {
  return Math.imul((a + 1) * 2_654_435_761, b + 7) >>> 8;
}

function pick(list: readonly string[], a: number, b: number): string {
  return list[mixed(a, b) % list.length] ?? '';
}

function sentence(i: number): string {
  return Array.from({ length: 20 }, (_, at) => pick(words, i, at)).join(' ');
}

export function manyTools(count: number): Tool[] {
  return Array.from({ length: count }, (_, i) => {
    const name = `${pick(verbs, i, 1)}_${pick(things, i, 2)}_${i}`;
    return { name, description: sentence(i), inputSchema: { type: 'object' }, repairs: [], raw: { name } };
  });
}

export function manyResources(count: number): Resource[] {
  return Array.from({ length: count }, (_, i) => {
    const name = `${pick(things, i, 3)} ${i}.md`;
    return { uri: `docs://${pick(words, i, 4)}/${pick(things, i, 5)}/${i}.md`, name, title: `${pick(words, i, 6)} ${pick(things, i, 7)} ${i}`, description: sentence(i), mimeType: 'text/markdown', size: i, repairs: [], raw: { name } };
  });
}

export function offerOf(name: string, offered: { tools?: Tool[]; prompts?: Prompt[]; resources?: Resource[] } & Partial<ServerOffer>): ServerOffer {
  return { serverId: ServerId.parse(`s-${name}`), serverName: name, isEnabled: true, tools: [], prompts: [], resources: [], templates: [], generation: 1, isOff: () => false, ...offered };
}
