import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import { Select } from './field.tsx';
import { Icon } from './icon.tsx';

/** One column of a table: its heading and what stands in it. */
export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** The name that rows are sorted by, and both orders in words: 'A to Z'. */
  sort?: { by: string; ascending: string; descending: string };
  /** Its width and alignment where rows are a table. */
  className?: string;
  /** What the row is, by a picture and its name: at a card's top, without the heading. */
  top?: boolean;
  /** What can be done with the row: at a card's foot, without the heading. */
  foot?: boolean;
}

interface DataTableProps<Row> {
  /** What the rows are, for assistive technology. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** The column sorted by, with a hyphen before it for the largest first. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Newer rows are on their way. */
  busy?: boolean;
}

/**
 * Rows as a table; below 1,024 px each as a card, with the headings beside the values and a select for the order. The
 * roles are written out because some browsers forget them where a table is not shown as one.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, sort, onSort, busy }: DataTableProps<Row>) {
  return (
    <div aria-busy={busy || undefined} className={clsx('transition-opacity', busy && 'opacity-60')}>
      {onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
      <div className="lg:overflow-hidden lg:rounded-card lg:border lg:bg-card">
        {/* biome-ignore-start lint/a11y/noRedundantRoles: see above. */}
        <table role="table" className="w-full text-left max-lg:block">
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="border-b bg-paper text-sm max-lg:hidden">
            <tr role="row">
              {columns.map(({ heading, sort: sortable, className }) => (
                <th
                  key={heading}
                  role="columnheader"
                  scope="col"
                  aria-sort={sortable && (orderOf(sortable.by, sort) ?? 'none')}
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
          <tbody role="rowgroup" className="gap-3 max-lg:grid sm:max-lg:grid-cols-2 lg:divide-y lg:divide-line">
            {rows.map((row) => (
              <tr key={rowKey(row)} role="row" className={card}>
                {columns.map(({ heading, cell, className, top, foot }) => (
                  <td
                    key={heading}
                    role="cell"
                    className={clsx(
                      'lg:px-3 lg:py-2 lg:first:pl-5 lg:last:pr-5',
                      top ? cardTop : foot ? cardFoot : cardLine,
                      className,
                    )}
                  >
                    {!top && !foot && <span className="text-muted text-sm lg:hidden">{heading}</span>}
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
  'max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)] max-lg:gap-x-4 max-lg:content-start max-lg:gap-y-1.5 max-lg:rounded-card max-lg:border max-lg:bg-card max-lg:p-4';
const cardLine = 'max-lg:col-span-2 max-lg:grid max-lg:grid-cols-subgrid max-lg:items-baseline';
const cardTop = 'max-lg:col-span-2 max-lg:mb-2';
const cardFoot = 'max-lg:col-span-2 max-lg:mt-2';

function SortButton({
  by,
  sort,
  onSort,
  children,
}: {
  by: string;
  sort: string | undefined;
  onSort: (sort: string) => void;
  children: ReactNode;
}) {
  const order = orderOf(by, sort);
  const icon = order === 'ascending' ? 'arrow-up' : order === 'descending' ? 'arrow-down' : 'chevrons-up-down';
  return (
    <button
      type="button"
      onClick={() => onSort(order === 'ascending' ? `-${by}` : by)}
      className="-mx-2 flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-field px-2 font-semibold hover:text-pacific"
    >
      {children}
      <Icon name={icon} className={clsx('size-4', order ? 'text-pacific' : 'text-muted')} />
    </button>
  );
}

function SortSelect<Row>({ columns, sort, onSort }: Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'>) {
  const id = useId();
  const orders = columns.flatMap(({ heading, sort }) =>
    sort
      ? [
          { value: sort.by, label: `${heading}, ${sort.ascending}` },
          { value: `-${sort.by}`, label: `${heading}, ${sort.descending}` },
        ]
      : [],
  );
  return (
    <div className="mb-3 flex items-center gap-3 lg:hidden">
      <label htmlFor={id} className="shrink-0 font-semibold text-sm">
        Sort by
      </label>
      <Select id={id} value={sort} onChange={(event) => onSort?.(event.target.value)}>
        {orders.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

function orderOf(column: string, sort: string | undefined): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}
