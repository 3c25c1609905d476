/** Filters that are typed: `in:project`, `server:name`, `has:attachment` … each becomes one as soon as it is finished. */
import type { ChatFilters } from '@portolan/contract/chat-filters';
import type { ProjectId } from '@portolan/contract/ids';

export interface Known {
  projects: readonly { id: ProjectId; name: string }[];
  servers: readonly string[];
  models: readonly string[];
}

export interface Taken {
  /** What is left to search for. */
  text: string;
  filters: ChatFilters;
}

/** A name and a colon, then a word or something in quotes; what follows says that it is finished. */
const operator = /(^|\s)(in|project|server|model|has|is|after|from|before|until):(?:"([^"]*)"|([^\s"]+))(?=\s|$)/giu;

/**
 * What of the text is a filter, and what is left. An operator at the very end may still be written on: it is taken only when the
 * text `isDone`. One that means nothing stays where it is.
 */
export function takeOperators(typed: string, known: Known, isDone: boolean): Taken {
  let filters: ChatFilters = {};
  const text = typed.replaceAll(operator, (whole: string, before: string, name: string, quoted: string | undefined, word: string | undefined, offset: number) => {
    const isAtEnd = offset + whole.length === typed.length;
    if (isAtEnd && !isDone && quoted === undefined) return whole;
    const filter = filterOf(name.toLowerCase(), quoted ?? word ?? '', known);
    if (filter === null) return whole;
    filters = { ...filters, ...filter };
    return before;
  });
  return { text: Object.keys(filters).length === 0 ? typed : text.replaceAll(/\s+/gu, ' ').trimStart(), filters };
}

function filterOf(name: string, value: string, { projects, servers, models }: Known): ChatFilters | null {
  const wanted = value.trim().toLowerCase();
  // Everything begins with nothing: that means none of them.
  if (wanted === '') return null;
  switch (name) {
    case 'in':
    case 'project': {
      if (wanted === 'none') return { projectId: null };
      const project = projects.find((each) => each.name.toLowerCase() === wanted) ?? onlyOne(projects.filter((each) => each.name.toLowerCase().startsWith(wanted)));
      return project === undefined ? null : { projectId: project.id };
    }
    case 'server': {
      const server = nameOf(servers, wanted);
      return server === undefined ? null : { server };
    }
    case 'model': {
      const model = nameOf(models, wanted);
      return model === undefined ? null : { model };
    }
    case 'has':
      return wanted === 'attachment' || wanted === 'attachments' || wanted === 'file' ? { hasAttachment: true } : null;
    case 'is':
      return wanted === 'pinned' || wanted === 'archived' ? { place: wanted } : null;
    case 'after':
    case 'from': {
      const day = dayOf(value);
      return day === null ? null : { from: day };
    }
    default: {
      const day = dayOf(value);
      return day === null ? null : { until: day };
    }
  }
}

const nameOf = (names: readonly string[], wanted: string): string | undefined => names.find((each) => each.toLowerCase() === wanted) ?? onlyOne(names.filter((each) => each.toLowerCase().startsWith(wanted)));

function onlyOne<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}

/** The beginning of a day of this machine's calendar, from `2026-01-31`. Null for what is no day. @param more days after it */
export function dayOf(text: string, more = 0): number | null {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(year, month - 1, day);
  // The 31st of a month of 30 days is no day.
  return date.getMonth() === month - 1 && date.getDate() === day ? new Date(year, month - 1, day + more).getTime() : null;
}

/** The day of a moment, as `dayOf` reads it. */
export function dayText(moment: number): string {
  const date = new Date(moment);
  return `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
