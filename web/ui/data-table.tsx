import clsx from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Select } from './field.tsx';

/** One column of a table: its heading and what stands in it. */
export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** The name that rows are sorted by, and both orders in words: 'A to Z'. */
  sort?: { by: string; ascending: string; descending: string };
  /** Its width and alignment where rows are a table. */
  className?: string;
  /** Stands alone at a card's foot, without its heading: what can be done with the row. */
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

/** Rows as a table; below 768 px each as a card of its own, with the headings beside the values. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return (
    <div aria-busy={props.busy || undefined} className={clsx('transition-opacity', props.busy && 'opacity-60')}>
      <Table {...props} />
      <Cards {...props} />
    </div>
  );
}

function Table<Row>({ caption, columns, rows, rowKey, sort, onSort }: DataTableProps<Row>) {
  return (
    <div className="hidden overflow-hidden rounded-card border bg-card md:block">
      <table className="w-full text-left">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b bg-paper text-sm">
          <tr>
            {columns.map((column) => (
              <th
                key={column.heading}
                scope="col"
                aria-sort={column.sort && (orderOf(column.sort.by, sort) ?? 'none')}
                className={clsx('px-3 font-semibold first:pl-5 last:pr-5', column.className)}
              >
                {column.sort && onSort ? (
                  <SortButton by={column.sort.by} heading={column.heading} sort={sort} onSort={onSort} />
                ) : (
                  column.heading
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ heading, cell, className }) => (
                <td key={heading} className={clsx('px-3 py-2 align-middle first:pl-5 last:pr-5', className)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortButton({
  by,
  heading,
  sort,
  onSort,
}: {
  by: string;
  heading: string;
  sort: string | undefined;
  onSort: (sort: string) => void;
}) {
  const order = orderOf(by, sort);
  const Icon = order === 'ascending' ? ArrowUp : order === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={() => onSort(order === 'ascending' ? `-${by}` : by)}
      className="-mx-2 flex min-h-11 items-center gap-1.5 rounded-field px-2 font-semibold hover:text-pacific"
    >
      {heading}
      <Icon aria-hidden="true" className={clsx('size-4', order ? 'text-pacific' : 'text-muted')} />
    </button>
  );
}

function Cards<Row>({ caption, columns, rows, rowKey, sort, onSort }: DataTableProps<Row>) {
  const sortId = useId();
  const orders = columns.flatMap(({ heading, sort }) =>
    sort
      ? [
          { value: sort.by, label: `${heading}, ${sort.ascending}` },
          { value: `-${sort.by}`, label: `${heading}, ${sort.descending}` },
        ]
      : [],
  );
  return (
    <div className="md:hidden">
      {onSort && orders.length > 0 && (
        <div className="mb-3 flex items-center gap-3">
          <label htmlFor={sortId} className="shrink-0 font-semibold text-sm">
            Sort by
          </label>
          <Select id={sortId} value={sort} onChange={(event) => onSort(event.target.value)}>
            {orders.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      )}
      <ul aria-label={caption} className="grid gap-3">
        {rows.map((row) => (
          <li key={rowKey(row)} className="rounded-card border bg-card p-4">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
              {columns
                .filter(({ foot }) => !foot)
                .map(({ heading, cell }) => (
                  <div key={heading} className="col-span-2 grid grid-cols-subgrid items-baseline">
                    <dt className="text-muted text-sm">{heading}</dt>
                    <dd className="wrap-anywhere">{cell(row)}</dd>
                  </div>
                ))}
            </dl>
            {columns
              .filter(({ foot }) => foot)
              .map(({ heading, cell }) => (
                <div key={heading} className="mt-3 flex flex-wrap gap-3 empty:hidden [&>button]:grow">
                  {cell(row)}
                </div>
              ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function orderOf(column: string, sort: string | undefined): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}
