import { formatNumber } from '#web/base/i18n/format.ts';

/** The column headings, and the cells of the rows, starting with the name. Numbers are formatted with thousands separators. */
export interface MetricRows {
  columns: string[];
  rows: [name: string, ...cells: (string | number)[]][];
}

/** A scrollable table of metrics. `title` is its accessible name. */
export function MetricTable({ title, columns, rows }: MetricRows & { title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
    <section aria-label={title} tabIndex={0} className="max-h-80 overflow-auto rounded-field border">
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-paper text-left">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-2 font-semibold not-first:text-right sm:px-3">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row" className="wrap-anywhere min-w-28 px-2 py-1.5 text-left font-normal sm:min-w-36 sm:px-3">
                {name}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="whitespace-nowrap px-2 py-1.5 text-right sm:px-3">
                  {typeof cell === 'number' ? formatNumber(cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
