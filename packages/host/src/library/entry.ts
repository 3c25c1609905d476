/** One thing that a server offers, as it is searched. Made once for what a server said, whichever list it stands in. */
import type { LibraryKind } from '@portolan/contract/library';
import type { Prompt, Resource, ResourceTemplate, Tool } from '@portolan/mcp-client/client';
import { fold, squash } from './fold.ts';

export type Offered = { kind: 'tool'; item: Tool } | { kind: 'prompt'; item: Prompt } | { kind: 'resource'; item: Resource } | { kind: 'template'; item: ResourceTemplate };

/** The texts are folded; fields that are missing are empty. */
export interface LibraryEntry {
  offered: Offered;
  name: string;
  /** Name, title and address with their words set apart by one blank: for what is asked for by its whole. */
  squashed: { name: string; title: string; uri: string };
  title: string;
  uri: string;
  description: string;
  /** All of them in one: what does not stand here stands nowhere, which one look tells. */
  whole: string;
}

/** Longer texts are searched up to here: a server may send a book as a description. */
const searched = 4_000;

const made = new WeakMap<object, LibraryEntry>();

export function entryOf(offered: Offered): LibraryEntry {
  const known = made.get(offered.item);
  if (known !== undefined) return known;
  const { item } = offered;
  const name = fold(item.name.slice(0, searched));
  const title = fold((titleOf(offered) ?? '').slice(0, searched));
  const uri = fold((uriOf(offered) ?? '').slice(0, searched));
  const description = fold((item.description ?? '').slice(0, searched));
  const entry = { offered, name, squashed: { name: squash(name), title: squash(title), uri: squash(uri) }, title, uri, description, whole: `${name}\n${title}\n${uri}\n${description}` };
  made.set(item, entry);
  return entry;
}

/** What it is called on screen; tools have a second place for it. */
export function titleOf(offered: Offered): string | undefined {
  return offered.item.title ?? (offered.kind === 'tool' ? offered.item.annotations?.title : undefined);
}

export function uriOf(offered: Offered): string | undefined {
  if (offered.kind === 'resource') return offered.item.uri;
  return offered.kind === 'template' ? offered.item.uriTemplate : undefined;
}

/** What names it within its server and kind, as the person's switches do. */
export function keyOf(offered: Offered): string {
  return uriOf(offered) ?? offered.item.name;
}

/** In the order in which kinds are shown. */
export const kinds: readonly LibraryKind[] = ['tool', 'prompt', 'resource', 'template'];
