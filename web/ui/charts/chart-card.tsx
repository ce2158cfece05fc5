import { type ReactNode, useId } from 'react';
import { Card } from '../card.tsx';
import { Icon } from '../icon.tsx';
import { Info } from '../info.tsx';
import { ghosts } from './ghosts.tsx';

/** The same figures in rows: what each column is, and its cells, the row's name first. */
export interface Twin {
  columns: string[];
  rows: (string | number)[][];
}

/**
 * A chart under its title, with how it is counted behind a button and the same figures as a table below. With nothing to
 * draw it says so (`empty`) over the ghost of the chart, in the chart's own height.
 */
export function ChartCard({
  title,
  about,
  aside,
  twin,
  empty,
  children,
}: {
  title: string;
  /** How the figures are counted. */
  about: ReactNode;
  /** A word at the end of the title's line. */
  aside?: ReactNode;
  twin: Twin;
  /** Given when there is nothing: what is said, what to do, and the chart's shape and height in pixels. */
  empty?: { title: string; text: ReactNode; shape: keyof typeof ghosts; height: number } | false;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="chart-card grid content-start gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="flex items-center gap-1 text-lg">
          <span id={id}>{title}</span>
          <Info label={`How ${title} is counted`}>{about}</Info>
        </h3>
        {aside}
      </div>
      {empty ? (
        <div className="relative grid place-items-center" style={{ minHeight: empty.height }}>
          <span className="absolute inset-0">{ghosts[empty.shape]}</span>
          <div className="relative max-w-90 rounded-card bg-card px-4 py-3 text-center">
            <p className="font-bold font-heading">{empty.title}</p>
            <p className="mt-1 text-muted text-sm">{empty.text}</p>
          </div>
        </div>
      ) : (
        <>
          {children}
          <TableTwin title={title} {...twin} />
        </>
      )}
    </Card>
  );
}

/** The figures of a chart as a table, on request. */
export function TableTwin({ title, columns, rows }: Twin & { title: string }) {
  return (
    <details className="no-print group -mb-2">
      <summary className="-mx-2 inline-flex min-h-11 items-center gap-2 rounded-field px-2 font-semibold text-pacific text-sm underline-offset-4 hover:underline">
        Show as table
        <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section aria-label={`${title}, as a table`} tabIndex={0} className="max-h-80 overflow-auto rounded-field border">
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-paper text-left">
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-2 font-semibold not-first:text-right">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row" className="wrap-anywhere px-3 py-1.5 text-left font-normal">
                  {name}
                </th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className="whitespace-nowrap px-3 py-1.5 text-right">
                    {typeof cell === 'number' ? cell.toLocaleString('en-US') : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
