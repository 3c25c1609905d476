import { memo, useState, type ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { Inlines } from './inline-view.tsx';
import { useMarkdownTools } from './markdown-context.tsx';
import { plainText, type Alignment, type TableNode, type TableRow } from './nodes.ts';
import { asCsv, asTabSeparated } from './table-text.ts';

/** Rows drawn at first, and added by each press. */
const rowsAtOnce = 200;

/** A table that scrolls sideways on its own and shows a long body in steps. */
export function TableView({ node }: { node: TableNode }): ReactNode {
  const { labels } = useMarkdownTools();
  const [shown, setShown] = useState(rowsAtOnce);
  const left = node.rows.length - shown;
  return (
    <div className="md-table-frame">
      {/* A wide table scrolls: the region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div className="md-table-scroll" tabIndex={0} role="region" aria-label={labels.tableOf(node.header.map(plainText).join(', ').slice(0, 100))}>
        <table>
          <thead>
            <tr>
              {node.header.map((cell, index) => (
                // oxlint-disable-next-line react/no-array-index-key
                <th key={index} scope="col" data-align={node.align[index] ?? undefined}>
                  <Inlines nodes={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {node.rows.slice(0, shown).map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <Row key={index} row={row} align={node.align} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="md-table-copy">
        <CopyButton label={labels.copyTable} text={() => asTabSeparated(node)} />
        <CopyButton label={labels.copyCsv} text={() => asCsv(node)} sign="CSV" />
      </div>
      {left > 0 ? (
        <div className="md-table-foot">
          <button type="button" className="md-button" onClick={() => setShown(shown + rowsAtOnce * 5)}>
            {labels.moreRows(left)}
          </button>
        </div>
      ) : null}
    </div>
  );
}

const Row = memo(function Row({ row, align }: { row: TableRow; align: readonly Alignment[] }): ReactNode {
  return (
    <tr>
      {row.cells.map((cell, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <td key={index} data-align={align[index] ?? undefined}>
          <Inlines nodes={cell} />
        </td>
      ))}
    </tr>
  );
});
