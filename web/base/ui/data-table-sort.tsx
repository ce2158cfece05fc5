import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Icon } from './icon.tsx';

/** The sort key of a column, and the labels of both orders: 'A to Z'. */
export interface ColumnSort {
  by: string;
  ascending: string;
  descending: string;
}

/** The `by` of a column, with a leading hyphen for descending order. */
export type SortKey = string;

/** The heading of a column that sorts by it, or reverses its order. */
export function SortButton({
  by,
  sort,
  onSort,
  children,
}: {
  by: string;
  sort: SortKey | undefined;
  onSort: (sort: SortKey) => void;
  children: ReactNode;
}) {
  const order = getSortOrder(by, sort);
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

/** The order of rows that are cards. */
export function SortSelect({
  columns,
  sort,
  onSort,
}: {
  columns: { heading: string; sort?: ColumnSort }[];
  sort: SortKey | undefined;
  onSort: (sort: SortKey) => void;
}) {
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
    <div className="mb-3 flex items-center gap-3 as-table:hidden">
      <label htmlFor={id} className="shrink-0 font-semibold text-sm">
        {t('Sort by')}
      </label>
      <Select id={id} value={sort} onChange={(event) => onSort(event.target.value)}>
        {orders.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** The order of a column that rows are sorted by. */
export function getSortOrder(column: string, sort: SortKey | undefined): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}
