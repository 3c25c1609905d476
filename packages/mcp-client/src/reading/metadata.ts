/** What several features share: icons, annotations, implementation info. */
import type { Annotations, Icon, Implementation } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import { defined, Reader } from './reader.ts';

/** Icons kept per item. */
const ICON_LIMIT = 16;

/** Icons as declared: schemes, origins and bytes are checked by whoever draws them. Undefined when there are none. */
export function readIcons(reader: Reader): Icon[] | undefined {
  const raw = reader.array('icons');
  if (raw === undefined) return undefined;
  const icons: Icon[] = [];
  for (const [index, item] of raw.slice(0, ICON_LIMIT).entries()) {
    if (!isJsonObject(item) || typeof item['src'] !== 'string') {
      reader.note(`icons[${index}]`, 'left out: an icon needs a src');
      continue;
    }
    icons.push(readIcon(reader.child(`icons[${index}]`, item), item['src']));
  }
  return icons.length === 0 ? undefined : icons;
}

function readIcon(reader: Reader, src: string): Icon {
  const theme = reader.get('theme');
  if (theme !== undefined && theme !== 'light' && theme !== 'dark') reader.note('theme', 'left out: neither light nor dark');
  return defined<Icon>({
    src,
    mimeType: reader.string('mimeType'),
    sizes: readSizes(reader),
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  });
}

/** 2025-11-25 made `sizes` an array; drafts before it had one string of several. */
function readSizes(reader: Reader): string[] | undefined {
  const sizes = reader.get('sizes');
  if (typeof sizes !== 'string') return reader.strings('sizes');
  reader.note('sizes', 'a string was read as an array');
  return sizes.split(/\s+/).filter((size) => size !== '');
}

/** Audience, priority, lastModified. Undefined when nothing of it is usable. */
export function readAnnotations(reader: Reader): Annotations | undefined {
  const raw = reader.object('annotations');
  if (raw === undefined) return undefined;
  const inner = reader.child('annotations', raw);
  const audience = inner.strings('audience')?.filter((role) => role === 'user' || role === 'assistant');
  const said = inner.get('audience');
  if (Array.isArray(said) && audience !== undefined && audience.length < said.length) inner.note('audience', 'left out roles other than user and assistant');
  let priority = inner.number('priority');
  if (priority !== undefined && !(priority >= 0 && priority <= 1)) {
    inner.note('priority', 'brought into the range 0 to 1');
    priority = Number.isFinite(priority) ? Math.min(1, Math.max(0, priority)) : undefined;
  }
  const annotations = defined<Annotations>({
    audience: audience === undefined || audience.length === 0 ? undefined : audience,
    priority,
    lastModified: inner.string('lastModified'),
  });
  return Object.keys(annotations).length === 0 ? undefined : annotations;
}

/** Name and version as the server tells them; for display only. Never fails: a server without a name still works. */
export function readImplementation(raw: JsonObject | undefined): Implementation {
  const reader = new Reader(raw ?? {});
  const version = reader.get('version');
  return defined<Implementation>({
    name: reader.string('name') ?? '',
    version: typeof version === 'number' ? String(version) : (reader.string('version') ?? ''),
    title: reader.string('title'),
    description: reader.string('description'),
    websiteUrl: reader.string('websiteUrl'),
    icons: readIcons(reader),
  });
}
