/** The text of a resource by what it is: a document, a tree, a table, or code with its colours; the text itself always stays one press away. */
import { useMemo, useState } from 'react';
import { useT } from '../i18n.tsx';
import { SafeMarkdown } from '../safe-markdown.tsx';
import { DataTable, readDelimited } from './data-table.tsx';
import { JsonView } from './json-view.tsx';
import { LongText } from './long-text.tsx';
import { longestParsed, parseJson } from './parse-json.ts';
import type { TextFlavour } from './preview.ts';
import { ViewChoice } from './view-choice.tsx';
import type { View } from './view-choice.tsx';

/** Longer documents are shown as text: laying them out would hold up the window. */
const longestDocument = 100_000;

export function TextPreview({ text, flavour, label }: { text: string; flavour: TextFlavour; label: string }) {
  const t = useT();
  const json = useMemo(() => (flavour.kind === 'json' || (flavour.kind === 'code' && flavour.language === '') ? parseJson(text) : null), [text, flavour]);
  const table = useMemo(() => (text.length > longestParsed ? null : flavour.kind === 'csv' ? readDelimited(text, ',') : flavour.kind === 'tsv' ? readDelimited(text, '\t') : null), [text, flavour]);
  const isShort = text.length <= longestDocument;
  const views: View[] = [
    ...(flavour.kind === 'markdown' && isShort ? (['rendered'] as const) : []),
    ...(json === null ? [] : (['tree'] as const)),
    ...(table === null ? [] : (['table'] as const)),
    'source',
  ];
  const [chosen, setChosen] = useState<View | null>(null);
  const view = chosen !== null && views.includes(chosen) ? chosen : (views[0] ?? 'source');
  const language = flavour.kind === 'code' ? flavour.language : flavour.kind === 'json' ? 'json' : flavour.kind === 'markdown' ? 'markdown' : '';
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ViewChoice views={views} view={view} onView={setChosen} />
      {view === 'rendered' ? <SafeMarkdown text={text} streaming={false} /> : null}
      {view === 'tree' && json !== null ? <JsonView value={json} label="JSON" /> : null}
      {view === 'table' && table !== null ? <DataTable table={table} label={t.content.table} /> : null}
      {view === 'source' ? (language !== '' && isShort ? <div className="-mx-1.5 max-h-[32rem] overflow-auto px-1.5"><SafeMarkdown text={fenced(text, language)} streaming={false} /></div> : <LongText text={text} label={label} />) : null}
    </div>
  );
}

/** As a code block of our Markdown, which colours it in its worker; no run of backticks within ends it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${/^[\w+#-]{1,20}$/.test(language) ? language : ''}\n${text}\n${fence}`;
}
