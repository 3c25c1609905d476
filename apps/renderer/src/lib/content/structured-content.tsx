/** The structured content of a result: as a tree, as a table where it is one, as its text, or both side by side. */
import type { Json } from '@portolan/contract/json';
import { useMemo, useState } from 'react';
import { useT } from '../i18n.tsx';
import { DataTable, tableOf } from './data-table.tsx';
import { JsonView } from './json-view.tsx';
import { LongText } from './long-text.tsx';
import { ViewChoice } from './view-choice.tsx';
import type { View } from './view-choice.tsx';

export function StructuredContent({ value }: { value: Json }) {
  const t = useT();
  const table = useMemo(() => tableOf(value), [value]);
  const views: View[] = ['tree', ...(table === null ? [] : (['table'] as const)), 'text', 'both'];
  const [view, setView] = useState<View>('tree');
  const label = t.tools.structured;
  return (
    <div className="@container min-w-0">
      <div className="mb-1 flex flex-wrap items-center gap-x-3">
        <h4 className="text-xs font-medium text-muted">{label}</h4>
        <ViewChoice views={views} view={view} onView={setView} />
      </div>
      {view === 'tree' ? <JsonView value={value} label={label} /> : null}
      {view === 'table' && table !== null ? <DataTable table={table} label={label} /> : null}
      {view === 'text' ? <Raw value={value} label={label} /> : null}
      {view === 'both' ? (
        <div className="grid min-w-0 grid-cols-1 gap-2 @xl:grid-cols-2">
          {table === null ? <JsonView value={value} label={label} /> : <DataTable table={table} label={label} />}
          <Raw value={value} label={t.content.text} />
        </div>
      ) : null}
    </div>
  );
}

/** Written out only when it is looked at: of megabytes that takes a moment. */
function Raw({ value, label }: { value: Json; label: string }) {
  const text = useMemo(() => JSON.stringify(value, null, 2), [value]);
  return <LongText text={text} label={label} />;
}
