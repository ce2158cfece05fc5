import clsx from 'clsx';
import type { ReactNode } from 'react';
import { type ColumnSort, getSortOrder, SortButton, type SortKey, SortSelect } from './data-table-sort.tsx';

/** A column of a table. */
export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ReactNode;
  sort?: ColumnSort;
  /** Width and alignment; only for the table layout with `as-table:`. */
  className?: string;
  /** Whether it is at the top of a card, without its heading: for the picture and name of the row. */
  top?: boolean;
  /** Whether it is at the bottom of a card, without its heading: for the actions of the row. */
  foot?: boolean;
  /** Whether the row has no value, so that its card leaves the column out. */
  isEmpty?: (row: Row) => boolean;
}

interface DataTableProps<Row> {
  /** The caption for assistive technology. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  sort?: SortKey;
  onSort?: (sort: SortKey) => void;
  /** Whether newer rows are loading. */
  busy?: boolean;
}

/**
 * A table. Below a width of 864 px, rows are cards with the headings beside the values, and a select sets the order. The roles
 * are explicit, because some browsers drop them if a table has another `display`.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, sort, onSort, busy }: DataTableProps<Row>) {
  return (
    <div aria-busy={busy || undefined} className="refreshing @container/table">
      {onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
      <div className="as-table:overflow-x-auto as-table:rounded-card as-table:border as-table:bg-card">
        {/* biome-ignore-start lint/a11y/noRedundantRoles: see above. */}
        <table role="table" className="w-full text-left as-cards:block">
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="border-b bg-paper text-sm as-cards:hidden">
            <tr role="row">
              {columns.map(({ heading, sort: sortable, className }) => (
                <th
                  key={heading}
                  role="columnheader"
                  scope="col"
                  aria-sort={sortable && (getSortOrder(sortable.by, sort) ?? 'none')}
                  className={clsx('h-11 px-3 font-semibold first:pl-5 last:pr-5', className)}
                >
                  {sortable && onSort ? (
                    <SortButton by={sortable.by} sort={sort} onSort={onSort}>
                      {heading}
                    </SortButton>
                  ) : (
                    heading
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            className="gap-3 as-cards:grid as-cards:@min-[36rem]/table:grid-cols-2 as-table:divide-y as-table:divide-line"
          >
            {rows.map((row) => (
              <tr key={rowKey(row)} role="row" className={card}>
                {columns.map(({ heading, cell, className, top, foot, isEmpty }) => (
                  <td
                    key={heading}
                    role="cell"
                    className={clsx(
                      'as-table:px-3 as-table:py-2 as-table:first:pl-5 as-table:last:pr-5',
                      isEmpty?.(row) ? 'as-cards:hidden' : top ? cardTop : foot ? cardFoot : cardLine,
                      className,
                    )}
                  >
                    {!top && !foot && <span className="text-muted text-sm as-table:hidden">{heading}</span>}
                    <div className="min-w-0">{cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: see above. */}
      </div>
    </div>
  );
}

const card =
  'as-cards:grid as-cards:grid-cols-[auto_minmax(0,1fr)] as-cards:gap-x-4 as-cards:content-start as-cards:gap-y-1.5 as-cards:rounded-card as-cards:border as-cards:bg-card as-cards:p-4';
const cardLine = 'as-cards:col-span-2 as-cards:grid as-cards:grid-cols-subgrid as-cards:items-baseline';
const cardTop = 'as-cards:col-span-2 as-cards:mb-2';
const cardFoot = 'as-cards:col-span-2 as-cards:mt-2';
